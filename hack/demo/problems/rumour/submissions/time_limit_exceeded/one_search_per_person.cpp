#include <algorithm>
#include <iostream>
#include <queue>
#include <vector>

int main()
{
    int n, m, k;
    std::cin >> n >> m >> k;
    std::vector<bool> knows(n + 1);
    while (k-- > 0) {
        int person;
        std::cin >> person;
        knows[person] = true;
    }
    std::vector<std::vector<int>> friends(n + 1);
    while (m-- > 0) {
        int a, b;
        std::cin >> a >> b;
        friends[a].push_back(b);
        friends[b].push_back(a);
    }
    // For every person a search of its own, back to the nearest one who knows the news.
    int last = 0;
    for (int start = 1; start <= n; ++start) {
        std::vector<int> distance(n + 1, -1);
        std::queue<int> queue;
        distance[start] = 0;
        queue.push(start);
        int found = -1;
        while (!queue.empty()) {
            int person = queue.front();
            queue.pop();
            if (knows[person] && found < 0)
                found = distance[person];
            for (int other : friends[person]) {
                if (distance[other] < 0) {
                    distance[other] = distance[person] + 1;
                    queue.push(other);
                }
            }
        }
        if (found < 0) {
            std::cout << "never\n";
            return 0;
        }
        last = std::max(last, found);
    }
    std::cout << last << '\n';
}
