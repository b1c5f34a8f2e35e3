import re
import sys


def fail(message):
    print(message, file=sys.stderr)
    sys.exit(43)


lines = sys.stdin.buffer.read().split(b"\n")
if lines.pop() != b"" or len(lines) != 2:
    fail("two lines, each ending with a line break, are needed")
if not re.fullmatch(rb"[1-9][0-9]{0,5}", lines[0]) or int(lines[0]) > 300000:
    fail("line 1: n must be between 1 and 300000")
if not re.fullmatch(rb"[1-9][0-9]{0,6}( [1-9][0-9]{0,6})*", lines[1]):
    fail("line 2: not a row of positive numbers with single spaces")
row = list(map(int, lines[1].split()))
if len(row) != int(lines[0]):
    fail(f"n is {int(lines[0])}, but {len(row)} heights follow")
if max(row) > 1000000:
    fail("line 2: a tower is higher than 1000000")
sys.exit(42)
