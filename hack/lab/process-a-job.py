# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# Starts a command again and again in so many places at once: process-a-job.py PLACES SECONDS COMMAND...
# The command prints when it ran, in nanoseconds since 1970. Prints jobs and seconds, then for each job the nanoseconds from
# its start to what it printed.
import os
import sys
import threading
import time

places, seconds, command = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]
environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}
starts = []


def job():
    begun = time.time_ns()
    reader, writer = os.pipe()
    pid = os.posix_spawnp(
        command[0], command, environment,
        file_actions=[(os.POSIX_SPAWN_DUP2, writer, 1), (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)])
    os.close(writer)
    with open(reader, "rb") as printed:
        text = printed.read()
    os.waitpid(pid, 0)
    return int(text) - begun


def loop():
    while time.monotonic() < end:
        starts.append(job())


job()
begun = time.monotonic()
end = begun + seconds
threads = [threading.Thread(target=loop) for _ in range(places)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(starts), time.monotonic() - begun)
print(*starts, sep="\n")
