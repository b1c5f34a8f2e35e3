import java.util.Scanner;

public class IntegerOverflow {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int[] seen = new int[n];
        int total = 0;
        for (int i = 1; i <= n; i++) {
            // The sum gets too big for an int, becomes negative, and so does the remainder.
            total += in.nextInt();
            int remainder = total % n;
            if (remainder == 0 || seen[remainder] > 0) {
                int start = remainder == 0 ? 0 : seen[remainder];
                System.out.println(i - start);
                for (int crate = start + 1; crate <= i; crate++) {
                    System.out.print(crate + " ");
                }
                System.out.println();
                return;
            }
            seen[remainder] = i;
        }
    }
}
