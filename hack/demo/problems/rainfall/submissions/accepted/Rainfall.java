import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

class Rainfall {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        double total = 0;
        for (int i = 0; i < n; i++) {
            total += Double.parseDouble(in.readLine());
        }
        // Plain println may use scientific notation (4.0E-4), which is a number too.
        System.out.println(total / n);
    }
}
