#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

int main()
{
    int n;
    std::cin >> n;
    std::vector<std::pair<int, int>> documents(n);
    for (auto &d : documents)
        std::cin >> d.first >> d.second;
    long long now = 0, total = 0;
    for (int i = 0; i < n; ++i) {
        // The ratio to the document before the first one is a division by nothing.
        int before = i == 0 ? 0 : documents[i - 1].first;
        total += documents[i].second * (now += documents[i].first) / before * before;
    }
    std::cout << total << '\n';
}
