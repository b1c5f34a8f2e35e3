#include <cstdint>
#include <iostream>
#include <vector>

static int n;
static std::vector<int> weights, load;

// Tries every load of exactly `left` more crates from `crate` on.
static bool search(int crate, int left, std::int64_t total)
{
    if (left == 0)
        return total % n == 0;
    for (int i = crate; i + left <= n; ++i) {
        load.push_back(i + 1);
        if (search(i + 1, left - 1, total + weights[i]))
            return true;
        load.pop_back();
    }
    return false;
}

int main()
{
    std::cin >> n;
    weights.resize(n);
    for (int &weight : weights)
        std::cin >> weight;
    int k = 1;
    while (!search(0, k, 0))
        ++k;
    std::cout << k << '\n';
    for (int crate : load)
        std::cout << crate << ' ';
    std::cout << '\n';
}
