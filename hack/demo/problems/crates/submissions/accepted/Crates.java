import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;
import java.util.StringTokenizer;

class Crates {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine());
        StringTokenizer weights = new StringTokenizer(in.readLine());
        Map<Long, Integer> seen = new HashMap<>();
        seen.put(0L, 0);
        long total = 0;
        for (int i = 1; i <= n; i++) {
            total += Long.parseLong(weights.nextToken());
            Integer before = seen.putIfAbsent(total % n, i);
            if (before != null) {
                StringBuilder load = new StringBuilder();
                load.append(i - before).append('\n');
                for (int crate = before + 1; crate <= i; crate++) {
                    load.append(crate).append(' ');
                }
                System.out.println(load);
                return;
            }
        }
    }
}
