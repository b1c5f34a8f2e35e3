import sys


def main():
    numbers = list(map(int, sys.stdin.buffer.read().split()))
    n, m, k = numbers[:3]
    pairs = list(zip(numbers[3 + k :: 2], numbers[4 + k :: 2]))
    known = set(numbers[3 : 3 + k])
    day = 0
    # Looks at every friendship on every day.
    while len(known) < n:
        news = set()
        for a, b in pairs:
            if a in known and b not in known:
                news.add(b)
            elif b in known and a not in known:
                news.add(a)
        if not news:
            break
        known |= news
        day += 1
    print(day if len(known) == n else "never")


main()
