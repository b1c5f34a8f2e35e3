import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
documents = list(zip(numbers[1::2], numbers[2::2]))
documents.sort()
total = now = 0
for t, w in documents:
    now += t
    total += w * now
print(total)
