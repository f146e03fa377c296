#!/usr/bin/env python3
"""The command console as a browser and other programs find it: console_test.py --desk PROGRAM CASE

Tests of runtime/src/host/commands/console/{browser,consent_parts,console,redirect_file}.cpp.
Tests of runtime/src/host/commands/console/console_place.cpp.
Tests of runtime/src/host/session/added_tools.cpp.
Tests of runtime/src/host/commands/console/servers/{console_servers,server_changes}.cpp.
tests/runtime/console/pages has more of these, and Tests of
runtime/src/host/commands/console/{console_status,profiles/console_profiles}.cpp. Tests of
runtime/src/host/commands/console/tasks/{console_tasks,task_program}.cpp.
"""
import collections
import http.client
import json
import os
import pathlib
import pty
import re
import select
import signal
import socket
import stat
import subprocess
import sys
import threading
import time

from desk_cases import run_case
from serve_test import Client

SECONDS_MAX = 60
DONE = 0
SMALL = pathlib.Path(__file__).parents[1] / "mcp/client/small_server.py"
SERVER = pathlib.Path(__file__).parent / "reaching_server.py"
OPENER = """#!/bin/sh
cp -p "$1" "$(dirname "$0")/opened.new"
mv "$(dirname "$0")/opened.new" "$(dirname "$0")/opened"
printf '%s\\n' "$@" > "$(dirname "$0")/words"
"""


class Console:
    """A running console, with or without a terminal."""

    def __init__(self, desk: pathlib.Path, folder: pathlib.Path, *options: str, has_terminal: bool = False):
        self.folder = folder
        self.words = [str(desk), "--state", str(folder / "state")]
        self.programs = folder / "programs"
        self.programs.mkdir(exist_ok=True)
        opener = self.programs / "xdg-open"
        opener.write_text(OPENER)
        opener.chmod(0o755)
        self.environment = {"PATH": f"{self.programs}:{os.environ['PATH']}", "HOME": str(folder), "XDG_CONFIG_HOME": str(folder),
                            "XDG_RUNTIME_DIR": str(folder), "TESTDESK_EFFECTS": str(folder / "effects"), "TERM": "dumb"}
        self.ours, theirs = pty.openpty()
        before = ["setsid", "--ctty", "--wait"] if has_terminal else []
        self.process = subprocess.Popen([*before, *self.words, *options], env=self.environment, stdin=theirs if has_terminal else subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=(folder / "errors").open("w"), text=True, start_new_session=not has_terminal)
        os.close(theirs)
        self.greeting = self.process.stdout.readline()
        found = re.fullmatch(r"The console is at (http://([^/:]+):(\d+))/ until it is stopped \(Ctrl-C\)\.\n", self.greeting)
        assert found, (self.greeting, (folder / "errors").read_text())
        self.origin, self.host, self.port = found[1], f"{found[2]}:{found[3]}", int(found[3])
        self.secret = ""

    def ask(self, method: str, path: str, body: dict | None = None, **fields: str) -> tuple[int, dict]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS_MAX)
        all_fields = {"Host": self.host, "Sec-Fetch-Site": "same-origin", **fields}
        if body is not None:
            all_fields |= {"Origin": self.origin, "Content-Type": "application/json"}
        if self.secret:
            all_fields["Authorization"] = f"Bearer {self.secret}"
        connection.request(method, path, None if body is None else json.dumps(body), all_fields)
        response = connection.getresponse()
        text = response.read()
        connection.close()
        return response.status, json.loads(text) if response.headers["Content-Type"] == "application/json" else {}

    def log_in(self, code: str) -> "Console":
        status, answer = self.ask("POST", "/api/login", {"code": code})
        assert status == 200, answer
        self.secret = answer["secret"]
        return self

    def opened(self) -> pathlib.Path:
        """The file that the browser got."""
        file = self.programs / "opened"
        while not file.exists():
            select.select([], [], [], 0.01)
        return file

    def log_in_by_file(self) -> "Console":
        found = re.search(rf'content="0; url={re.escape(self.origin)}/#([A-Za-z0-9_-]{{22}})"', self.opened().read_text())
        assert found, self.opened().read_text()
        return self.log_in(found[1])

    def command(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([*self.words, *words], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              check=False, start_new_session=True, timeout=SECONDS_MAX)

    def answer(self, approval: str, answer: str, **more) -> tuple[int, dict]:
        status, question = self.ask("GET", f"/api/questions/{approval}")
        assert status == 200, question
        sheet = question["sheet"]
        return self.ask("POST", f"/api/questions/{approval}/answer",
                        {"nonce": sheet["nonce"], "answer": answer, "shown_digest": sheet["digest"], **more})

    def __enter__(self) -> "Console":
        return self

    def __exit__(self, *_) -> None:
        self.process.terminate()
        self.process.wait(timeout=SECONDS_MAX)
        self.process.stdout.close()
        os.close(self.ours)


def test_a_person_answers_the_question_of_another_process_on_the_page(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Console(desk, folder, "console", "--open") as console:
        console.log_in_by_file()
        asked = console.command("call", "echo", '{"message":"hello"}', "--json")
        approval = json.loads(asked.stdout)["approval"]
        status, listed = console.ask("GET", "/api/questions")
        assert status == 200 and [one["id"] for one in listed["questions"]] == [approval], listed
        assert console.answer(approval, "allow_once") == (200, {"id": approval, "state": "given"})
        called = console.command("call", "echo", '{"message":"hello"}', "--approval", approval)
        assert called.returncode == DONE, called
        assert (folder / "effects").read_text() == "echo hello\n"
        assert '"channel":"web"' in console.command("audit", "--json").stdout
        status, entries = console.ask("GET", "/api/entries?tool=echo")
        assert status == 200 and "outcome" in [entry["entry"]["kind"] for entry in entries["entries"]], entries


def test_a_question_about_a_tool_of_chats_is_answered_on_the_page(desk: pathlib.Path, folder: pathlib.Path) -> None:
    rules = folder / "testdesk" / "rules.json"
    rules.parent.mkdir()
    rules.write_text('{"iam":1,"rules":[{"id":"r","tool":"read_result","effect":"confirm"}]}')
    rules.chmod(0o644)
    script = folder / "script.json"
    script.write_text(json.dumps({"turns": [{"calls": [{"tool": "read_result", "arguments": {"entry": "0.1"}}]}]}))
    with Console(desk, folder, "console", "--open") as console:
        console.log_in_by_file()
        console.command("chat", "--model", f"scripted/{script}", "Read.")
        (asked,) = json.loads(console.command("--json", "approvals", "list").stdout)["approvals"]
        assert asked["tool"] == "read_result", asked
        assert console.answer(asked["id"], "allow_once") == (200, {"id": asked["id"], "state": "given"})


def test_w39_the_console_has_the_rules_and_the_forms_of_tools_that_the_commands_have(desk: pathlib.Path, folder: pathlib.Path) -> None:
    rules = folder / "testdesk" / "rules.json"
    rules.parent.mkdir()
    rules.write_text('{"iam":1,"rules":[{"id":"r","tool":"echo","effect":"deny"}]}')
    rules.chmod(0o644)
    with Console(desk, folder, "--user", "eve", "--workspace", "w1", "console", "--open") as console:
        console.log_in_by_file()
        status, tool = console.ask("GET", "/api/tool?name=echo")
        assert status == 200 and tool["now"]["effect"] == "deny", tool
        for form in tool["forms"]:
            if form["name"] == "mcp":
                continue
            told = json.loads(console.command("tools", "--search", "message back", "--for", form["name"]).stdout)
            assert json.loads(form["text"]) == told, form
            assert form["tokens"] > 0, form
        assert [form["name"] for form in tool["forms"]] == ["mcp", "openai", "anthropic", "gemini", "ollama"], tool
        status, listed = console.ask("GET", "/api/rules")
        assert status == 200 and [rule["id"] for rule in listed["rules"]] == ["r"], listed
        assert str(rules) in [file["file"] for file in listed["files"]], listed
        contract = console.ask("GET", "/api/tool?name=plain")[1]["contract"]
        status, grant = console.ask("POST", "/api/grants", {"name": "plain", "for": "5m", "contract": contract})
        assert status == 200 and (grant["user"], grant["workspace"]) == ("eve", "w1"), grant


def test_w15_a_page_hears_of_the_questions_of_other_processes(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Console(desk, folder, "console", "--open") as console:
        console.log_in_by_file()
        connection = http.client.HTTPConnection("127.0.0.1", console.port, timeout=SECONDS_MAX)
        connection.request("GET", "/api/events", None, {"Host": console.host, "Sec-Fetch-Site": "same-origin", "Authorization": f"Bearer {console.secret}"})
        events = connection.getresponse()

        def next_of(kind: str) -> dict:
            while events.readline() != f"event: {kind}\n".encode():
                pass
            return json.loads(events.readline().removeprefix(b"data: "))

        assert next_of("snapshot") == {"questions": []}
        asked = console.command("call", "echo", '{"message":"hello"}', "--json")
        approval = json.loads(asked.stdout)["approval"]
        assert next_of("question") == {"id": approval, "state": "pending"}
        assert console.command("approvals", "withdraw", approval).returncode == DONE
        assert next_of("question") == {"id": approval, "state": "withdrawn"}
        connection.close()


def test_w05_the_browser_gets_a_file_of_its_user_that_is_then_removed(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Console(desk, folder, "console", "--open") as console:
        file = console.opened()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        while not (console.programs / "words").exists():
            select.select([], [], [], 0.01)
        words = (console.programs / "words").read_text()
        assert "#" not in words and console.origin not in words, words
        left = [name for name in folder.iterdir() if name.name.startswith("iam-console-")]
        assert [str(name) + "\n" for name in left] == [words]
        # Neither the program's own words nor its output have the code.
        command_line = pathlib.Path(f"/proc/{console.process.pid}/cmdline").read_text()
        code = re.search("#([A-Za-z0-9_-]+)", file.read_text())[1]
        assert code not in command_line and code not in console.greeting
        console.log_in_by_file()
        while left[0].exists():
            select.select([], [], [], 0.01)
        assert console.ask("POST", "/api/login", {"code": code})[0] == 401


def test_w05_without_a_browser_the_address_is_told_on_the_terminal_alone(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Console(desk, folder, "console", has_terminal=True) as console:
        text = b""
        while b"\n" not in text.partition(b"#")[2]:
            text += os.read(console.ours, 4096)
        code = re.search(rf"{re.escape(console.origin)}/#([A-Za-z0-9_-]{{22}})".encode(), text)[1].decode()
        assert code not in console.greeting
        assert console.log_in(code).ask("GET", "/api/session")[1]["application"] == "testdesk"
    refused = subprocess.run([*console.words, "console"], env=console.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                             check=False, start_new_session=True, timeout=SECONDS_MAX)
    assert refused.returncode != DONE and "--open" in refused.stderr and "#" not in refused.stdout, refused


def test_w05_a_machine_without_xdg_open_is_told_so_and_keeps_no_file(desk: pathlib.Path, folder: pathlib.Path) -> None:
    environment = {"PATH": str(folder), "HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    refused = subprocess.run([str(desk), "--state", str(folder / "state"), "console", "--open"], env=environment, stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, check=False, start_new_session=True, timeout=SECONDS_MAX)
    assert refused.returncode != DONE and refused.stdout == "" and "leave --open out" in refused.stderr, refused
    assert not [name for name in folder.iterdir() if name.name.startswith("iam-console-")]


def test_the_console_ends_when_it_is_asked_to(desk: pathlib.Path, folder: pathlib.Path) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        with Console(desk, folder, "console", "--open") as console:
            console.log_in_by_file()
            (console.programs / "opened").unlink()
            console.process.send_signal(number)
            assert console.process.wait(timeout=SECONDS_MAX) == DONE
        assert not [name for name in folder.iterdir() if name.name.startswith("iam-console-")]


def test_w09_a_server_started_by_the_console_gets_nothing_from_it(desk: pathlib.Path, folder: pathlib.Path) -> None:
    target, result = folder / "target", folder / "result"
    (folder / "servers.json").write_text(json.dumps({"servers": {"reaching": {
        "command": "/usr/bin/python3", "args": [str(SERVER), str(target), str(result)], "sandbox": False}}}))
    (folder / "servers.json").chmod(0o600)
    servers = ["--servers", str(folder / "servers.json")]
    with Console(desk, folder, *servers, "console", "--open") as console:
        target.write_text(json.dumps({"port": console.port, "host": console.host}))
        console.log_in_by_file()
        asked = console.command(*servers, "call", "reaching/reach", "{}", "--json")
        result.unlink(missing_ok=True)
        approval = json.loads(asked.stdout)["approval"]
        # The console starts the server, to know the tool.
        status, question = console.ask("GET", f"/api/questions/{approval}")
        assert status == 200, question
        while not result.exists():
            select.select([], [], [], 0.01)
        reached = json.loads(result.read_text())
        assert reached["statuses"] == [403, 403, 403], reached
        # This test is no child of the console.
        assert console.answer(approval, "deny_once", reason="It reaches out.")[0] == 200


def test_a_question_waits_for_the_server_of_its_tool_alone(desk: pathlib.Path, folder: pathlib.Path) -> None:
    mute, process = folder / "mute", folder / "process"
    program = f'if test -e "{mute}"; then echo $$ > "{process}.new"; mv "{process}.new" "{process}"; exec sleep 1000; fi; exec "{SMALL}"'
    (folder / "servers.json").write_text(json.dumps({"servers": {
        "hanging": {"command": "/bin/sh", "args": ["-c", program], "sandbox": False},
        "small": {"command": str(SMALL), "sandbox": False}}}))
    (folder / "servers.json").chmod(0o600)
    servers = ["--servers", str(folder / "servers.json")]
    with Console(desk, folder, *servers, "console", "--open") as console:
        console.log_in_by_file()
        asked = {name: json.loads(console.command(*servers, "call", f"{name}/echo", "{}", "--json").stdout)["approval"]
                 for name in ("hanging", "small")}
        mute.touch()
        answered = []

        def show(name: str) -> None:
            console.ask("GET", f"/api/questions/{asked[name]}")
            answered.append(name)

        waiting = threading.Thread(target=show, args=("hanging",))
        waiting.start()
        while not process.exists():
            select.select([], [], [], 0.01)
        show("small")
        assert console.ask("GET", "/api/servers")[0] == 200
        assert console.answer(asked["small"], "deny_once")[0] == 200
        assert answered == ["small"], answered
        mute.unlink()
        os.kill(int(process.read_text()), signal.SIGKILL)
        waiting.join(timeout=SECONDS_MAX)
        assert answered == ["small", "hanging"], answered


def test_w40_a_server_is_saved_only_as_it_was_shown(desk: pathlib.Path, folder: pathlib.Path) -> None:
    file = folder / "servers.json"
    file.write_text('{"servers": {}}')
    file.chmod(0o600)
    settings = json.dumps({"command": "/usr/bin/python3", "args": [str(SMALL)], "sandbox": False})
    with Console(desk, folder, "console", "--open", "--servers", str(file)) as console:
        console.log_in_by_file()
        version = console.ask("GET", "/api/servers")[1]["version"]
        _, checked = console.ask("POST", "/api/servers/check", {"name": "a", "settings": settings})
        assert checked["mistakes"] == [] and checked["argv"] == ["/usr/bin/python3", str(SMALL)], checked
        save = {"name": "a", "settings": settings, "version": version, "shown": checked["shown"], "as": "new"}
        other = settings.replace(str(SMALL), "/tmp/other.py")
        assert console.ask("POST", "/api/servers/save", save | {"settings": other})[0] == 409
        assert console.ask("POST", "/api/servers/save", save | {"as": "known"})[0] == 404
        assert console.ask("POST", "/api/servers/save", save | {"settings": "{"})[0] == 400
        assert json.loads(file.read_text()) == {"servers": {}}
        assert console.ask("POST", "/api/servers/save", save) == (200, {"done": True})
        assert console.ask("POST", "/api/servers/save", save)[0] == 409, "the file is another one now"
        version = console.ask("GET", "/api/servers")[1]["version"]
        secret = {"name": "a", "version": version, "use": "bearer", "value": "s"}
        assert console.ask("POST", "/api/servers/secret", secret)[0] == 400, "a program takes variables"
        assert console.ask("POST", "/api/servers/secret", secret | {"use": "variable"})[0] == 400, "a variable has a name"
        assert not list((folder / "secrets").glob("*"))
        assert console.ask("POST", "/api/servers/trust", {"name": "a", "shown": "0" * 64})[0] == 409
        assert console.ask("POST", "/api/servers/distrust", {"name": "a"})[0] == 404


def test_w08_ten_thousand_connections_leave_the_console_usable(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Console(desk, folder, "console", "--open") as console:
        console.log_in_by_file()
        open_ones: collections.deque[socket.socket] = collections.deque()
        for _ in range(10_000):
            open_ones.append(socket.create_connection(("127.0.0.1", console.port), timeout=SECONDS_MAX))
            if len(open_ones) > 500:
                open_ones.popleft().close()
        # The oldest end first: a request may still find no room for a moment.
        for one in open_ones:
            one.close()
        deadline = time.monotonic() + SECONDS_MAX
        while (status := console.ask("GET", "/api/questions")[0]) == 503:
            assert time.monotonic() < deadline, "there is no room for a minute"
        assert status == 200, status
        files = len(os.listdir(f"/proc/{console.process.pid}/fd"))
        assert files < 100, files


def test_w04_each_run_of_the_console_has_sessions_of_its_own(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Console(desk, folder, "console", "--open") as console:
        console.log_in_by_file()
        secret, name = console.secret, console.host.partition(":")[0]
        (console.programs / "opened").unlink()
    with Console(desk, folder, "console", "--open") as console:
        assert console.host.partition(":")[0] == name
        console.secret = secret
        assert console.ask("GET", "/api/session")[0] == 401


def test_a_port_and_an_address_can_be_chosen(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Console(desk, folder, "console", "--open", "--by-address") as console:
        assert console.host == f"127.0.0.1:{console.port}"
        taken = console.command("console", "--open", "--port", str(console.port))
        assert taken.returncode != DONE and "another port" in taken.stderr, taken


def test_a_client_is_led_to_the_page_of_a_question_and_gets_nothing_there_that_answers(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Console(desk, folder, "console", "--open") as console, Client(desk, folder, "--consent", "url") as client:
        assert stat.S_IMODE((folder / "state" / "console").stat().st_mode) == 0o600
        client.begin(elicitation={"url": {}})
        request = client.send("tools/call", name="echo", arguments={"message": "hello"})
        asked = client.next()
        while asked.get("method") != "elicitation/create":
            asked = client.next()
        address, _, approval = asked["params"]["url"].rpartition("/")
        assert (asked["params"]["mode"], address) == ("url", f"{console.origin}/#/questions"), asked
        assert approval in client.command("approvals", "list").stdout
        # The client has the URL alone. It fetches the page, and tries to answer.
        connection = http.client.HTTPConnection("127.0.0.1", console.port, timeout=SECONDS_MAX)
        connection.request("GET", "/", None, {"Host": console.host})
        page = connection.getresponse().read().decode()
        connection.close()
        assert approval not in page and "nonce" not in page and "digest" not in page, page
        assert console.ask("GET", f"/api/questions/{approval}")[0] == 401
        assert console.ask("POST", f"/api/questions/{approval}/answer", {"nonce": "00", "answer": "allow_once", "shown_digest": "0" * 64})[0] == 401
        client.write({"id": asked["id"], "result": {"action": "accept"}})
        assert console.log_in_by_file().answer(approval, "allow_once")[0] == 200
        assert not client.answer_to(request)["result"].get("isError", False)
        assert client.done() == ["echo hello"]
        assert "notifications/elicitation/complete" in [message.get("method") for message in client.messages]


def test_without_its_console_a_client_is_led_nowhere_and_a_person_answers_elsewhere(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Console(desk, folder, "console", "--open") as console:
        second = Console(desk, folder, "console", "--open")
        second.__exit__()
        place = folder / "state" / "console"
        assert place.read_text() == f"{console.origin}/", "the first one is told of"
        with Client(desk, folder, "--consent", "url", "--wait", "1s") as client:
            client.begin(elicitation={"url": {}})
            console.process.kill()
            console.process.wait(timeout=SECONDS_MAX)
            assert place.exists(), "nobody has removed the file of a killed console"
            text = json.dumps(client.call("echo", message="hello"))
            assert "confirmation_required" in text and "approvals answer" in text, text
            assert "elicitation/create" not in [message.get("method") for message in client.messages]
            refused = client.command("serve", "--consent", "url")
            assert refused.returncode != DONE and "console --open" in refused.stderr, refused
    with Console(desk, folder, "console", "--open") as console:
        assert place.read_text() == f"{console.origin}/"
    assert not place.exists()


if __name__ == "__main__":
    sys.exit(run_case(globals()))
