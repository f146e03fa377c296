#!/usr/bin/python3
"""A person at a terminal of their own: answer.py KEY COMMAND...

Runs the command on a new terminal, presses the key when its question is quiet, prints the screen's
text, and exits as the command does.
"""
import os
import pty
import select
import subprocess
import sys

SECONDS_MAX = 60


def main() -> int:
    key, *command = sys.argv[1:]
    ours, theirs = pty.openpty()
    program = subprocess.Popen(["setsid", "--ctty", "--wait", *command], env={**os.environ, "TERM": "dumb"}, stdin=theirs, stdout=theirs,
                               stderr=theirs)
    os.close(theirs)
    text = b""
    while program.poll() is None:
        ready, _, _ = select.select([ours], [], [], 0.5)
        if ready:
            try:
                text += os.read(ours, 4096)
            except OSError:
                break
        elif b"Press 1" in text:
            # The terminal has been quiet for as long as the question wants it to be.
            os.write(ours, key.encode())
    sys.stdout.write(text.decode(errors="replace"))
    return program.wait(timeout=SECONDS_MAX)


if __name__ == "__main__":
    sys.exit(main())
