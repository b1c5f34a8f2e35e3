"""Writes the secret tests (always the same ones); the answers come from the Python solution."""
import random
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
secret = root / "data" / "secret"
solution = root / "submissions" / "accepted" / "signals.py"
rnd = random.Random(70707)


def heights(n, lowest, highest):
    return [rnd.randint(lowest, highest) for _ in range(n)]


def sinking(n, last):
    """Each tower lower than the one before: no signal is stopped before the last tower."""
    return list(range(n, 1, -1)) + [last]


cases = {
    "01-one-tower": [1000000],
    "02-two-rising": [1, 2],
    "03-two-sinking": [2, 1],
    "04-two-equal": [5, 5],
    "05-all-equal": [77] * 1000,
    "06-rising": list(range(1, 1001)),
    "07-sinking-then-one-giant": sinking(1000, 1000000),
    "08-few-heights": heights(2000, 1, 3),
    "09-random": heights(3000, 1, 1000000),
    "10-saw": [1000 - i % 100 for i in range(4000)],
    "11-random-long": heights(60000, 1, 1000000),
    "12-sinking-very-long": sinking(300000, 1000000),
    "13-few-heights-very-long": heights(300000, 1, 9),
}
secret.mkdir(parents=True, exist_ok=True)
for name, row in cases.items():
    text = f"{len(row)}\n{' '.join(map(str, row))}\n".encode()
    (secret / f"{name}.in").write_bytes(text)
    answer = subprocess.run([sys.executable, solution], input=text, stdout=subprocess.PIPE, check=True)
    (secret / f"{name}.ans").write_bytes(answer.stdout)
