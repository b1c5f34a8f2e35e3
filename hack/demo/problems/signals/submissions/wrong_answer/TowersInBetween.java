import java.io.IOException;

public class TowersInBetween {
    private static final byte[] BUFFER = new byte[1 << 16];
    private static int filled;
    private static int at;

    private static int read() throws IOException {
        if (at == filled) {
            filled = System.in.read(BUFFER);
            at = 0;
        }
        return filled <= 0 ? -1 : BUFFER[at++];
    }

    private static int nextInt() throws IOException {
        int c = read();
        while (c < '0') {
            c = read();
        }
        int value = 0;
        while (c >= '0') {
            value = value * 10 + c - '0';
            c = read();
        }
        return value;
    }

    public static void main(String[] args) throws IOException {
        int n = nextInt();
        int[] height = new int[n];
        int[] waiting = new int[n];
        int top = 0;
        long total = 0;
        for (int i = 0; i < n; i++) {
            height[i] = nextInt();
            while (top > 0 && height[waiting[top - 1]] <= height[i]) {
                total += i - waiting[--top] - 1;
            }
            waiting[top++] = i;
        }
        System.out.println(total);
    }
}
