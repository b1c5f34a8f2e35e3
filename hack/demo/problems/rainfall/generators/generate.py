"""Writes the secret tests (always the same ones); the answers come from the Python solution."""
import random
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
secret = root / "data" / "secret"
solution = root / "submissions" / "accepted" / "rainfall.py"
rnd = random.Random(20201)


def tenths(low, high, n):
    return [rnd.randint(low, high) for _ in range(n)]


cases = {
    "01-one-day": [73],
    "02-one-dry-day": [0],
    "03-two-days": [4, 5],
    "04-a-third": [1, 0, 0],
    "05-all-dry": [0] * 30,
    "06-the-same-every-day": [1234] * 365,
    "07-a-week": tenths(0, 400, 7),
    "08-drizzle": tenths(0, 3, 997),
    "09-a-year": tenths(0, 900, 366),
    "10-one-storm": [0] * 4998 + [5000] + [0] * 4998,
    "11-always-pouring": [5000] * 9999 + [4999],
    "12-most-days": tenths(0, 5000, 10000),
}
secret.mkdir(parents=True, exist_ok=True)
for name, values in cases.items():
    lines = [str(len(values))] + [f"{v // 10}.{v % 10}" for v in values]
    text = ("\n".join(lines) + "\n").encode()
    (secret / f"{name}.in").write_bytes(text)
    answer = subprocess.run([sys.executable, solution], input=text, stdout=subprocess.PIPE, check=True)
    (secret / f"{name}.ans").write_bytes(answer.stdout)
