low, high = 1, int(input())
while True:
    middle = (low + high) // 2
    print(middle)  # stays in the buffer
    word = input()
    if word == "found":
        break
    low, high = (middle + 1, high) if word == "deeper" else (low, middle - 1)
