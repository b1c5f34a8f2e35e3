#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

struct Document {
    int seconds, people;
};

int main()
{
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    std::cin >> n;
    std::vector<Document> documents(n);
    for (auto &d : documents)
        std::cin >> d.seconds >> d.people;
    std::sort(documents.begin(), documents.end(), [](const Document &a, const Document &b) {
        return a.seconds * b.people < b.seconds * a.people;
    });
    std::int64_t now = 0, total = 0;
    for (const auto &d : documents) {
        now += d.seconds;
        total += d.people * now;
    }
    std::cout << total << '\n';
}
