"""A scripted person at a pseudo-terminal: sees what a program writes there, and types an answer
when it asks.

The program cannot tell it from a person: it opens its controlling terminal, and the keys come from
there.
"""
import dataclasses
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable

# The last line of a question. What a model or a tool wrote stands behind a mark, never at the
# beginning of a line.
ASKING = re.compile(rb"(?m)^Press 1, 2, 3 or 4\b")
ESCAPES = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\r")

# A person reads before they type; the prompt itself ignores keys that come too early to be an
# answer to it.
READING_SECONDS = 0.5

LINES, COLUMNS = 50, 100


@dataclasses.dataclass(frozen=True)
class Seen:
    """How a program ended and all that it wrote on the terminal, without colours."""

    code: int
    text: str
    prompts: list[str]


class Person:
    """`answer` gets what was written since the last answer and gives the keys to type. `show` gets
    every byte as it comes."""

    def __init__(self, answer: Callable[[str], str], show: Callable[[bytes], None] = lambda _: None, patience_seconds: float = 60):
        self.answer = answer
        self.show = show
        self.patience_seconds = patience_seconds
        self.written = b""
        self.since_answer = b""
        self.prompts: list[str] = []

    def run(self, command: list[str], environment: dict[str, str]) -> Seen:
        pid, terminal = pty.fork()
        if pid == 0:
            try:
                os.execvpe(command[0], command, environment)
            finally:
                os._exit(127)
        try:
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
            self.attend(terminal)
        except BaseException:
            os.kill(pid, signal.SIGKILL)
            raise
        finally:
            os.close(terminal)
            _, status = os.waitpid(pid, 0)
        return Seen(os.waitstatus_to_exitcode(status), readable(self.written), self.prompts)

    def attend(self, terminal: int) -> None:
        deadline = time.monotonic() + self.patience_seconds
        keys = ""
        while time.monotonic() < deadline:
            if select.select([terminal], [], [], READING_SECONDS)[0]:
                chunk = read(terminal)
                if not chunk:
                    return
                self.show(chunk)
                self.written += chunk
                self.since_answer += chunk
                deadline = time.monotonic() + self.patience_seconds
            elif ASKING.search(ESCAPES.sub(b"", self.since_answer)):
                self.prompts.append(readable(self.since_answer))
                keys = self.answer(self.prompts[-1])
                self.since_answer = b""
                os.write(terminal, keys.encode())
            elif keys and not self.since_answer:
                # Nothing moved: the key came too early and was dropped, as a real one would have
                # been.
                os.write(terminal, keys.encode())
        raise TimeoutError(f"nothing new for {self.patience_seconds} s; the last lines were:\n{readable(self.written)[-2000:]}")


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the program has ended and nothing holds the other end
        return b""


def readable(written: bytes) -> str:
    return ESCAPES.sub(b"", written).decode("utf-8", "replace")
