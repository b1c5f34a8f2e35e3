beads = input()
groups = []
count = 1
for i in range(1, len(beads)):
    if beads[i] == beads[i - 1]:
        count += 1
    else:
        groups.append(f"{count}{beads[i - 1]}")
        count = 1
print(*groups)
