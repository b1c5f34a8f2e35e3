import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, m, k = numbers[:3]
    friends = [[] for _ in range(n + 1)]
    for i in range(3 + k, 3 + k + 2 * m, 2):
        a, b = numbers[i], numbers[i + 1]
        friends[a].append(b)
        friends[b].append(a)
    today = numbers[3 : 3 + k]
    knows = [False] * (n + 1)
    for person in today:
        knows[person] = True
    informed = k
    day = 0
    while today:
        day += 1
        tomorrow = []
        for person in today:
            for friend in friends[person]:
                if not knows[friend]:
                    knows[friend] = True
                    tomorrow.append(friend)
        informed += len(tomorrow)
        today = tomorrow
    print(day if informed == n else "never")


main()
