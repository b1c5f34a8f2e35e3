#include <iostream>
#include <string>

int main()
{
    int n;
    std::cin >> n;
    std::string word;
    for (int ledge = 0; word != "found"; ledge++) { // ledges begin with 1
        std::cout << ledge << std::endl;
        if (!(std::cin >> word))
            return 0;
    }
}
