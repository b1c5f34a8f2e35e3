import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

class WholeNumberDivision {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine());
        int tenths = 0;
        for (int i = 0; i < n; i++) {
            tenths += Integer.parseInt(in.readLine().replace(".", ""));
        }
        System.out.println(tenths / n / 10.0);
    }
}
