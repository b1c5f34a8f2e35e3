import sys
from itertools import accumulate

numbers = list(map(int, sys.stdin.buffer.read().split()))
n, q = numbers[:2]
# What a trip from the first station to each of them costs; any other is a difference of two.
cost = [0, *accumulate(numbers[2:2 + n])]
ends = numbers[2 + n:2 + n + 2 * q]
print("\n".join(str(cost[b] - cost[a - 1]) for a, b in zip(ends[::2], ends[1::2])))
