#!/usr/bin/env python3
"""The command serve as an MCP client sees it: serve_test.py --desk PROGRAM CASE

Tests of runtime/src/host/commands/serve.cpp.
Tests of runtime/src/host/output/client_config.cpp.
"""
import json
import os
import pathlib
import pty
import select
import signal
import subprocess
import sys

from desk_cases import run_case

SECONDS_MAX = 60
DONE = 0
FAILED = 1


class Client:
    """A program that starts the server and talks with it, a message a line."""

    application = "testdesk"
    command_word = "serve"

    def __init__(self, desk: pathlib.Path, folder: pathlib.Path, *options: str):
        self.folder = folder
        self.words = [str(desk), "--state", str(folder / "state")]
        self.effects = folder / "effects"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_CONFIG_HOME": str(folder),
                            "TESTDESK_EFFECTS": str(self.effects)}
        self.errors = (folder / "errors").open("w+")
        # A session of its own has no terminal: the person who runs the tests is never asked.
        self.server = subprocess.Popen([*self.words, self.command_word, *options], env=self.environment, stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=self.errors, start_new_session=True)
        self.last_id = 0
        self.unread = b""
        self.messages: list[dict] = []

    def tell(self, method: str, **params) -> None:
        self.write({"method": method, "params": params})

    def send(self, method: str, **params) -> int:
        self.last_id += 1
        self.write({"id": self.last_id, "method": method, "params": params})
        return self.last_id

    def write(self, message: dict) -> None:
        self.server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.server.stdin.flush()

    def next(self) -> dict:
        # A buffered reader may hold a line that select() does not see.
        while b"\n" not in self.unread:
            ready, _, _ = select.select([self.server.stdout], [], [], SECONDS_MAX)
            assert ready, f"no message came; these did: {self.messages}"
            more = os.read(self.server.stdout.fileno(), 65536)
            assert more, f"the server has ended: {self.log()}"
            self.unread += more
        line, _, self.unread = self.unread.partition(b"\n")
        self.messages.append(json.loads(line))
        return self.messages[-1]

    def answer_to(self, request: int) -> dict:
        while True:
            message = self.next()
            if message.get("id") == request and "method" not in message:
                return message

    def ask(self, method: str, **params) -> dict:
        return self.answer_to(self.send(method, **params))

    def begin(self, **capabilities) -> "Client":
        answer = self.ask("initialize", protocolVersion="2025-11-25", capabilities=capabilities, clientInfo={"name": "tester", "version": "1"})
        assert answer["result"]["serverInfo"]["name"] == self.application, answer
        self.tell("notifications/initialized")
        return self

    def call(self, tool: str, **arguments) -> dict:
        return self.ask("tools/call", name=tool, arguments=arguments)["result"]

    def log(self) -> str:
        return (self.folder / "errors").read_text()

    def command(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([*self.words, *words], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False, start_new_session=True, timeout=SECONDS_MAX)

    def done(self) -> list[str]:
        return self.effects.read_text().splitlines() if self.effects.exists() else []

    def end(self) -> int:
        self.server.stdin.close()
        rest = self.unread + self.server.stdout.read()
        assert rest == b"", rest
        return self.server.wait(timeout=SECONDS_MAX)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_) -> None:
        self.server.kill()
        self.server.wait()
        self.server.stdin.close()
        self.server.stdout.close()
        self.errors.close()


def press(client: Client, key: str, *words: str) -> int:
    """Runs a command on a terminal of its own, presses a key at its question, and returns its exit
    code."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen(["setsid", "--ctty", "--wait", *client.words, *words], env={**client.environment, "TERM": "dumb"},
                               stdin=theirs, stdout=theirs, stderr=theirs)
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
    code = program.wait(timeout=SECONDS_MAX)
    os.close(ours)
    return code


def test_a_client_lists_and_calls_tools_until_it_closes_the_input(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Client(desk, folder) as client:
        client.begin()
        names = [tool["name"] for tool in client.ask("tools/list")["result"]["tools"]]
        assert names == sorted(names) and "echo" in names, names
        assert "isError" not in client.call("quick")
        assert client.call("broken")["_meta"]["iam/result"]["code"] == "out_of_paper"
        assert client.end() == DONE, client.log()
        assert client.done() == ["quick"]


def test_a_call_waits_until_a_person_answers_in_another_terminal(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Client(desk, folder) as client:
        client.begin()
        request = client.send("tools/call", name="echo", arguments={"message": "hello"}, _meta={"progressToken": 1})
        assert client.next()["method"] == "notifications/progress"
        waiting = json.loads(client.command("approvals", "list", "--json").stdout)["approvals"]
        assert len(waiting) == 1 and client.done() == [], waiting
        assert press(client, "1", "approvals", "answer", waiting[0]["id"]) == DONE
        result = client.answer_to(request)["result"]
        assert result["structuredContent"] == {"result": "hello"}
        assert client.done() == ["echo hello"]
        shown = client.command("audit", "show", result["_meta"]["iam/result"]["entry"])
        assert "proposed by an MCP client that calls itself tester 1" in shown.stdout, shown
        entries = client.command("audit", "--json").stdout
        assert "mcp_client" in entries and "tester 1" in entries, entries
        assert '"channel":"terminal:/dev/' in entries and '"kind":"person"' in entries, entries


def test_a_call_that_nobody_answers_names_the_command_that_does(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Client(desk, folder, "--wait", "0") as client:
        client.begin()
        result = client.call("echo", message="hello")
        about = result["_meta"]["iam/result"]
        assert result["isError"] and about["code"] == "confirmation_required", result
        assert f"approvals answer {about['approval']}" in result["content"][0]["text"], result
        assert press(client, "1", "approvals", "answer", about["approval"]) == DONE
        assert client.call("echo", message="hello")["structuredContent"] == {"result": "hello"}
        assert client.done() == ["echo hello"]


def test_a_stop_of_the_server_records_how_each_call_ended(desk: pathlib.Path, folder: pathlib.Path) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        own = folder / number.name
        own.mkdir()
        with Client(desk, own) as client:
            client.begin()
            request = client.send("tools/call", name="linger", arguments={"heed": True})
            while "lingering" not in client.log():
                select.select([], [], [], 0.01)
            client.server.send_signal(number)
            assert client.answer_to(request)["result"]["isError"]
            assert client.server.wait(timeout=SECONDS_MAX) == DONE, client.log()
            kinds = [stored["entry"]["kind"] for stored in map(json.loads, client.command("audit", "--json").stdout.splitlines())]
            assert "outcome" in kinds, kinds


def test_xm04_a_call_repeated_after_the_server_was_killed_has_no_second_effect(desk: pathlib.Path, folder: pathlib.Path) -> None:
    named = {"name": "vanish", "_meta": {"iam/call_id": "only-once"}}
    with Client(desk, folder, "--call-ids") as client:
        client.begin()
        client.send("tools/call", **named)
        assert client.server.wait(timeout=SECONDS_MAX) == -signal.SIGKILL
        assert client.done() == ["vanish"]
    with Client(desk, folder, "--call-ids") as client:
        client.begin()
        result = client.ask("tools/call", **named)["result"]
        assert result["isError"] and result["_meta"]["iam/result"]["code"] == "outcome_unknown", result
        assert client.done() == ["vanish"]


def test_xm05_text_that_a_tool_prints_is_no_message(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Client(desk, folder) as client:
        client.begin()
        assert "isError" not in client.call("print_a_message")
        assert client.end() == DONE
        assert "forged" in client.log(), client.log()
        assert not any(message.get("id") == "forged" for message in client.messages)


def test_a_configuration_for_a_client_starts_the_server(desk: pathlib.Path, folder: pathlib.Path) -> None:
    lists = {"claude": "mcpServers", "cursor": "mcpServers", "vscode": "servers", "zed": "context_servers"}
    for client, name in lists.items():
        printed = subprocess.run([desk, "--state", "a state", "--user", "ann", "serve", "--wait", "30s", "--print-config", client], cwd=folder,
                                 env={"PATH": os.environ["PATH"], "HOME": str(folder)}, capture_output=True, text=True, check=True)
        server = json.loads(printed.stdout)[name]["testdesk"]
        assert server["args"] == ["--state", str(folder / "a state"), "--user", "ann", "serve", "--wait", "30s"], server
        began = subprocess.run([server["command"], *server["args"]], cwd="/", input="", capture_output=True, text=True, check=False,
                               env={"PATH": os.environ["PATH"], "HOME": str(folder)}, timeout=SECONDS_MAX)
        assert (began.returncode, began.stdout) == (DONE, ""), began
    plain = subprocess.run([desk, "serve", "--print-config", "claude"], env={"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_STATE_HOME": str(folder / "x")},
                           capture_output=True, text=True, check=True)
    # A client has another environment.
    assert json.loads(plain.stdout)["mcpServers"]["testdesk"]["args"] == ["--state", str(folder / "x" / "testdesk"), "serve"], plain
    unknown = subprocess.run([desk, "serve", "--print-config", "emacs"], capture_output=True, text=True, check=False,
                             env={"PATH": os.environ["PATH"], "HOME": str(folder)})
    assert unknown.returncode == 2 and "claude, vscode, cursor or zed" in unknown.stderr, unknown


def test_a_configuration_is_printed_for_a_server_that_would_start(desk: pathlib.Path, folder: pathlib.Path) -> None:
    for words, why in ((["--wait", "soon"], "soon"), (["--consent", "form"], "--form-clients"), (["--consent", "url"], "page"),
                       (["--http", "0"], "--http"), (["--socket", "s"], "--socket")):
        refused = subprocess.run([desk, "--state", str(folder / "state"), "serve", *words, "--print-config", "claude"], capture_output=True,
                                 text=True, check=False, stdin=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], "HOME": str(folder)})
        wanted = 6 if "url" in words else 2  # no console runs
        assert refused.returncode == wanted and why in refused.stderr and not refused.stdout, (words, refused)


def test_an_empty_value_of_an_option_is_no_option_left_out(desk: pathlib.Path, folder: pathlib.Path) -> None:
    for option in ("--socket", "--http", "--new-token", "--print-config", "--wait", "--form-clients", "--token-issuer"):
        words = ["--http", "0", option, ""] if option.startswith("--token") else [option, ""]
        refused = subprocess.run([desk, "--state", str(folder / "state"), "serve", *words], capture_output=True, text=True, check=False,
                                 stdin=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], "HOME": str(folder)}, timeout=60)
        assert refused.returncode == 2 and option in refused.stderr and "empty" in refused.stderr, (option, refused)


def test_a_client_that_goes_away_ends_the_server_and_leaves_the_question(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Client(desk, folder) as client:
        client.begin()
        client.send("tools/call", name="echo", arguments={"message": "hello"}, _meta={"progressToken": 1})
        assert client.next()["method"] == "notifications/progress"
        client.server.stdout.close()
        client.server.stdin.close()
        assert client.server.wait(timeout=SECONDS_MAX) in (DONE, FAILED), client.log()
        assert len(json.loads(client.command("approvals", "list", "--json").stdout)["approvals"]) == 1
        assert client.done() == []


def test_a_client_cannot_fill_the_list_of_questions(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Client(desk, folder, "--wait", "0") as client:
        client.begin()
        codes = [client.call("echo", message=str(number))["_meta"]["iam/result"]["code"] for number in range(51)]
        assert codes == ["confirmation_required"] * 50 + ["quota_exceeded"], codes


def test_a_wait_that_is_no_duration_is_refused(desk: pathlib.Path, folder: pathlib.Path) -> None:
    refused = subprocess.run([desk, "serve", "--wait", "soon"], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
                             env={"PATH": os.environ["PATH"], "HOME": str(folder)})
    assert refused.returncode == 2 and "soon" in refused.stderr, refused


def test_a_model_may_list_and_undo_calls_if_the_server_is_told_so(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Client(desk, folder) as client:
        client.begin()
        assert "undo_call" not in {tool["name"] for tool in client.ask("tools/list")["result"]["tools"]}
        assert client.end() == DONE, client.log()
    with Client(desk, folder, "--undo-tools", "--wait", "0") as client:
        client.begin()
        assert client.call("list_undoable")["structuredContent"]["result"] == []
        asked = client.call("undo_call", entry="0.1")
        assert asked["_meta"]["iam/result"]["code"] == "confirmation_required", asked
        assert client.end() == DONE, client.log()


def test_a_person_answers_in_another_terminal_whether_a_model_may_undo(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Client(desk, folder, "--undo-tools", "--wait", "0") as client:
        client.begin()

        def call_and_allow(tool: str, **arguments: str) -> dict:
            asked = client.call(tool, **arguments)["_meta"]["iam/result"]
            assert press(client, "1", "approvals", "answer", asked["approval"]) == DONE
            return client.call(tool, **arguments)

        entry = call_and_allow("echo", message="hello")["_meta"]["iam/result"]["entry"]
        undone = call_and_allow("undo_call", entry=entry)
        assert "isError" not in undone and "Undone" in undone["content"][0]["text"], undone
        assert client.end() == DONE, client.log()


def test_a_client_may_read_its_own_calls_if_the_server_is_told_so(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Client(desk, folder, "--ledger-resources") as client:
        client.begin().call("quick")
        contents = client.ask("resources/read", uri="iam://ledger/calls")["result"]["contents"]
        calls = json.loads(contents[0]["text"])["calls"]
        assert [call["tool"] for call in calls] == ["quick"], calls
    with Client(desk, folder) as client:
        assert client.begin().ask("resources/list")["error"]["code"] == -32601


def clients_file(folder: pathlib.Path, *clients: tuple[str, str]) -> str:
    file = folder / "clients.json"
    file.touch(mode=0o600)
    file.write_text(json.dumps({"iam": 1, "clients": [{"name": name, "credential": credential} for name, credential in clients]}))
    return str(file)


def test_a_client_on_the_list_asks_its_person_by_a_form(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Client(desk, folder, "--consent", "form", "--form-clients", clients_file(folder, ("tester", "stdio"))) as client:
        client.begin(elicitation={"form": {}})
        request = client.send("tools/call", name="count", arguments={"text": "four"})
        asked = client.next()
        assert asked["method"] == "elicitation/create" and "four" in asked["params"]["message"], asked
        client.write({"id": asked["id"], "result": {"action": "accept", "content": {"answer": "Allow once"}}})
        assert client.answer_to(request)["result"]["structuredContent"] == {"result": 4}
        shown = client.command("audit", "--json").stdout
        assert '"kind":"client_asserted"' in shown and '"channel":"mcp:form"' in shown, shown
        report = json.loads(client.command("audit", "report", "--json").stdout)
        assert report["answers_of_clients"] == 1 and report["answers_of_programs"] == 0, report
        # A call of high risk is a person's to answer elsewhere.
        client.send("tools/call", name="echo", arguments={"message": "hello"}, _meta={"progressToken": 1})
        assert client.next()["method"] == "notifications/progress"


def test_a_client_on_no_list_is_not_asked(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Client(desk, folder, "--consent", "form", "--form-clients", clients_file(folder, ("tester", "token ci"))) as client:
        client.begin(elicitation={"form": {}})
        client.send("tools/call", name="count", arguments={"text": "four"}, _meta={"progressToken": 1})
        assert client.next()["method"] == "notifications/progress"


def test_a_list_of_clients_that_others_can_read_or_that_is_none_is_refused(desk: pathlib.Path, folder: pathlib.Path) -> None:
    listed = clients_file(folder, ("tester", "stdio"))
    with Client(desk, folder, "--consent", "form") as client:
        assert client.server.wait(timeout=SECONDS_MAX) != DONE and "belong together" in client.log(), client.log()
    with Client(desk, folder, "--form-clients", listed) as client:
        assert client.server.wait(timeout=SECONDS_MAX) != DONE and "belong together" in client.log(), client.log()
    os.chmod(listed, 0o644)
    with Client(desk, folder, "--consent", "form", "--form-clients", listed) as client:
        assert client.server.wait(timeout=SECONDS_MAX) != DONE and "chmod 600" in client.log(), client.log()


if __name__ == "__main__":
    sys.exit(run_case(globals()))
