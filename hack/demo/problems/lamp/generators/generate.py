"""Writes the secret tests: the number of ledges and where the lamp lies, which is also the answer."""
from pathlib import Path

secret = Path(__file__).resolve().parent.parent / "data" / "secret"
secret.mkdir(parents=True, exist_ok=True)
cases = {
    "01-one-ledge": (1, 1),
    "02-two-upper": (2, 1),
    "03-two-lower": (2, 2),
    "04-three-middle": (3, 2),
    "05-hundred": (100, 64),
    "06-thousand-top": (1000, 1),
    "07-thousand-bottom": (1000, 1000),
    "08-million": (10**6, 271828),
    "09-deepest-top": (10**9, 1),
    "10-deepest-middle": (10**9, 5 * 10**8),
    "11-deepest-below-middle": (10**9, 5 * 10**8 + 1),
    "12-deepest-bottom": (10**9, 10**9),
    "13-deepest-somewhere": (987654321, 123456789),
}
for name, (n, lamp) in cases.items():
    assert 1 <= lamp <= n <= 10**9, name
    (secret / f"{name}.in").write_text(f"{n} {lamp}\n")
    (secret / f"{name}.ans").write_text(f"{lamp}\n")
