import java.util.Scanner;

public class BrokenOrder {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int[] seconds = new int[n];
        int[] people = new int[n];
        for (int i = 1; i <= n; i++) {
            seconds[i] = in.nextInt();
            people[i] = in.nextInt();
        }
        System.out.println(seconds[n] * people[n]);
    }
}
