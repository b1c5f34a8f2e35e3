import re
import sys

if not re.fullmatch(rb"[A-Za-z]{1,100000}\n", sys.stdin.buffer.read()):
    print("the input must be one line of 1 to 100000 letters", file=sys.stderr)
    sys.exit(43)
sys.exit(42)
