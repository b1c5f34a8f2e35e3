import sys


def main():
    n, *heights = map(int, sys.stdin.buffer.read().split())
    # stop[i]: the tower that stops the signal of i; n stands for the sea.
    stop = [n] * n
    total = 0
    for i in range(n - 2, -1, -1):
        j = i + 1
        while j < n and heights[j] < heights[i]:
            j = stop[j]
        stop[i] = j
        if j < n:
            total += j - i
    print(total)


main()
