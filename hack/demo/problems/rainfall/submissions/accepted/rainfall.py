n = int(input())
total = 0.0
for _ in range(n):
    total += float(input())
print(f"{total / n:.9f}")
