#!/usr/bin/env python3
"""A person's chat on a terminal: chat_test.py --desk PROGRAM CASE"""
import contextlib
import json
import os
import pathlib
import pty
import re
import select
import sqlite3
import subprocess
import sys

from desk_cases import run_case

SECONDS_MAX = 60


class Chat:
    """A chat on a terminal of its own, with a model that plays `turns`, or with `model`.

    If `model` is None, the chat has the model of its profile.
    """

    def __init__(self, desk: pathlib.Path, folder: pathlib.Path, turns: list[dict], *words: str, term: str = "xterm",
                 model: str | None = ""):
        script = folder / "script.json"
        script.write_text(json.dumps({"turns": turns}))
        self.ours, theirs = pty.openpty()
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": term,
                            "TESTDESK_EFFECTS": str(folder / "effects")}
        self.effects = folder / "effects"
        named = [] if model is None else ["--model", model or f"scripted/{script}"]
        self.program = subprocess.Popen(
            ["setsid", "--ctty", "--wait", str(desk), "--state", str(folder / "state"), "chat", *named, *words],
            env=self.environment, stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        self.shown = ""
        self.read = 0  # the place behind the last pattern that was found

    def __enter__(self) -> "Chat":
        return self

    def __exit__(self, *_) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.ours)

    def until(self, pattern: str) -> str:
        while not (found := re.search(pattern, self.shown[self.read:])):
            ready, _, _ = select.select([self.ours], [], [], SECONDS_MAX)
            assert ready, self.shown
            try:
                self.shown += os.read(self.ours, 4096).decode(errors="replace")
            except OSError as end:
                raise AssertionError(self.shown) from end
        self.read += found.end()
        return found[0]

    def type(self, text: str) -> None:
        os.write(self.ours, text.encode())

    def press_at_question(self, key: str) -> None:
        self.until("Press 1")
        # Keys count once the terminal has been quiet for as long as the question wants it to be.
        while select.select([self.ours], [], [], 0.5)[0]:
            self.shown += os.read(self.ours, 4096).decode(errors="replace")
        self.type(key)

    def end(self) -> int:
        while select.select([self.ours], [], [], SECONDS_MAX)[0]:
            try:
                self.shown += os.read(self.ours, 4096).decode(errors="replace")
            except OSError:  # the terminal has ended with its last program
                return self.program.wait(timeout=SECONDS_MAX)
        raise AssertionError(self.shown)

    def done(self) -> list[str]:
        return self.effects.read_text().splitlines() if self.effects.exists() else []


def test_a_person_talks_turn_by_turn_answers_a_question_and_undoes_the_call(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"expect": "Good morning", "text": "Good morning to you."},
             {"expect": "Say hi", "calls": [{"tool": "echo", "arguments": {"message": "hi"}}]},
             {"text": "I said it."}]
    with Chat(desk, folder, turns) as chat:
        chat.until("> ")
        chat.type("Good morning\r")
        chat.until("Good morning to you")
        chat.until("> ")
        chat.type("Say hi\r")
        chat.press_at_question("1")
        chat.until("undo with /undo")
        chat.until("I said it")
        chat.until("> ")
        chat.type("/undo\r")
        chat.until("Undone")
        chat.until("> ")
        chat.type("/quit\r")
        assert chat.end() == 0
        assert chat.done() == ["echo hi", "retract hi"], chat.done()


def test_lines_are_edited_and_remembered_between_two_chats(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Chat(desk, folder, [{"expect": "wake me at 7", "text": "Yes."}]) as chat:
        chat.until("> ")
        # Back over one word, which is written anew.
        chat.type("wake me at 8\b7\r")
        chat.until("Yes")
        chat.until("> ")
        chat.type("\x04")
        assert chat.end() == 0
    history = folder / "state" / "chat_history"
    assert (history.stat().st_mode & 0o777) == 0o600, history.stat()
    with Chat(desk, folder, [{"expect": "wake me at 7", "text": "Again."}]) as chat:
        chat.until("> ")
        chat.type("\x1b[A\r")
        chat.until("Again")


def test_ctrl_c_stops_the_turn_and_not_the_program(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"calls": [{"tool": "linger", "arguments": {"heed": True}}]}, {"text": "Here I am."}]
    with Chat(desk, folder, turns) as chat:
        chat.until("> ")
        chat.type("Wait\r")
        chat.until("lingering")
        chat.type("\x03")
        chat.until(r"ended \(stopped\)")
        chat.until("> ")
        chat.type("Are you there?\r")
        chat.until("Here I am")


def test_ctrl_c_at_a_question_of_a_chat_runs_nothing_and_stops_the_turn(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"calls": [{"tool": "echo", "arguments": {"message": "hi"}}]}, {"text": "Here I am."}]
    with Chat(desk, folder, turns) as chat:
        chat.until("> ")
        chat.type("Say hi\r")
        chat.press_at_question("\x03")
        chat.until(r"ended \(stopped\)")
        chat.until("> ")
        chat.type("Are you there?\r")
        chat.until("Here I am")
        assert chat.done() == [], chat.done()


def test_an_earlier_chat_goes_on_with_its_results(desk: pathlib.Path, folder: pathlib.Path) -> None:
    script = folder / "first.json"
    script.write_text(json.dumps({"turns": [{"calls": [{"tool": "count", "arguments": {"text": "four"}}]}, {"text": "Four."}]}))
    words = [str(desk), "--state", str(folder / "state")]
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}

    def run(*more: str) -> str:
        done = subprocess.run([*words, *more], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              start_new_session=True, timeout=SECONDS_MAX)
        assert done.returncode == 0, done
        return done.stdout

    run("policy", "set", "count", "allow")
    run("chat", "--model", f"scripted/{script}", "How long is four?")
    (listed,) = json.loads(run("--json", "chat", "list"))["chats"]
    assert listed["title"] == "How long is four?" and listed["messages"] == 3, listed
    script.write_text(json.dumps({"turns": [{"expect": "And once more?", "text": "Still four."}]}))
    assert run("chat", "--model", f"scripted/{script}", "--chat", listed["id"], "And once more?") == "Still four.\n"
    shown = run("chat", "show", listed["id"])
    assert "How long is four?" in shown and "Still four." in shown and "Call of `count`" in shown, shown
    assert run("chat", "export", listed["id"]).startswith('{"format":"iam.chat","version":1}'), shown
    run("chat", "delete", listed["id"])
    assert json.loads(run("--json", "chat", "list")) == {"chats": []}


def test_the_end_says_that_it_waits_for_a_tool_that_heeds_no_stop(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"calls": [{"tool": "linger", "arguments": {"heed": False}}]}]
    with Chat(desk, folder, turns) as chat:
        chat.until("> ")
        chat.type("Linger\r")
        chat.until("lingering")
        chat.type("\x03")
        chat.until("The turn has ended \\(stopped\\)")
        chat.until("> ")
        chat.type("\x04")
        chat.until("Waiting for a tool")
        chat.type("\x03")
        assert chat.end() != 0


def test_a_deleted_chat_leaves_no_question_open(desk: pathlib.Path, folder: pathlib.Path) -> None:
    script = folder / "script.json"
    script.write_text(json.dumps({"turns": [{"calls": [{"tool": "echo", "arguments": {"message": "hi"}}]}]}))
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TESTDESK_EFFECTS": str(folder / "effects")}

    def run(*words: str) -> subprocess.CompletedProcess:
        return subprocess.run([str(desk), "--state", str(folder / "state"), "--json", *words], env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, start_new_session=True, timeout=SECONDS_MAX)

    run("chat", "--model", f"scripted/{script}", "Say hi")
    assert len(json.loads(run("approvals", "list").stdout)["approvals"]) == 1
    chat, = json.loads(run("chat", "list").stdout)["chats"]
    assert run("chat", "delete", chat["id"]).returncode == 0
    assert json.loads(run("approvals", "list").stdout)["approvals"] == []
    assert json.loads(run("chat", "list").stdout)["chats"] == []


def test_a_chat_that_cannot_be_read_is_listed_beside_the_others(desk: pathlib.Path, folder: pathlib.Path) -> None:
    script = folder / "script.json"
    script.write_text(json.dumps({"turns": [{"text": "Yes."}]}))
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}

    def run(*words: str) -> subprocess.CompletedProcess:
        return subprocess.run([str(desk), "--state", str(folder / "state"), *words], env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, start_new_session=True, timeout=SECONDS_MAX)

    for words in ("First", "Second"):
        run("chat", "--model", f"scripted/{script}", words)
    whole, broken = (chat["id"] for chat in json.loads(run("chat", "list", "--json").stdout)["chats"])
    with contextlib.closing(sqlite3.connect(folder / "state" / "chats.db")) as database, database:
        database.execute("""UPDATE steps SET step = '{"step":"turn"}' WHERE chat = ? AND number = 1""", (broken,))
    done = run("chat", "list")
    assert done.returncode == 1 and whole in done.stdout and "First" in done.stdout and f"{broken}  unreadable" in " ".join(done.stdout.split("\t")), done
    assert f"The chat {broken} cannot be read" in done.stderr, done
    listed = json.loads(run("chat", "list", "--json").stdout)["chats"]
    assert "unreadable_because" not in listed[0] and listed[1]["unreadable_because"], listed


def test_a_terminal_that_cannot_move_its_cursor_gets_plain_lines(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Chat(desk, folder, [{"text": "Plainly."}], term="dumb") as chat:
        chat.until("> ")
        chat.type("Hello\r")
        chat.until("Plainly")
        assert "\x1b" not in chat.shown, chat.shown


def test_a_paste_is_one_message_and_none_of_its_lines_is_a_command(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Chat(desk, folder, [{"expect": "first line\n/export stolen\n/quit\nlast line", "text": "Read."}]) as chat:
        chat.until("> ")
        chat.type("first line\r/export stolen\r/quit\rlast line\r")
        chat.until("Read[.]")
        chat.until("> ")
        assert not (folder / "stolen").exists()


def test_an_export_overwrites_no_file_follows_no_link_and_writes_lines_for_jsonl(desk: pathlib.Path, folder: pathlib.Path) -> None:
    kept = folder / "kept"
    kept.write_text("mine")
    (folder / "link").symlink_to(kept)
    with Chat(desk, folder, [{"text": "Hello."}]) as chat:
        chat.until("> ")
        for name in ("kept", "link"):
            chat.type(f"/export {folder / name}\r")
            chat.until("cannot be written")
            chat.until("> ")
        chat.type(f"/export {folder / 'new'}\r")
        chat.until("The chat is in")
        chat.until("> ")
        chat.type(f"/export {folder / 'new.jsonl'}\r")
        chat.until("The chat is in")
        lines = (folder / "new.jsonl").read_text().splitlines()
        assert [json.loads(line) for line in lines] == [{"format": "iam.chat", "version": 1}, {"end": {"messages": 0}}], lines
        assert kept.read_text() == "mine" and ((folder / "new").stat().st_mode & 0o777) == 0o600


def test_an_earlier_chat_undoes_its_calls_one_after_the_other(desk: pathlib.Path, folder: pathlib.Path) -> None:
    script = folder / "first.json"
    script.write_text(json.dumps({"turns": [{"calls": [{"tool": "echo", "arguments": {"message": word}} for word in ("one", "two")]},
                                            {"text": "Said."}]}))
    words = [str(desk), "--state", str(folder / "state")]
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TESTDESK_EFFECTS": str(folder / "effects")}
    for more in (["policy", "set", "echo", "allow"], ["chat", "--model", f"scripted/{script}", "Say both."]):
        done = subprocess.run([*words, *more], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              start_new_session=True, timeout=SECONDS_MAX)
        assert done.returncode == 0, done
    listed = subprocess.run([*words, "chat", "list"], env=environment, capture_output=True, text=True, check=True, timeout=SECONDS_MAX)
    with Chat(desk, folder, [{"text": "."}], "--chat", listed.stdout.split()[0]) as chat:
        chat.until("3 messages")
        for _ in range(2):
            chat.until("> ")
            chat.type("/undo\r")
            chat.until("Undone")
        chat.until("> ")
        chat.type("/undo\r")
        chat.until("No call of this chat can be undone")
        assert chat.done() == ["echo one", "echo two", "retract two", "retract one"], chat.done()


if __name__ == "__main__":
    sys.exit(run_case(globals()))
