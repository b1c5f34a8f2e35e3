import java.util.Scanner;

public class FailsWhenFound {
    public static void main(String[] args) {
        Scanner robot = new Scanner(System.in);
        int low = 1;
        int high = robot.nextInt();
        while (true) {
            int middle = low + (high - low) / 2;
            System.out.println(middle);
            String word = robot.next();
            if (word.equals("found")) {
                throw new IllegalStateException("and now?");
            }
            low = word.equals("deeper") ? middle + 1 : low;
            high = word.equals("higher") ? middle - 1 : high;
        }
    }
}
