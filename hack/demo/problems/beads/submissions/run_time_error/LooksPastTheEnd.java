import java.util.Scanner;

class LooksPastTheEnd {
    public static void main(String[] args) {
        String beads = new Scanner(System.in).next();
        int count = 0;
        for (int i = 0; i < beads.length(); i++) {
            count++;
            if (beads.charAt(i + 1) != beads.charAt(i)) {
                System.out.print(count + "" + beads.charAt(i) + " ");
                count = 0;
            }
        }
        System.out.println();
    }
}
