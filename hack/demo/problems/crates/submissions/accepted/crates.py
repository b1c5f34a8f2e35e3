n = int(input())
weights = list(map(int, input().split()))
# Among the n + 1 sums of the first 0, 1, ..., n weights, two leave the same remainder.
seen = {0: 0}
total = 0
for i, weight in enumerate(weights, 1):
    total += weight
    if total % n in seen:
        first = seen[total % n] + 1
        break
    seen[total % n] = i
print(i - first + 1)
print(*range(first, i + 1))
