import sys


def main():
    heights = list(map(int, sys.stdin.buffer.read().split()))
    n = heights.pop(0)
    total = 0
    for i in range(n):
        for j in range(i + 1, n):
            if heights[j] >= heights[i]:
                total += j - i
                break
    print(total)


main()
