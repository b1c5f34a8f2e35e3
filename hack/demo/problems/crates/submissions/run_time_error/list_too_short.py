n = int(input())
weights = list(map(int, input().split()))
seen = [None] * (n - 1)
total = 0
for i, weight in enumerate(weights):
    remainder = total % n
    if seen[remainder] is not None:
        break
    seen[remainder] = i
    total += weight
first = seen[total % n]
print(i - first)
print(*range(first + 1, i + 1))
