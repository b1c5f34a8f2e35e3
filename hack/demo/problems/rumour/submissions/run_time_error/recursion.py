import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, m, k = numbers[:3]
    friends = [[] for _ in range(n + 1)]
    for i in range(3 + k, 3 + k + 2 * m, 2):
        a, b = numbers[i], numbers[i + 1]
        friends[a].append(b)
        friends[b].append(a)
    day = [n] * (n + 1)

    def tell(people, today):
        news = [person for person in people if day[person] == n]
        for person in news:
            day[person] = today
        if news:
            tell({friend for person in news for friend in friends[person]}, today + 1)

    tell(numbers[3 : 3 + k], 0)
    last = max(day[1:])
    print("never" if last == n else last)


main()
