import java.util.Scanner;

/** Only tries loads that begin with crate 1. */
public class FromTheFirstCrate {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long total = 0;
        int k = 0;
        do {
            total += in.nextInt();
            k++;
        } while (total % n != 0 && k < n);
        System.out.println(k);
        for (int crate = 1; crate <= k; crate++) {
            System.out.print(crate + " ");
        }
        System.out.println();
    }
}
