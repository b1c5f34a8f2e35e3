import java.util.Scanner;

public class SaysThanks {
    public static void main(String[] args) {
        Scanner robot = new Scanner(System.in);
        int low = 1;
        int high = robot.nextInt();
        String word = "";
        while (!word.equals("found")) {
            int middle = low + (high - low) / 2;
            System.out.println(middle);
            word = robot.next();
            low = word.equals("deeper") ? middle + 1 : low;
            high = word.equals("higher") ? middle - 1 : high;
        }
        System.out.println("Thank you!");
    }
}
