"""Writes the secret tests (always the same ones); the answers come from the Python solution."""
import random
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
secret = root / "data" / "secret"
solution = root / "submissions" / "accepted" / "tolls.py"
rnd = random.Random(515151)


def trips(n, q, shortest=1):
    for _ in range(q):
        length = rnd.randint(shortest, n)
        a = rnd.randint(1, n - length + 1)
        yield a, a + length - 1


def fees(n, highest):
    return [rnd.randint(0, highest) for _ in range(n)]


cases = {
    "1-short/01-one-station": ([1000], [(1, 1)]),
    "1-short/02-nothing-to-pay": ([0, 0, 0], [(1, 3), (2, 2)]),
    "1-short/03-ten": (fees(10, 9), list(trips(10, 20))),
    "1-short/04-hundred": (fees(100, 1000), list(trips(100, 100))),
    "2-same/01-thousand": ([3] * 1000, list(trips(1000, 1000))),
    "2-same/02-two-thousand": ([999] * 2000, list(trips(2000, 2000))),
    "2-same/03-most": ([7] * 100000, list(trips(100000, 20000, 90000))),
    "2-same/04-most-and-dear": ([10**6] * 100000, list(trips(100000, 20000, 90000))),
    "3-long/01-many": (fees(100000, 10**6), list(trips(100000, 20000))),
    "3-long/02-far": (fees(100000, 10**6), list(trips(100000, 20000, 95000))),
}
for name, (row, journeys) in cases.items():
    lines = [f"{len(row)} {len(journeys)}", " ".join(map(str, row))]
    lines += [f"{a} {b}" for a, b in journeys]
    text = ("\n".join(lines) + "\n").encode()
    file = secret / f"{name}.in"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text)
    answer = subprocess.run([sys.executable, solution], input=text, stdout=subprocess.PIPE, check=True)
    file.with_suffix(".ans").write_bytes(answer.stdout)
