public class TwoGreetings {
    public static void main(String[] args) {
        for (int i = 0; i <= 1; i++) {
            System.out.println("Hello, Gretlab!");
        }
    }
}
