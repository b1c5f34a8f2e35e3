import java.util.Scanner;

public class Lamp {
    public static void main(String[] args) {
        Scanner robot = new Scanner(System.in);
        int low = 1;
        int high = robot.nextInt();
        String word = "";
        while (!word.equals("found")) {
            int middle = low + (high - low) / 2;
            System.out.println(middle);
            System.out.flush();
            word = robot.next();
            if (word.equals("deeper")) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
    }
}
