#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

int main()
{
    int rows, columns;
    std::cin >> rows >> columns;
    std::vector<std::string> grid(rows);
    int y = 0, x = 0;
    for (int i = 0; i < rows; ++i) {
        std::cin >> grid[i];
        if (auto at = grid[i].find('S'); at != std::string::npos) {
            y = i;
            x = static_cast<int>(at);
        }
    }
    std::string commands;
    std::cin >> commands;
    std::set<std::pair<int, int>> clean{{y, x}};
    int dy = -1, dx = 0, bumps = 0;
    for (char command : commands) {
        if (command == 'R') {
            std::swap(dy, dx);
            dy = -dy;
        } else if (command == 'L') {
            std::swap(dy, dx);
            dx = -dx;
        } else {
            int ny = y + dy, nx = x + dx;
            if (ny < 0 || nx < 0 || ny >= rows || nx >= columns || grid[ny][nx] == '#') {
                ++bumps;
            } else {
                y = ny;
                x = nx;
                clean.insert({y, x});
            }
        }
    }
    std::cout << clean.size() << ' ' << bumps << '\n';
}
