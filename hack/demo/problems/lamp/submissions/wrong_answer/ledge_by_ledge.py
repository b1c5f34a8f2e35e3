n = int(input())
for ledge in range(1, n + 1):
    print(ledge, flush=True)
    if input() == "found":
        break
