"""Is the robot in the shaft: validate.py input answer feedback_dir, talking to a program.

The program is not trusted: its lines are read as bytes, and only a bounded piece of one ever gets into a message.
"""
import re
import sys
from pathlib import Path

ACCEPTED = 42
WRONG = 43
TRIPS = 32
LONGEST_LINE = 64


def finish(code, message):
    (Path(sys.argv[3]) / "judgemessage.txt").write_text(message + "\n", encoding="utf-8")
    sys.exit(code)


def say(word):
    print(word, flush=True)


def shown(line):
    return repr(line[:20])[1:] + ("..." if len(line) > 20 else "")


def next_ledge(n, trip):
    line = sys.stdin.buffer.readline(LONGEST_LINE)
    if not line:
        finish(WRONG, f"the program ended after {trip - 1} trips without the lamp")
    if not re.fullmatch(rb"[0-9]{1,10}", line.strip()):
        finish(WRONG, f"trip {trip} goes to no number: {shown(line)}")
    ledge = int(line)
    if not 1 <= ledge <= n:
        finish(WRONG, f"trip {trip} goes to ledge {ledge}, not between 1 and {n}")
    return ledge


def main():
    with open(sys.argv[1], "rb") as file:
        n, lamp = map(int, file.read().split())
    say(n)
    for trip in range(1, TRIPS + 1):
        ledge = next_ledge(n, trip)
        if ledge == lamp:
            say("found")
            if sys.stdin.buffer.read(LONGEST_LINE).strip():
                finish(WRONG, f"found on trip {trip}, but then the program went on talking")
            finish(ACCEPTED, f"found on trip {trip}")
        say("deeper" if ledge < lamp else "higher")
    finish(WRONG, f"not found in {TRIPS} trips")


main()
