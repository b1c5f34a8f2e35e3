"""Writes the secret tests (always the same ones); the answers come from the Python solution."""
import random
import subprocess
import sys
from pathlib import Path

root = Path(__file__).resolve().parent.parent
secret = root / "data" / "secret"
solution = root / "submissions" / "accepted" / "rumour.py"
rnd = random.Random(60606)


def shuffled(n, edges, starts):
    """Gives everybody a new number and mixes all the lists, so that no order can be relied on."""
    names = list(range(1, n + 1))
    rnd.shuffle(names)
    edges = [rnd.sample((names[a], names[b]), 2) for a, b in edges]
    rnd.shuffle(edges)
    starts = [names[s] for s in starts]
    rnd.shuffle(starts)
    return n, edges, starts


def path(n, starts):
    return shuffled(n, [(i, i + 1) for i in range(n - 1)], starts)


def path_in_order(n):
    """Numbered against the direction of the news: the worst order for repeated sweeps."""
    return n, [(i, i + 1) for i in range(1, n)], [n]


def tree(n, m, reach, starts):
    """Connected: everybody knows somebody among the `reach` people before; then extra friends."""
    edges = {(rnd.randint(max(0, i - reach), i - 1), i) for i in range(1, n)}
    while len(edges) < m:
        a = rnd.randrange(n - 1)
        edges.add((a, rnd.randint(a + 1, min(n - 1, a + reach))))
    return shuffled(n, sorted(edges), starts)


def ring(n, starts):
    return shuffled(n, [(i, (i + 1) % n) for i in range(n)], starts)


def scattered(n, m, k):
    edges = set()
    while len(edges) < m:
        edges.add(tuple(sorted(rnd.sample(range(n), 2))))
    return shuffled(n, sorted(edges), rnd.sample(range(n), k))


cases = {
    "01-a-hermit": (1, [], [1]),
    "02-two-strangers": (2, [], [2]),
    "03-two-friends": (2, [(2, 1)], [1]),
    "04-a-ring": ring(9, [0]),
    "05-a-star": shuffled(50, [(0, i) for i in range(1, 50)], [7]),
    "06-news-from-both-ends": path(101, [0, 100]),
    "07-everybody-knows": scattered(300, 500, 300),
    "08-one-left-out": shuffled(400, [(i, i + 1) for i in range(398)], [0]),
    "09-small-village": tree(200, 320, 12, [0, 3]),
    "10-big-ring-many-starts": ring(5000, [0, 1, 2, 100, 2500]),
    "11-town": tree(12000, 30000, 30, [6000, 11]),
    "12-scattered-town": scattered(12000, 20000, 5),
    "13-everybody-close": tree(15000, 40000, 15000, [1]),
    "14-long-chain": path_in_order(20000),
}
secret.mkdir(parents=True, exist_ok=True)
for name, (n, edges, starts) in cases.items():
    head = [f"{n} {len(edges)} {len(starts)}", " ".join(map(str, starts))]
    text = "\n".join([*head, *(f"{a} {b}" for a, b in edges), ""]).encode()
    (secret / f"{name}.in").write_bytes(text)
    answer = subprocess.run([sys.executable, solution], input=text, stdout=subprocess.PIPE, check=True)
    (secret / f"{name}.ans").write_bytes(answer.stdout)
