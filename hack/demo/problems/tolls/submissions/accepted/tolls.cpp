#include <iostream>
#include <numeric>
#include <vector>

int main()
{
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n, q;
    std::cin >> n >> q;
    std::vector<long long> cost(n + 1);
    for (int i = 1; i <= n; i++)
        std::cin >> cost[i];
    std::partial_sum(cost.begin(), cost.end(), cost.begin());
    for (int a, b; q > 0 && std::cin >> a >> b; q--)
        std::cout << cost[b] - cost[a - 1] << '\n';
}
