n = int(input())
low, high = 1, n
while low <= high:
    middle = (low + high) // 2
    print(middle, flush=True)
    way = int(input())  # but it is a word
    low, high = (middle + 1, high) if way > 0 else (low, middle - 1)
