#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

int main()
{
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    std::vector<int> heights(n);
    for (int &height : heights)
        std::cin >> height;
    std::int64_t total = 0;
    for (auto tower = heights.begin(); tower != heights.end(); ++tower) {
        auto stop = std::find_if(tower + 1, heights.end(),
                                 [&](int height) { return height >= *tower; });
        if (stop != heights.end())
            total += stop - tower;
    }
    std::cout << total << '\n';
}
