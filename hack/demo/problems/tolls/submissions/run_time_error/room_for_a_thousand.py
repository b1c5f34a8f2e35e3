# Has room for a thousand stations.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
n, q = numbers[:2]
cost = [0] * 1001
for i in range(n):
    cost[i + 1] = cost[i] + numbers[2 + i]
ends = numbers[2 + n:2 + n + 2 * q]
print("\n".join(str(cost[b] - cost[a - 1]) for a, b in zip(ends[::2], ends[1::2])))
