"""The input of this problem is empty."""
import sys

if sys.stdin.buffer.read():
    print("the input must be empty", file=sys.stderr)
    sys.exit(43)
sys.exit(42)
