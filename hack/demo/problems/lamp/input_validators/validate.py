import re
import sys

match = re.fullmatch(rb"([1-9][0-9]{0,9}) ([1-9][0-9]{0,9})\n", sys.stdin.buffer.read())
if not match:
    print("one line with two numbers and a single space is needed", file=sys.stderr)
    sys.exit(43)
n, lamp = map(int, match.groups())
if not 1 <= lamp <= n <= 10**9:
    print("1 <= lamp <= n <= 10^9 does not hold", file=sys.stderr)
    sys.exit(43)
sys.exit(42)
