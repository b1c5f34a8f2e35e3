beads = input()
groups = []
i = 0
while i < len(beads):
    end = i
    while beads[end] == beads[i]:
        end += 1
    groups.append(f"{end - i}{beads[i]}")
    i = end
print(*groups)
