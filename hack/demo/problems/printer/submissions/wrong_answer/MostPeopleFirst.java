import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;
import java.util.Arrays;

public class MostPeopleFirst {
    private record Document(int seconds, int people) {}

    public static void main(String[] args) throws IOException {
        StreamTokenizer in =
                new StreamTokenizer(new InputStreamReader(new BufferedInputStream(System.in)));
        in.nextToken();
        Document[] documents = new Document[(int) in.nval];
        for (int i = 0; i < documents.length; i++) {
            in.nextToken();
            int seconds = (int) in.nval;
            in.nextToken();
            documents[i] = new Document(seconds, (int) in.nval);
        }
        Arrays.sort(
                documents,
                (a, b) -> Integer.compare(b.people, a.people));
        long now = 0;
        long total = 0;
        for (Document d : documents) {
            now += d.seconds;
            total += d.people * now;
        }
        System.out.println(total);
    }
}
