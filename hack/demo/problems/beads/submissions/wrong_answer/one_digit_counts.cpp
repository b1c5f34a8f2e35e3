#include <iostream>
#include <string>

int main()
{
    std::string beads;
    std::cin >> beads;
    for (std::size_t i = 0; i < beads.size();) {
        std::size_t end = i;
        while (end < beads.size() && beads[end] == beads[i] && end - i < 9)
            ++end;
        std::cout << end - i << beads[i] << ' ';
        i = end;
    }
    std::cout << '\n';
}
