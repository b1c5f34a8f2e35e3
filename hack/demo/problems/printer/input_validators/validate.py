import re
import sys


def fail(message):
    print(message, file=sys.stderr)
    sys.exit(43)


lines = sys.stdin.buffer.read().split(b"\n")
if lines.pop() != b"":
    fail("the last line must end with a line break")
if not lines or not re.fullmatch(rb"[1-9][0-9]{0,4}", lines[0]) or int(lines[0]) > 50000:
    fail("line 1: n must be between 1 and 50000")
if len(lines) - 1 != int(lines[0]):
    fail(f"n is {int(lines[0])}, but {len(lines) - 1} documents follow")
for number, line in enumerate(lines[1:], 2):
    found = re.fullmatch(rb"([1-9][0-9]{0,3}) ([1-9][0-9]{0,3})", line)
    if not found or max(map(int, found.groups())) > 1000:
        fail(f"line {number}: not two numbers between 1 and 1000")
sys.exit(42)
