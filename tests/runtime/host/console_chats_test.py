#!/usr/bin/env python3
"""Chats on the console, with a model that plays a script: console_chats_test.py --desk PROGRAM CASE

Tests of runtime/src/host/commands/console/chats/{console_chats,console_chats_turns}.cpp.
Tests of runtime/src/host/commands/console/chats/{live_chat,shown_chat}.cpp.
Tests of runtime/src/host/commands/chat/model_options.cpp.
"""
import http.client
import json
import pathlib
import subprocess
import sys
import time

from chat_test import Chat
from console_test import Console
from desk_cases import run_case

DONE = 0
SECONDS_MAX = 60


class Pages(Console):
    """A console with a page that listens to its events."""

    def __init__(self, desk: pathlib.Path, folder: pathlib.Path, turns: list[dict] | None = None, *options: str):
        script = folder / "console.json"
        script.write_text(json.dumps({"turns": turns or []}))
        model = [] if turns is None else ["--model", f"scripted/{script}"]
        super().__init__(desk, folder, "console", "--open", *model, *options)
        self.log_in_by_file()
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS_MAX)
        self.connection.request("GET", "/api/events", None, {"Host": self.host, "Sec-Fetch-Site": "same-origin", "Authorization": f"Bearer {self.secret}"})
        self.events = self.connection.getresponse()

    def next_event(self) -> tuple[str, dict]:
        """The next event, or sign of life: a test that waits for no event ends."""
        while not (line := self.events.readline()).startswith(b"event: "):
            assert line, "the stream has ended"
            if line.startswith(b":"):
                return "", {}
        return line[7:-1].decode(), json.loads(self.events.readline().removeprefix(b"data: "))

    def get(self, path: str) -> dict:
        status, answer = self.ask("GET", path)
        assert status == 200, (path, status, answer)
        return answer

    def post(self, path: str, **body) -> dict:
        status, answer = self.ask("POST", path, body)
        assert status == 200, (path, status, answer)
        return answer

    def send(self, text: str, chat: str = "") -> str:
        return self.post("/api/chats", text=text, **({"chat": chat} if chat else {}))["chat"]

    def until(self, chat: str, fits) -> dict:
        """The chat, once it fits."""
        deadline = time.monotonic() + SECONDS_MAX
        while not fits(shown := self.get(f"/api/chats/{chat}")):
            assert time.monotonic() < deadline, shown
            self.next_event()
        return shown

    def rest(self, chat: str) -> dict:
        return self.until(chat, lambda shown: shown["state"] != "working")

    def after(self, *calls: str) -> dict:
        """The calls of a turn, once it is over."""
        chat = self.send("Go.")
        return {call["tool"]: call for message in self.rest(chat)["messages"] for call in message["calls"]}

    def __exit__(self, *words) -> None:
        self.connection.close()
        super().__exit__(*words)


def call(tool: str, **arguments) -> dict:
    return {"tool": tool, "arguments": arguments}


def test_w23_a_message_of_the_page_gets_an_answer(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Pages(desk, folder, [{"text": "It is *done*."}]) as pages:
        chat = pages.send("Do it.\nNow.")
        shown = pages.rest(chat)
        assert [(one["is_of_model"], one.get("text")) for one in shown["messages"]] == [(False, "Do it.\nNow."), (True, None)], shown
        assert shown["messages"][1]["tree"][0]["children"][1] == {"children": ["done"], "tag": "em"}
        assert shown["state"] == "idle" and shown["title"] == "Do it." and shown["closed_because"] == "", shown
        listed = pages.get("/api/chats")
        assert listed == {"chats": [{"id": chat, "messages": 2, "title": "Do it.", "unreadable_because": ""}], "closed_because": "", "left_out": 0}
        assert pages.command("chat", "list", "--json").stdout.count(chat) == 1


def test_w24_a_whole_answer_leaves_no_draft(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Pages(desk, folder, [{"text": "One two three."}]) as pages:
        # The script has its answer at once: the page hears of the text, or of the whole answer.
        chat = pages.send("Count.")
        shown = pages.rest(chat)
        assert shown["draft"] == "" and "One two three." in json.dumps(shown["messages"][1]), shown


def test_w25_calls_of_one_answer_wait_side_by_side_and_go_on_after_the_last_answer(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"calls": [call("echo", message="a"), call("echo", message="b")]}, {"text": "Both."}]
    with Pages(desk, folder, turns) as pages:
        chat = pages.send("Echo.")
        shown = pages.until(chat, lambda shown: shown["state"] == "awaiting")
        calls = shown["messages"][1]["calls"]
        assert [one["state"] for one in calls] == ["awaiting", "awaiting"] and calls[0]["approval"] != calls[1]["approval"], calls
        assert json.loads(calls[0]["arguments"]) == {"message": "a"}
        assert pages.answer(calls[0]["approval"], "allow_once")[0] == 200
        assert not (folder / "effects").exists()
        shown = pages.until(chat, lambda shown: shown["messages"][1]["calls"][0]["state"] != "awaiting")
        assert [one["state"] for one in shown["messages"][1]["calls"]] == ["checking", "awaiting"], shown
        assert pages.answer(calls[1]["approval"], "deny_once", reason="Not b.")[0] == 200
        shown = pages.until(chat, lambda shown: shown["state"] == "idle")
        calls = shown["messages"][1]["calls"]
        assert [one["state"] for one in calls] == ["succeeded", "denied_by_person"], calls
        assert [one["id"] for one in calls] == [f"{chat}.1.1.0", f"{chat}.1.1.1"], calls
        assert (folder / "effects").read_text() == "echo a\n"
        assert calls[0]["result"] == '"a"' and calls[0]["entry"] and calls[0]["can_undo"], calls
        assert calls[1]["code"] == "user_denied" and "Not b." in calls[1]["message"], calls
        asked = json.loads(pages.command("undo", calls[0]["entry"], "--json").stdout)
        assert pages.answer(asked["approval"], "allow_once")[0] == 200
        assert pages.command("undo", calls[0]["entry"], "--approval", asked["approval"]).returncode == DONE
        call_now = pages.get(f"/api/chats/{chat}")["messages"][1]["calls"][0]
        assert (call_now["state"], call_now["can_undo"]) == ("undone", False), call_now


def test_w25_an_answer_at_a_terminal_lets_the_chat_of_a_page_go_on(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Pages(desk, folder, [{"calls": [call("echo", message="a")]}, {"text": "Done."}]) as pages:
        chat = pages.send("Echo.")
        shown = pages.until(chat, lambda shown: shown["state"] == "awaiting")
        approval = shown["messages"][1]["calls"][0]["approval"]
        assert pages.command("approvals", "withdraw", approval).returncode == DONE
        shown = pages.until(chat, lambda shown: shown["state"] == "idle")
        ended = shown["messages"][1]["calls"][0]
        assert (ended["tool"], ended["state"]) == ("echo", "canceled") and shown["draft"] == "", shown


def test_w18_calls_end_in_their_states(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"calls": [call("chatter"), call("forbidden"), call("broken"), call("nobody_knows"), call("count")]}, {"text": "So."}]
    with Pages(desk, folder, turns) as pages:
        calls = pages.after()
        states = {tool: (one["state"], one["code"]) for tool, one in calls.items()}
        assert states["chatter"] == ("succeeded", "") and states["forbidden"][0] == "denied_by_rule", states
        assert states["broken"][0] == "failed" and states["nobody_knows"] == ("failed", "tool_not_found"), states
        assert calls["broken"]["message"], calls


def test_w18_a_call_with_many_reports_of_progress_ends_in_its_state(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Pages(desk, folder, [{"calls": [call("chatter")]}, {"text": "So."}]) as pages:
        chat = pages.send("Go.")
        shown = pages.until(chat, lambda shown: len(shown["messages"]) == 3 and shown["state"] == "idle")
        assert shown["messages"][1]["calls"][0]["state"] == "succeeded", shown


def test_w23_stop_ends_the_stream_and_the_call(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Pages(desk, folder, [{"calls": [call("linger", heed=True)]}, {"text": "Never."}]) as pages:
        chat = pages.send("Linger.")
        pages.until(chat, lambda shown: any(one["state"] == "running" for message in shown["messages"] for one in message["calls"]))
        assert pages.ask("POST", "/api/chats", {"chat": chat, "text": "More."})[0] == 409
        assert pages.ask("POST", f"/api/chats/{chat}/delete", {})[0] == 409
        pages.post(f"/api/chats/{chat}/stop")
        shown = pages.rest(chat)
        assert shown["state"] == "stopped", shown
        assert shown["messages"][1]["calls"][0]["state"] in ("canceled", "unknown"), shown


def test_w26_chats_are_found_renamed_exported_and_deleted(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Pages(desk, folder, [{"text": "The lighthouse."}, {"calls": [call("echo", message="x")]}]) as pages:
        first = pages.send("What is it?")
        pages.rest(first)
        second = pages.send("Another thing.")
        shown = pages.until(second, lambda shown: shown["state"] == "awaiting")

        def found(text: str) -> list[str]:
            return [one["id"] for one in pages.get(f"/api/chats?text={text}")["chats"]]

        assert found("") == [second, first] and found("LIGHTHOUSE") == [first] and found("nowhere") == []
        pages.post(f"/api/chats/{first}/rename", title="Sea marks")
        assert pages.get(f"/api/chats/{first}")["title"] == "Sea marks" and found("sea") == [first]
        assert "Sea marks" in pages.command("chat", "list").stdout
        assert pages.ask("POST", f"/api/chats/{first}/rename", {"title": "a\nb"})[0] == 400
        assert pages.ask("POST", f"/api/chats/{first}/rename", {"title": "x" * 201})[0] == 400
        assert "The lighthouse." in pages.get(f"/api/chats/{first}/export")["text"]
        assert pages.get(f"/api/chats/{first}/export?format=jsonl")["text"].startswith('{"format":"iam.chat"')
        pages.post(f"/api/chats/{second}/delete")
        assert found("") == [first] and pages.ask("GET", f"/api/chats/{second}")[0] == 404
        approval = shown["messages"][1]["calls"][0]["approval"]
        status, ended = pages.ask("GET", f"/api/questions/{approval}")
        assert (status, ended["code"]) == (409, "withdrawn") and pages.get("/api/questions")["questions"] == [], ended


def test_w26_a_chat_uses_the_tools_that_a_person_chooses(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Pages(desk, folder, [{"text": "Hello."}, {"calls": [call("count")]}, {"text": "No."}]) as pages:
        chat = pages.send("Hi.")
        pages.rest(chat)
        tools = {one["name"]: one["is_on"] for one in pages.get(f"/api/chats/{chat}/tools")["tools"]}
        assert tools["count"] and tools["echo"], tools
        pages.post(f"/api/chats/{chat}/tools", pattern="count", is_on="false")
        tools = {one["name"]: one["is_on"] for one in pages.get(f"/api/chats/{chat}/tools")["tools"]}
        assert not tools["count"] and tools["echo"], tools
        pages.send("Count.", chat)
        shown = pages.rest(chat)
        assert shown["messages"][3]["calls"][0]["code"] == "tool_not_found", shown


def test_w26_without_a_model_chats_are_read_and_not_continued(desk: pathlib.Path, folder: pathlib.Path) -> None:
    script = folder / "script.json"
    script.write_text(json.dumps({"turns": [{"text": "Hello."}]}))
    with Pages(desk, folder) as pages:
        assert pages.command("chat", "--model", f"scripted/{script}", "Hi.").returncode == DONE
        listed = pages.get("/api/chats")
        assert "console --model" in listed["closed_because"], listed
        chat = listed["chats"][0]["id"]
        shown = pages.get(f"/api/chats/{chat}")
        assert shown["messages"][1]["tree"] and "console --model" in shown["closed_because"], shown
        status, refused = pages.ask("POST", "/api/chats", {"text": "More."})
        assert status == 503 and "console --model" in refused["message"], refused
    broken = subprocess.run([str(desk), "--state", str(folder / "state"), "console", "--open", "--model", "nobody/x"], check=False,
                            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS_MAX, start_new_session=True)
    assert broken.returncode != DONE and "no provider" in broken.stderr, broken


def test_w26_a_chat_that_another_program_has_open_is_read_only(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Chat(desk, folder, [{"text": "Hello."}]) as other:
        other.until("> ")
        other.type("Hi.\r")
        other.until("Hello")
        with Pages(desk, folder, [{"text": "No."}]) as pages:
            chat = pages.get("/api/chats")["chats"][0]["id"]
            shown = pages.get(f"/api/chats/{chat}")
            assert "is open in" in shown["closed_because"], shown
            status, refused = pages.ask("POST", "/api/chats", {"chat": chat, "text": "More."})
            assert status == 409 and "is open in" in refused["message"], refused
            assert pages.ask("POST", f"/api/chats/{chat}/delete", {})[0] == 409


if __name__ == "__main__":
    sys.exit(run_case(globals()))
