#include <iostream>
#include <queue>
#include <vector>

int main()
{
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n, m, k;
    std::cin >> n >> m >> k;
    std::vector<int> day(n, -1);
    std::vector<std::vector<int>> friends(n + 1);
    std::queue<int> queue;
    while (k-- > 0) {
        int person;
        std::cin >> person;
        day.at(person) = 0;
        queue.push(person);
    }
    while (m-- > 0) {
        int a, b;
        std::cin >> a >> b;
        friends[a].push_back(b);
        friends[b].push_back(a);
    }
    int last = 0, informed = 0;
    while (!queue.empty()) {
        int person = queue.front();
        queue.pop();
        ++informed;
        last = day.at(person);
        for (int other : friends[person]) {
            if (day.at(other) < 0) {
                day.at(other) = last + 1;
                queue.push(other);
            }
        }
    }
    if (informed == n)
        std::cout << last << '\n';
    else
        std::cout << "never\n";
}
