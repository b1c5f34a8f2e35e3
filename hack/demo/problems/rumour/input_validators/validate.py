import re
import sys


def fail(message):
    print(message, file=sys.stderr)
    sys.exit(43)


def numbers(line):
    if not re.fullmatch(rb"(0|[1-9][0-9]{0,5})( (0|[1-9][0-9]{0,5}))*", line):
        fail("not a line of numbers with single spaces: " + repr(line[:40]))
    return list(map(int, line.split()))


lines = sys.stdin.buffer.read().split(b"\n")
if lines.pop() != b"" or len(lines) < 2:
    fail("at least two lines, each ending with a line break, are needed")
head = numbers(lines[0])
if len(head) != 3:
    fail("line 1: not three numbers")
n, m, k = head
if not (1 <= n <= 20000 and 0 <= m <= 40000 and 1 <= k <= n):
    fail("line 1: outside the limits")
starts = numbers(lines[1])
if len(starts) != k or len(set(starts)) != k or not all(1 <= s <= n for s in starts):
    fail(f"line 2: not {k} different people")
if len(lines) != m + 2:
    fail(f"{m} friendships expected, {len(lines) - 2} found")
seen = set()
for number, line in enumerate(lines[2:], 3):
    pair = numbers(line)
    if len(pair) != 2 or pair[0] == pair[1] or not all(1 <= p <= n for p in pair):
        fail(f"line {number}: not two different people")
    if frozenset(pair) in seen:
        fail(f"line {number}: this friendship is given twice")
    seen.add(frozenset(pair))
sys.exit(42)
