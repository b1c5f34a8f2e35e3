#include <iomanip>
#include <iostream>

int main()
{
    int n;
    std::cin >> n;
    double total = 0;
    for (int i = 0; i < n; ++i) {
        double reading;
        std::cin >> reading;
        total += reading;
    }
    std::cout << std::setprecision(12) << total / n << '\n';
}
