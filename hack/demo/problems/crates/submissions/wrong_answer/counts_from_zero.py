n = int(input())
weights = list(map(int, input().split()))
seen = {0: 0}
total = 0
for i, weight in enumerate(weights, 1):
    total += weight
    if total % n in seen:
        first = seen[total % n]
        break
    seen[total % n] = i
print(i - first)
print(*range(first, i))
