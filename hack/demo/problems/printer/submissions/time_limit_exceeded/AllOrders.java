import java.util.Scanner;

public class AllOrders {
    private static int[] seconds;
    private static int[] people;
    private static boolean[] printed;
    private static long best = Long.MAX_VALUE;

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        seconds = new int[n];
        people = new int[n];
        printed = new boolean[n];
        for (int i = 0; i < n; i++) {
            seconds[i] = in.nextInt();
            people[i] = in.nextInt();
        }
        search(n, 0, 0);
        System.out.println(best);
    }

    private static void search(int left, long now, long total) {
        if (left == 0) {
            best = Math.min(best, total);
            return;
        }
        for (int i = 0; i < seconds.length; i++) {
            if (!printed[i]) {
                printed[i] = true;
                long end = now + seconds[i];
                search(left - 1, end, total + people[i] * end);
                printed[i] = false;
            }
        }
    }
}
