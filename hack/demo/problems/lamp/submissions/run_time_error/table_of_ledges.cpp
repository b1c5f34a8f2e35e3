#include <cstdlib>
#include <iostream>
#include <string>

int main()
{
    int n;
    std::cin >> n;
    if (n > 1000000)
        std::abort(); // no room for so many ledges
    int low = 1, high = n;
    std::string word;
    while (word != "found") {
        const int middle = (low + high) / 2;
        std::cout << middle << std::endl;
        std::cin >> word;
        (word == "deeper" ? low : high) = word == "deeper" ? middle + 1 : middle - 1;
    }
}
