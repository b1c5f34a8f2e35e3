rows, columns = map(int, input().split())
grid = [input() for _ in range(rows)]
y = next(i for i in range(rows) if "S" in grid[i])
x = grid[y].index("S")
dy, dx = -1, 0
clean = {(y, x)}
bumps = 0
for command in input():
    if command == "L":
        dy, dx = -dx, dy
    elif command == "R":
        dy, dx = dx, -dy
    elif 0 <= y + dy < rows and 0 <= x + dx < columns and grid[y + dy][x + dx] != "#":
        y += dy
        x += dx
        clean.add((y, x))
    else:
        bumps += 1
print(len(clean), bumps)
