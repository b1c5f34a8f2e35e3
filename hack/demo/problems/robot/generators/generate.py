"""Writes the secret tests (always the same ones); the answers come from the Python solution."""
import random
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
secret = root / "data" / "secret"
solution = root / "submissions" / "accepted" / "robot.py"
rnd = random.Random(40404)


def room(rows, columns, walls, start=None):
    grid = [["#" if rnd.random() < walls else "." for _ in range(columns)] for _ in range(rows)]
    y, x = start or (rnd.randrange(rows), rnd.randrange(columns))
    grid[y][x] = "S"
    return ["".join(row) for row in grid]


def walk(n, forward):
    return "".join("F" if rnd.random() < forward else rnd.choice("LR") for _ in range(n))


def spiral(n):
    text = ""
    for length in range(n, 0, -1):
        text += "F" * length + "R"
        if length < n:
            text += "F" * length + "R"
    return text[:10000]


cases = {
    "01-smallest-room": (["S"], "F"),
    "02-only-turning": (["..", "S."], "LRLRLLLL"),
    "03-all-four-edges": (["...", ".S.", "..."], "FFFRFFFRFFFFRFFFF"),
    "04-walled-in": (["###", "#S#", "###"], "FRFRFRFLF"),
    "05-corridor": (["S" + "." * 99], "R" + "F" * 120 + "RR" + "F" * 99),
    "06-shaft": (["."] * 99 + ["S"], "F" * 99 + "LLF" + "F" * 120),
    "07-the-same-tiles-again": (["...", "S..", "..."], "FRFRFRFR" * 40),
    "08-small-room": (room(6, 9, 0.2), walk(60, 0.6)),
    "09-wide-room": (room(5, 100, 0.1), walk(3000, 0.75)),
    "10-high-room": (room(100, 4, 0.1), walk(3000, 0.75)),
    "11-cluttered-room": (room(100, 100, 0.3), walk(10000, 0.7)),
    "12-spiral": (room(100, 100, 0, (99, 0)), spiral(99)),
    "13-great-hall": (room(100, 100, 0.03, (50, 50)), walk(10000, 0.9)),
}
secret.mkdir(parents=True, exist_ok=True)
for name, (grid, commands) in cases.items():
    text = "\n".join([f"{len(grid)} {len(grid[0])}", *grid, commands, ""]).encode()
    (secret / f"{name}.in").write_bytes(text)
    answer = subprocess.run([sys.executable, solution], input=text, stdout=subprocess.PIPE, check=True)
    (secret / f"{name}.ans").write_bytes(answer.stdout)
