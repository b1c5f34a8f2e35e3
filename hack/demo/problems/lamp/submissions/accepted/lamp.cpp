#include <iostream>
#include <string>

int main()
{
    int low = 1, high;
    std::string word;
    std::cin >> high;
    while (word != "found") {
        const int middle = low + (high - low) / 2;
        std::cout << middle << std::endl;
        std::cin >> word;
        if (word == "deeper")
            low = middle + 1;
        else
            high = middle - 1;
    }
}
