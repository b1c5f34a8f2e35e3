"""Writes the secret tests (always the same ones); the answers come from the Python solution."""
import random
import string
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
secret = root / "data" / "secret"
solution = root / "submissions" / "accepted" / "beads.py"
rnd = random.Random(30303)
letters = string.ascii_letters


def runs(n, longest, alphabet):
    text = ""
    while len(text) < n:
        text += rnd.choice(alphabet) * rnd.randint(1, longest)
    return text[:n]


cases = {
    "01-one-bead": "q",
    "02-one-wooden-bead": "Z",
    "03-two-equal": "bb",
    "04-two-different": "xy",
    "05-glass-and-wood": "aAaAAaaaAAA",
    "06-ten-in-a-row": "c" * 10 + "d" * 9 + "e" * 11,
    "07-single-one-at-the-end": "mmmmmmmn",
    "08-alphabet": string.ascii_lowercase + string.ascii_uppercase,
    "09-short-runs": runs(2000, 3, letters),
    "10-long-runs": runs(30000, 400, letters),
    "11-no-two-equal": "Ab" * 10000,
    "12-all-the-same": "w" * 100000,
}
secret.mkdir(parents=True, exist_ok=True)
for name, beads in cases.items():
    text = (beads + "\n").encode()
    (secret / f"{name}.in").write_bytes(text)
    answer = subprocess.run([sys.executable, solution], input=text, stdout=subprocess.PIPE, check=True)
    (secret / f"{name}.ans").write_bytes(answer.stdout)
