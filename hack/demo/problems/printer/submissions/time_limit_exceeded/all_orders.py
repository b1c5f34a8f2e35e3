import sys
from itertools import permutations

numbers = list(map(int, sys.stdin.buffer.read().split()))
documents = list(zip(numbers[1::2], numbers[2::2]))
best = None
for order in permutations(documents):
    total = now = 0
    for t, w in order:
        now += t
        total += w * now
    if best is None or total < best:
        best = total
print(best)
