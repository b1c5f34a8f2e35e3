"""Checks a load of crates: validate.py input answer feedback_dir < output of the program.

The answer file is not needed, because any load that fits the rule is right. The output is not
trusted: it is read as bytes, and only a bounded piece of it ever gets into a message.
"""
import re
import sys
from pathlib import Path

ACCEPTED = 42
WRONG = 43


def finish(code, message):
    (Path(sys.argv[3]) / "judgemessage.txt").write_text(message + "\n", encoding="utf-8")
    sys.exit(code)


def shown(token):
    return repr(token[:20])[1:] + ("..." if len(token) > 20 else "")


def number(token, lowest, highest, what):
    if not re.fullmatch(rb"[0-9]{1,9}", token):
        finish(WRONG, f"{what} is not a whole number: {shown(token)}")
    value = int(token)
    if not lowest <= value <= highest:
        finish(WRONG, f"{what} is {value}, not between {lowest} and {highest}")
    return value


def main():
    with open(sys.argv[1], "rb") as file:
        n, *weights = map(int, file.read().split())
    tokens = sys.stdin.buffer.read().split()
    if not tokens:
        finish(WRONG, "the output is empty")
    k = number(tokens[0], 1, n, "the number of crates")
    if len(tokens) != k + 1:
        finish(WRONG, f"{k} crates announced, but {len(tokens) - 1} numbers follow")
    load = 0
    chosen = set()
    for place, token in enumerate(tokens[1:], 1):
        crate = number(token, 1, n, f"crate number {place} of the load")
        if crate in chosen:
            finish(WRONG, f"crate {crate} is chosen twice")
        chosen.add(crate)
        load += weights[crate - 1]
    if load % n != 0:
        finish(WRONG, f"the load weighs {load}, which leaves {load % n} when divided by {n}")
    finish(ACCEPTED, f"{k} crates with {load} kilograms")


main()
