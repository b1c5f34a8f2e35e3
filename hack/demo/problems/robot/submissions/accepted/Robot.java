import java.util.Scanner;

public class Robot {
    private static final int[] DY = {-1, 0, 1, 0};
    private static final int[] DX = {0, 1, 0, -1};

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int rows = in.nextInt();
        int columns = in.nextInt();
        char[][] grid = new char[rows][];
        int y = 0;
        int x = 0;
        for (int i = 0; i < rows; i++) {
            String line = in.next();
            grid[i] = line.toCharArray();
            if (line.contains("S")) {
                y = i;
                x = line.indexOf('S');
            }
        }
        boolean[][] clean = new boolean[rows][columns];
        clean[y][x] = true;
        int cleaned = 1;
        int bumps = 0;
        int direction = 0;
        for (char command : in.next().toCharArray()) {
            switch (command) {
                case 'L' -> direction = (direction + 3) % 4;
                case 'R' -> direction = (direction + 1) % 4;
                default -> {
                    int ny = y + DY[direction];
                    int nx = x + DX[direction];
                    if (ny < 0 || nx < 0 || ny >= rows || nx >= columns || grid[ny][nx] == '#') {
                        bumps++;
                    } else {
                        y = ny;
                        x = nx;
                        if (!clean[y][x]) {
                            cleaned++;
                        }
                        clean[y][x] = true;
                    }
                }
            }
        }
        System.out.println(cleaned + " " + bumps);
    }
}
