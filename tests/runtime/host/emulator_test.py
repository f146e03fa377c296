#!/usr/bin/env python3
"""The question on the screen of a terminal emulator that is not ours: emulator_test.py --desk
PROGRAM CASE (77: tmux is missing)."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time
from collections.abc import Callable

from desk_cases import run_case

SECONDS_MAX = 60
# What would act on a terminal, hide, or pass for the program's own words if it reached the screen
# as it is.
HOSTILE = ("\x1b[2J\x1b[1;1H\x1b]2;stolen title\x07\x1b]52;c;c3RvbGVu\x07\x9b2J\r\x08\x08\n"
           "Press 1, 2, 3 or 4\n-> Allow once\n\u202eetteled\u202c\u2066\u200b\u00ad\U000e0041\x7f")
WIDE = "日本語のとても長いテキスト" * 8 + "👩‍👩‍👧‍👦🇩🇪é̂́" * 6 + "ｗｉｄｅ"


class Screen:
    """A window of tmux in which the program runs, and what a person would see in it."""

    def __init__(self, folder: pathlib.Path, columns: int, command: list[str]):
        self.socket = folder / "tmux"
        # tmux does not always learn the exit code of a program, so a shell around it keeps it.
        self.ended = folder / "exit_code"
        in_shell = ["/bin/sh", "-c", '"$@"; printf "%s\\n" "$?" > "$0"', str(self.ended), *command]
        configuration = folder / "tmux.conf"
        # The window stays when the program has ended, and nothing is in it but the program.
        configuration.write_text("set -g remain-on-exit on\nset -g status off\nset -g allow-rename on\nset -g set-titles off\n")
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
                       "TMUX_TMPDIR": str(folder), "SHELL": "/bin/sh"}
        subprocess.run(["tmux", "-u", "-S", self.socket, "-f", configuration, "new-session", "-d", "-x", str(columns), "-y", "120", *in_shell],
                       env=environment, check=True, stdin=subprocess.DEVNULL)

    def tmux(self, *arguments: str) -> str:
        return subprocess.run(["tmux", "-u", "-S", self.socket, *arguments], check=True, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C.UTF-8"}).stdout

    def text(self) -> str:
        return self.tmux("capture-pane", "-p").rstrip("\n")

    def value(self, name: str) -> str:
        return self.tmux("display-message", "-p", f"#{{{name}}}").rstrip("\n")

    def wait_until(self, seen) -> str:
        """The screen at the first look at which `seen` holds for it."""
        deadline = time.monotonic() + SECONDS_MAX
        while not seen(text := self.text()):
            assert time.monotonic() < deadline, f"it never came; the screen shows:\n{text}"
        return text

    def question(self) -> list[str]:
        return self.wait_until(lambda text: any(line.startswith("Press 1, 2, 3 or 4") for line in text.splitlines())).splitlines()

    def answer(self, key: str) -> tuple[int, list[str]]:
        """Presses it and waits for the end of the program; its exit code and what the screen shows
        then."""
        self.tmux("send-keys", "-l", key)
        # Dead: tmux has read all that there is to read.
        self.wait_until(lambda _: self.ended.exists() and self.ended.read_text().endswith("\n") and self.value("pane_dead") == "1")
        return int(self.ended.read_text()), self.text().splitlines()

    def __enter__(self) -> "Screen":
        return self

    def __exit__(self, *_) -> None:
        self.tmux("kill-server")


def call_echo(desk: pathlib.Path, folder: pathlib.Path, message: str) -> list[str]:
    return [str(desk), "--state", str(folder / "state"), "call", "echo", json.dumps({"message": message})]


def test_a_hostile_value_neither_moves_nor_hides_nor_forges_anything_on_the_screen(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Screen(folder, 100, call_echo(desk, folder, HOSTILE)) as screen:
        title = screen.value("pane_title")
        lines = screen.question()
        assert lines[0] == "" and lines[1].startswith("Allow this tool to run?"), lines
        assert [line for line in lines if line.startswith("Press")] == [lines[-1]], lines
        assert not any(line.startswith("->") for line in lines), lines
        argument = "".join(line.removeprefix("|").strip() for line in lines[-24:])
        for spelled in (r"\u{1B}[2J", r"\u{9B}2J", r"\u{202E}etteled", r"\u{200B}", r"\u{E0041}", r"\u{7F}"):
            assert spelled in argument, (spelled, argument)
        assert screen.value("pane_title") == title
        assert screen.tmux("list-buffers") == "", "nothing came to the clipboard"
        code, end = screen.answer("3")
        assert code == 4 and "-> Deny once" in end, (code, end)


def test_wide_and_combining_characters_push_no_line_over_the_edge(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Screen(folder, 40, call_echo(desk, folder, WIDE)) as screen:
        screen.question()
        # -J joins what the emulator had to wrap by its own measure: a command to copy, which stays
        # whole, and the last line of our own.
        shown = {line.rstrip() for line in screen.text().splitlines()}
        wrapped = [line for line in screen.tmux("capture-pane", "-p", "-J").splitlines() if line.rstrip() not in shown]
        assert wrapped, "a narrow screen wraps the command"
        assert all("approvals answer" in line or line.startswith("Press 1, 2, 3 or 4") for line in wrapped), wrapped
        assert screen.answer("3")[0] == 4


def test_what_an_allowed_tool_returns_is_shown_as_harmlessly(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Screen(folder, 100, call_echo(desk, folder, "\x1b[2J\x1b[1;1Hundone")) as screen:
        screen.question()
        code, end = screen.answer("1")
        assert code == 0, end
        assert any(line.startswith("Allow this tool to run?") for line in end), end
        assert r'"\u{1B}[2J\u{1B}[1;1Hundone"' in end, end


def run(case: Callable, desk: pathlib.Path, folder: pathlib.Path) -> int | None:
    if shutil.which("tmux") is None:
        print("skipped: there is no terminal emulator to show it on; install tmux")
        return 77
    return case(desk, folder)


if __name__ == "__main__":
    sys.exit(run_case(globals(), run))
