#include <iostream>
#include <string>

int main()
{
    std::string beads;
    std::cin >> beads;
    std::size_t start = 0;
    for (std::size_t i = 1; i <= beads.size(); ++i) {
        if (i == beads.size() || beads[i] != beads[start]) {
            if (start > 0)
                std::cout << ' ';
            std::cout << i - start << beads[start];
            start = i;
        }
    }
    std::cout << '\n';
}
