import re
import sys


def fail(message):
    print(message, file=sys.stderr)
    sys.exit(43)


lines = sys.stdin.buffer.read().split(b"\n")
if lines.pop() != b"":
    fail("the last line must end with a line break")
if not lines or not re.fullmatch(rb"[1-9][0-9]{0,4}", lines[0]) or int(lines[0]) > 10000:
    fail("line 1: n must be between 1 and 10000")
if len(lines) - 1 != int(lines[0]):
    fail(f"n is {int(lines[0])}, but {len(lines) - 1} readings follow")
for number, line in enumerate(lines[1:], 2):
    if not re.fullmatch(rb"(0|[1-9][0-9]{0,2})\.[0-9]", line) or float(line) > 500:
        fail(f"line {number}: not a reading between 0.0 and 500.0 with one decimal")
sys.exit(42)
