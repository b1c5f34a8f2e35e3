# Adds up every trip anew: right, and far too slow for long roads.
import sys

numbers = list(map(int, sys.stdin.buffer.read().split()))
n, q = numbers[:2]
fees = numbers[2:2 + n]
for i in range(q):
    a, b = numbers[2 + n + 2 * i:4 + n + 2 * i]
    print(sum(fees[a - 1:b]))
