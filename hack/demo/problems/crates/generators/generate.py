"""Writes the secret tests (always the same ones); the answers come from the Python solution."""
import random
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
secret = root / "data" / "secret"
solution = root / "submissions" / "accepted" / "crates.py"
rnd = random.Random(80808)


def weights(n, lowest, highest):
    return [rnd.randint(lowest, highest) for _ in range(n)]


def remainders(n, choices):
    """Weights near 10^9 whose remainders by n are among the choices."""
    base = 10**9 // n * n - n
    return [base + rnd.choice(choices) for _ in range(n)]


cases = {
    "01-one-crate": [7],
    "02-two-light": [1, 1],
    "03-two-odd": [3, 5],
    "04-one-fits-alone": [1, 2, 8, 3],
    "05-last-one-fits-alone": [1, 1, 1, 1, 5],
    "06-only-all-together": [1] * 12,
    "07-heavy-and-equal": [999999999] * 10,
    "08-zigzag": [1, 9, 2, 8, 3, 7, 4, 6, 5, 10],
    "09-twenty-five": remainders(25, [1]),
    "10-thirty-one": [1000000000 - 1000000000 % 31 + 1] * 30 + [2],
    "11-hundred": weights(100, 1, 1000),
    "12-thousand-heavy": remainders(1000, range(1, 4)),
    "13-prime": weights(9973, 1, 10**9),
    "14-all-heaviest": remainders(19997, [1]),
    "15-most": weights(20000, 1, 10**9),
}
secret.mkdir(parents=True, exist_ok=True)
for name, row in cases.items():
    assert all(1 <= w <= 10**9 for w in row), name
    text = f"{len(row)}\n{' '.join(map(str, row))}\n".encode()
    (secret / f"{name}.in").write_bytes(text)
    answer = subprocess.run([sys.executable, solution], input=text, stdout=subprocess.PIPE, check=True)
    (secret / f"{name}.ans").write_bytes(answer.stdout)
