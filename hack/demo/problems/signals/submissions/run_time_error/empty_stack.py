import sys


def main():
    heights = list(map(int, sys.stdin.buffer.read().split()))
    heights.pop(0)
    # Positions of the towers whose signal is still on its way: their heights sink eastward.
    waiting = []
    total = 0
    for i, height in enumerate(heights):
        while heights[waiting[-1]] <= height:
            total += i - waiting.pop()
        waiting.append(i)
    print(total)


main()
