# Takes the first fee for that of all stations.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
n, q, fee = numbers[:3]
ends = numbers[2 + n:2 + n + 2 * q]
print("\n".join(str(fee * (b - a + 1)) for a, b in zip(ends[::2], ends[1::2])))
