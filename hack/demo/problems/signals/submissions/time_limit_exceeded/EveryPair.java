import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;

public class EveryPair {
    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new InputStreamReader(System.in));
        in.nextToken();
        int[] heights = new int[(int) in.nval];
        for (int i = 0; i < heights.length; i++) {
            in.nextToken();
            heights[i] = (int) in.nval;
        }
        long total = 0;
        for (int i = 0; i < heights.length; i++) {
            for (int j = i + 1; j < heights.length; j++) {
                if (heights[j] >= heights[i]) {
                    total += j - i;
                    break;
                }
            }
        }
        System.out.println(total);
    }
}
