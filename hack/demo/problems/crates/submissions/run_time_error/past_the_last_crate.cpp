#include <cstdint>
#include <iostream>
#include <vector>

int main()
{
    int n;
    std::cin >> n;
    std::vector<std::int64_t> weights(n);
    for (auto &weight : weights)
        std::cin >> weight;
    // Only one crate is tried at a time; if none fits, the search runs out of the warehouse.
    int crate = 0;
    while (weights.at(crate) % n != 0)
        ++crate;
    std::cout << "1\n" << crate + 1 << '\n';
}
