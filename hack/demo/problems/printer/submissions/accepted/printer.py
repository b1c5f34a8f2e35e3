import sys

# If a is printed directly before b, swapping them changes the sum by w_a * t_b - w_b * t_a.
numbers = list(map(int, sys.stdin.buffer.read().split()))
documents = list(zip(numbers[1::2], numbers[2::2]))
# Different ratios of numbers up to 1000 differ by 1e-6 or more: a double orders them exactly.
documents.sort(key=lambda d: d[0] / d[1])
total = now = 0
for t, w in documents:
    now += t
    total += w * now
print(total)
