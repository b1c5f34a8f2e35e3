import java.util.Scanner;

public class AllLoads {
    private static int n;
    private static int[] weights;
    private static int[] load;

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        n = in.nextInt();
        weights = new int[n];
        load = new int[n];
        for (int i = 0; i < n; i++) {
            weights[i] = in.nextInt();
        }
        int k = 1;
        while (!search(0, 0, k, 0)) {
            k++;
        }
        System.out.println(k);
        for (int i = 0; i < k; i++) {
            System.out.print(load[i] + " ");
        }
        System.out.println();
    }

    private static boolean search(int crate, int used, int k, long total) {
        if (used == k) {
            return total % n == 0;
        }
        for (int i = crate; i < n; i++) {
            load[used] = i + 1;
            if (search(i + 1, used + 1, k, total + weights[i])) {
                return true;
            }
        }
        return false;
    }
}
