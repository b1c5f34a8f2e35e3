"""Writes the secret tests (always the same ones); the answers come from the Python solution."""
import random
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
secret = root / "data" / "secret"
solution = root / "submissions" / "accepted" / "printer.py"
rnd = random.Random(50505)


def documents(n, longest, people):
    return [(rnd.randint(1, longest), rnd.randint(1, people)) for _ in range(n)]


def close_ratios(n):
    """Ratios so near to each other that single precision cannot tell them apart in sums."""
    return [(t, t + rnd.choice((-1, 0, 1))) for t in (rnd.randint(900, 999) for _ in range(n))]


cases = {
    "01-one-document": [(1000, 1000)],
    "02-two": [(4, 1), (5, 2)],
    "03-same-ratio": [(k, k) for k in range(1, 40)],
    "04-nobody-special": [(rnd.randint(1, 1000), 1) for _ in range(50)],
    "05-same-length": [(7, rnd.randint(1, 1000)) for _ in range(50)],
    "06-six": documents(6, 10, 10),
    "07-eight": documents(8, 1000, 1000),
    "08-short-and-popular": documents(500, 10, 10),
    "09-close-ratios": close_ratios(2000),
    "10-many": documents(12000, 1000, 1000),
    "11-all-equal": [(1000, 1000)] * 20000,
    "12-most": documents(50000, 1000, 1000),
}
secret.mkdir(parents=True, exist_ok=True)
for name, entries in cases.items():
    text = "\n".join([str(len(entries)), *(f"{t} {w}" for t, w in entries), ""]).encode()
    (secret / f"{name}.in").write_bytes(text)
    answer = subprocess.run([sys.executable, solution], input=text, stdout=subprocess.PIPE, check=True)
    (secret / f"{name}.ans").write_bytes(answer.stdout)
