#include <iostream>
#include <string>

int main()
{
    int n;
    std::cin >> n;
    volatile unsigned long long thought = 0;
    for (unsigned long long i = 0; i < 40000000000ull; i++)
        thought = thought + i;
    std::cout << 1 + thought % n << std::endl;
}
