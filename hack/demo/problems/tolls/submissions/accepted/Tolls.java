import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.InputStreamReader;
import java.io.BufferedReader;

public class Tolls {

    private static final StreamTokenizer in =
            new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));

    private static int next() throws IOException {
        in.nextToken();
        return (int) in.nval;
    }

    public static void main(String[] args) throws IOException {
        int n = next();
        int q = next();
        long[] cost = new long[n + 1];
        for (int i = 1; i <= n; i++) {
            cost[i] = cost[i - 1] + next();
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < q; i++) {
            int a = next();
            int b = next();
            out.append(cost[b] - cost[a - 1]).append('\n');
        }
        System.out.print(out);
    }
}
