import java.util.Scanner;

public class AllBeadsAreGlass {
    public static void main(String[] args) {
        String beads = new Scanner(System.in).next();
        StringBuilder groups = new StringBuilder();
        int start = 0;
        for (int i = 1; i <= beads.length(); i++) {
            if (i == beads.length() || beads.charAt(i) != beads.charAt(start)) {
                groups.append(i - start).append(beads.charAt(start)).append(' ');
                start = i;
            }
        }
        System.out.println(groups.toString().toLowerCase());
    }
}
