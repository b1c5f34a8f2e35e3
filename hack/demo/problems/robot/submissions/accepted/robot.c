#include <stdbool.h>
#include <stdio.h>

/* A frame of walls around the room saves the question whether the robot is at the edge. */
static char grid[102][103];
static bool clean[102][102];
static char commands[10001];

int main(void)
{
    static const int dy[] = {-1, 0, 1, 0}, dx[] = {0, 1, 0, -1};
    int rows, columns, y = 0, x = 0, direction = 0, bumps = 0, cleaned = 1;
    if (scanf("%d %d", &rows, &columns) != 2)
        return 1;
    for (int i = 0; i < 102; i++)
        for (int j = 0; j < 102; j++)
            grid[i][j] = '#';
    for (int i = 1; i <= rows; i++) {
        char line[101];
        if (scanf("%100s", line) != 1)
            return 1;
        for (int j = 1; j <= columns; j++) {
            grid[i][j] = line[j - 1];
            if (line[j - 1] == 'S') {
                y = i;
                x = j;
            }
        }
    }
    if (scanf("%10000s", commands) != 1)
        return 1;
    clean[y][x] = true;
    for (const char *c = commands; *c; c++) {
        if (*c == 'L') {
            direction = (direction + 3) % 4;
        } else if (*c == 'R') {
            direction = (direction + 1) % 4;
        } else if (grid[y + dy[direction]][x + dx[direction]] == '#') {
            bumps++;
        } else {
            y += dy[direction];
            x += dx[direction];
            if (!clean[y][x])
                cleaned++;
            clean[y][x] = true;
        }
    }
    printf("%d %d\n", cleaned, bumps);
    return 0;
}
