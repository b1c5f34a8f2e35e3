#include <algorithm>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <vector>

int main()
{
    int n;
    std::cin >> n;
    std::vector<int> seconds(n), people(n), order(n);
    for (int i = 0; i < n; ++i)
        std::cin >> seconds[i] >> people[i];
    std::iota(order.begin(), order.end(), 0);
    std::int64_t best = INT64_MAX;
    do {
        std::int64_t now = 0, total = 0;
        for (int i : order) {
            now += seconds[i];
            total += people[i] * now;
        }
        best = std::min(best, total);
    } while (std::next_permutation(order.begin(), order.end()));
    std::cout << best << '\n';
}
