import re
import sys


def fail(message):
    print(message, file=sys.stderr)
    sys.exit(43)


def numbers(line, count, lowest, highest, what):
    if not re.fullmatch(rb"(0|[1-9][0-9]{0,6})( (0|[1-9][0-9]{0,6}))*", line):
        fail(f"{what}: not a row of numbers with single spaces")
    row = list(map(int, line.split()))
    if len(row) != count or min(row) < lowest or max(row) > highest:
        fail(f"{what}: {count} numbers from {lowest} to {highest} are needed")
    return row


lines = sys.stdin.buffer.read().split(b"\n")
if lines.pop() != b"" or len(lines) < 3:
    fail("at least three lines, each ending with a line break, are needed")
n, q = numbers(lines[0], 2, 1, 100000, "line 1")
if q > 20000 or len(lines) != q + 2:
    fail(f"q is {q}, but {len(lines) - 2} trips follow")
numbers(lines[1], n, 0, 10**6, "line 2")
for place, line in enumerate(lines[2:], 3):
    a, b = numbers(line, 2, 1, n, f"line {place}")
    if a > b:
        fail(f"line {place}: a trip goes backwards")
sys.exit(42)
