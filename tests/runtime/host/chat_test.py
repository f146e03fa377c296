#!/usr/bin/env python3
"""A person's chat on a terminal: chat_test.py --desk PROGRAM CASE"""
import http.server
import json
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import threading

from desk_cases import run_case

SECONDS_MAX = 60


class Chat:
    """A chat with a scripted model on a terminal of its own."""

    def __init__(self, desk: pathlib.Path, folder: pathlib.Path, turns: list[dict], *words: str, term: str = "xterm"):
        script = folder / "script.json"
        script.write_text(json.dumps({"turns": turns}))
        self.ours, theirs = pty.openpty()
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": term,
                            "TESTDESK_EFFECTS": str(folder / "effects")}
        self.effects = folder / "effects"
        self.program = subprocess.Popen(
            ["setsid", "--ctty", "--wait", str(desk), "--state", str(folder / "state"), "chat", "--model", f"scripted/{script}", *words],
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


class FakeOllama(http.server.BaseHTTPRequestHandler):
    """Answers with the bodies of its server, one after the other; a number is an error status.
    `show` of the server describes its model."""
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        request = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.seen.append((self.path, dict(self.headers), json.loads(request)))
        body = [self.server.show] if self.path == "/api/show" else self.server.bodies.pop(0)
        status, text = (body, "") if isinstance(body, int) else (200, "".join(json.dumps(line) + "\n" for line in body))
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_) -> None:
        pass


def test_a_model_behind_http_calls_a_tool_and_a_busy_one_is_asked_again(desk: pathlib.Path, folder: pathlib.Path) -> None:
    key = folder / "key"
    key.write_text("k-0123456789\n")
    key.chmod(0o600)
    call = {"function": {"name": "quick", "arguments": {}}}
    done = {"model": "m", "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop"}
    server = http.server.HTTPServer(("127.0.0.1", 0), FakeOllama)
    server.seen = []
    server.show = {"capabilities": ["completion", "tools"]}
    server.bodies = [503, [{"model": "m", "message": {"role": "assistant", "content": "", "tool_calls": [call]}, "done": False}, done],
                     [{"model": "m", "message": {"role": "assistant", "content": "It was quick."}, "done": False}, done]]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    words = [str(desk), "--state", str(folder / "state"), "chat", "--model", "ollama/m", "--model-url", f"http://127.0.0.1:{server.server_port}",
             "--key-file", str(key), "Be quick."]
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TESTDESK_EFFECTS": str(folder / "effects")}
    ended = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                           start_new_session=True, timeout=SECONDS_MAX)
    server.shutdown()
    assert ended.returncode == 0 and ended.stdout == "It was quick.\n", ended
    assert "asked once more" in ended.stderr and "quick: done" in ended.stderr, ended.stderr
    assert (folder / "effects").read_text().splitlines() == ["quick"]
    assert [path for path, _, _ in server.seen] == ["/api/show"] + ["/api/chat"] * 3, server.seen
    assert all(fields["Authorization"] == "Bearer k-0123456789" for _, fields, _ in server.seen), server.seen
    assert any(message.get("role") == "tool" for message in server.seen[3][2]["messages"]), server.seen[3]
    for file in (folder / "state").iterdir():
        assert b"k-0123456789" not in file.read_bytes(), file
    key.chmod(0o644)
    refused = subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                             start_new_session=True, timeout=SECONDS_MAX)
    assert refused.returncode != 0 and "chmod 600" in refused.stderr and "k-0123456789" not in refused.stderr, refused


def ask_ollama(desk: pathlib.Path, folder: pathlib.Path, show: dict, lines: list[list[dict]], *words: str) -> tuple:
    """One turn with an Ollama server that describes its model so: the end of the program, and the
    requests for answers."""
    server = http.server.HTTPServer(("127.0.0.1", 0), FakeOllama)
    server.seen, server.show, server.bodies = [], show, lines
    threading.Thread(target=server.serve_forever, daemon=True).start()
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TESTDESK_EFFECTS": str(folder / "effects")}
    ended = subprocess.run([str(desk), "--state", str(folder / "state"), "chat", "--model", "ollama/m", "--model-url",
                            f"http://127.0.0.1:{server.server_port}", *words, "Be quick."],
                           env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                           start_new_session=True, timeout=SECONDS_MAX)
    server.shutdown()
    return ended, [request for path, _, request in server.seen if path == "/api/chat"]


def says(text: str, **more: object) -> list[dict]:
    return [{"model": "m", "message": {"role": "assistant", "content": text}, "done": False},
            {"model": "m", "message": {"role": "assistant", "content": ""}, "done": True, "done_reason": "stop", **more}]


def test_h19_a_model_gets_its_tools_by_the_api_or_as_text_and_never_both(desk: pathlib.Path, folder: pathlib.Path) -> None:
    call = [{"model": "m", "message": {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "quick", "arguments": {}}}]},
             "done": False}, *says("")[1:]]
    line = says('TOOL_CALL: {"server":"tools","name":"quick","args":{}}')
    info = {"model_info": {"general.architecture": "q", "q.context_length": 12000}}
    for capabilities, words, by_text in ((["completion", "tools"], [], False), (["completion"], [], True),
                                         (["completion", "tools"], ["--text-tools"], True)):
        ended, requests = ask_ollama(desk, folder, {"capabilities": capabilities, **info}, [line if by_text else call, says("Done.")], *words)
        assert ended.returncode == 0 and ended.stdout.endswith("Done.\n"), ended
        assert ("has no tools of its own" in ended.stderr) == (by_text and not words), ended.stderr
        for request in requests:
            texts = json.dumps(request["messages"])
            assert ("tools" in request) != by_text and ("TOOL_CALL" in texts) == by_text, request
            assert request["options"]["num_ctx"] == 12000, request
    assert (folder / "effects").read_text().splitlines() == ["quick"] * 3
    ended, requests = ask_ollama(desk, folder, {}, [says("Done.")], "--context-tokens", "5000")
    assert "tools" in requests[0] and requests[0]["options"]["num_ctx"] == 5000, requests


def test_h21_a_server_that_cuts_the_prompt_is_told_of(desk: pathlib.Path, folder: pathlib.Path) -> None:
    ended, _ = ask_ollama(desk, folder, {}, [says("What?", prompt_eval_count=205)], "--system", "s" * 9000)
    assert ended.returncode == 0 and "has read 205 tokens of about" in ended.stderr, ended


def test_h19_a_model_that_is_not_there_is_said_before_the_first_request(desk: pathlib.Path, folder: pathlib.Path) -> None:
    server = http.server.HTTPServer(("127.0.0.1", 0), FakeOllama)
    server.server_close()
    ended = subprocess.run([str(desk), "--state", str(folder / "state"), "chat", "--model", "ollama/m", "--model-url",
                            f"http://127.0.0.1:{server.server_port}", "Be quick."],
                           env={"PATH": os.environ["PATH"], "HOME": str(folder)}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                           check=False, start_new_session=True, timeout=SECONDS_MAX)
    assert ended.returncode != 0 and "ollama serve" in ended.stderr, ended


if __name__ == "__main__":
    sys.exit(run_case(globals()))
