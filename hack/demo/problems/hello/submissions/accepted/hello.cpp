#include <iostream>

int main()
{
    std::cout << "Hello, Gretlab!" << std::endl;
}
