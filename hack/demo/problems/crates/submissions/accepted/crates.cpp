#include <cstdint>
#include <iostream>
#include <vector>

int main()
{
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    std::vector<std::int64_t> sum(n + 1);
    for (int i = 1; i <= n; ++i) {
        std::cin >> sum[i];
        sum[i] += sum[i - 1];
    }
    // From the back, so the load differs from what other programs find.
    std::vector<int> place(n, -1);
    for (int i = n; i >= 0; --i) {
        int &end = place[sum[i] % n];
        if (end >= 0) {
            std::cout << end - i << '\n';
            for (int crate = end; crate > i; --crate)
                std::cout << crate << (crate == i + 1 ? '\n' : ' ');
            return 0;
        }
        end = i;
    }
}
