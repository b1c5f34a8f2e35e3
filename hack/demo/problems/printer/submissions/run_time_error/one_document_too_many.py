import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
n = numbers[0]
documents = sorted(zip(numbers[1::2], numbers[2::2]), key=lambda d: d[0] / d[1])
total = now = 0
for k in range(n + 1):
    now += documents[k][0]
    total += documents[k][1] * now
print(total)
