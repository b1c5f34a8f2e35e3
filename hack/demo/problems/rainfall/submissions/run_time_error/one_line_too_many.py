n = int(input())
total = 0.0
for _ in range(n + 1):
    total += float(input())
print(total / n)
