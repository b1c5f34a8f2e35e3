import re
import sys


def fail(message):
    print(message, file=sys.stderr)
    sys.exit(43)


lines = sys.stdin.buffer.read().split(b"\n")
if lines.pop() != b"":
    fail("the last line must end with a line break")
size = re.fullmatch(rb"([1-9][0-9]{0,2}) ([1-9][0-9]{0,2})", lines[0]) if lines else None
if not size:
    fail("line 1: not two numbers")
rows, columns = map(int, size.groups())
if rows > 100 or columns > 100:
    fail("line 1: more than 100 rows or columns")
if len(lines) != rows + 2:
    fail(f"{rows + 2} lines expected, {len(lines)} found")
for number, line in enumerate(lines[1:-1], 2):
    if not re.fullmatch(rb"[.#S]+", line) or len(line) != columns:
        fail(f"line {number}: not {columns} of the characters . # S")
if b"".join(lines[1:-1]).count(b"S") != 1:
    fail("there must be exactly one start")
if not re.fullmatch(rb"[FLR]{1,10000}", lines[-1]):
    fail("the last line must hold 1 to 10000 commands")
sys.exit(42)
