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
    else:
        assert y + dy >= 0 and x + dx >= 0, "the robot left the room"
        if grid[y + dy][x + dx] == "#":
            bumps += 1
        else:
            y += dy
            x += dx
            clean.add((y, x))
print(len(clean), bumps)
