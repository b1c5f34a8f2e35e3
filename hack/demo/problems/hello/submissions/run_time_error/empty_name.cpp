#include <iostream>
#include <string>

int main()
{
    std::string name;
    std::cin >> name;
    std::cout << "Hello, " << name.at(0) << name.substr(1) << "!\n";
}
