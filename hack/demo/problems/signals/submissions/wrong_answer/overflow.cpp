#include <iostream>
#include <stack>
#include <utility>

int main()
{
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    std::stack<std::pair<int, int>> waiting;
    int total = 0;
    for (int i = 0; i < n; ++i) {
        int height;
        std::cin >> height;
        while (!waiting.empty() && waiting.top().first <= height) {
            total += i - waiting.top().second;
            waiting.pop();
        }
        waiting.emplace(height, i);
    }
    std::cout << total << '\n';
}
