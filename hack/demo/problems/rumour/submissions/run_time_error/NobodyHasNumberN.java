import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class NobodyHasNumberN {
    private static final StreamTokenizer IN =
            new StreamTokenizer(new InputStreamReader(System.in));

    private static int next() throws IOException {
        IN.nextToken();
        return (int) IN.nval;
    }

    public static void main(String[] args) throws IOException {
        int n = next();
        int m = next();
        int k = next();
        int[] day = new int[n];
        Arrays.fill(day, -1);
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        for (int i = 0; i < k; i++) {
            int person = next();
            day[person] = 0;
            queue.add(person);
        }
        List<List<Integer>> friends = new ArrayList<>();
        for (int i = 0; i <= n; i++) {
            friends.add(new ArrayList<>());
        }
        for (int i = 0; i < m; i++) {
            int a = next();
            int b = next();
            friends.get(a).add(b);
            friends.get(b).add(a);
        }
        int informed = 0;
        int last = 0;
        while (!queue.isEmpty()) {
            int person = queue.remove();
            informed++;
            last = day[person];
            for (int friend : friends.get(person)) {
                if (day[friend] < 0) {
                    day[friend] = last + 1;
                    queue.add(friend);
                }
            }
        }
        System.out.println(informed == n ? String.valueOf(last) : "never");
    }
}
