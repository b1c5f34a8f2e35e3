import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.StringJoiner;

public class Beads {
    public static void main(String[] args) throws IOException {
        String beads = new BufferedReader(new InputStreamReader(System.in)).readLine();
        StringJoiner groups = new StringJoiner(" ");
        int start = 0;
        for (int i = 1; i <= beads.length(); i++) {
            if (i == beads.length() || beads.charAt(i) != beads.charAt(start)) {
                groups.add((i - start) + "" + beads.charAt(start));
                start = i;
            }
        }
        System.out.println(groups);
    }
}
