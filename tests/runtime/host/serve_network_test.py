#!/usr/bin/env python3
"""The command serve over HTTP and on a socket: serve_network_test.py --desk PROGRAM CASE (77: the
machine has no IPv6)

Tests of runtime/src/host/commands/{serve,serve_http}.cpp.
"""
import hashlib
import http.client
import json
import os
import pathlib
import pty
import re
import secrets
import select
import signal
import socket
import subprocess
import sys
import threading
import time

from desk_cases import run_case

SECONDS_MAX = 60
DONE = 0
ACCEPT = "application/json, text/event-stream"


class Server:
    """A running server; its first line says where it listens."""

    def __init__(self, desk: pathlib.Path, folder: pathlib.Path, *options: str, before: tuple[str, ...] = (), open_files: int = 0):
        self.words = [str(desk), "--state", str(folder / "state")]
        self.effects = folder / "effects"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_CONFIG_HOME": str(folder),
                            "TESTDESK_EFFECTS": str(self.effects)}
        self.errors = (folder / "errors").open("w+")
        if open_files:
            before = ("prlimit", f"--nofile={open_files}", *before)
        self.process = subprocess.Popen([*before, *self.words, "serve", *options], env=self.environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=self.errors, text=True, start_new_session=True)
        self.greeting = self.process.stdout.readline()

    def port(self, scheme: str = "http", address: str = "127.0.0.1") -> int:
        found = re.fullmatch(rf"Serves MCP at {scheme}://{re.escape(address)}:(\d+)/mcp until it is stopped \(Ctrl-C\)\.\n", self.greeting)
        assert found, self.greeting
        return int(found[1])

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=SECONDS_MAX)

    def command(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([*self.words, *words], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False, start_new_session=True, timeout=SECONDS_MAX)

    def done(self) -> list[str]:
        return self.effects.read_text().splitlines() if self.effects.exists() else []

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_) -> None:
        # The group, since a program before the server (faketime) starts it as a child.
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()


class Client:
    """A client over HTTP that has begun a session."""

    def __init__(self, port: int, address: str = "127.0.0.1", token: str = ""):
        self.port = port
        self.address = address
        self.fields = {"Content-Type": "application/json", "Accept": ACCEPT}
        if token:
            self.fields["Authorization"] = "Bearer " + token
        status, fields, _ = self.post({"id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "tester", "version": "1"}}})
        assert status == 200, status
        self.fields |= {"MCP-Session-Id": fields["MCP-Session-Id"], "MCP-Protocol-Version": "2025-11-25"}
        assert self.post({"method": "notifications/initialized"})[0] == 202

    def post(self, message: dict) -> tuple[int, http.client.HTTPMessage, bytes]:
        return self.exchange(http.client.HTTPConnection(self.address, self.port, timeout=SECONDS_MAX), message)

    def exchange(self, connection: http.client.HTTPConnection, message: dict) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection.request("POST", "/mcp", json.dumps({"jsonrpc": "2.0", **message}), self.fields)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response.status, response.headers, body

    def call(self, tool: str, **arguments) -> dict:
        status, fields, body = self.post({"id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
        assert status == 200, body
        if fields["Content-Type"] == "text/event-stream":
            body = [line[5:] for line in body.splitlines() if line.startswith(b"data:") and len(line) > 6][-1]
        return json.loads(body)["result"]


def test_a_client_over_http_calls_until_the_server_is_stopped(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Server(desk, folder, "--http", "0") as server:
        client = Client(server.port())
        assert "isError" not in client.call("quick")
        assert server.stop() == DONE
        assert server.done() == ["quick"]
        report = server.command("audit", "--json")
        assert "tester 1" in report.stdout and "from 127.0.0.1" in report.stdout, report.stdout


def skip_without_ipv6() -> None:
    try:
        with socket.socket(socket.AF_INET6) as probe:
            probe.bind(("::1", 0))
    except OSError:
        print("skipped: this machine has no address ::1")
        sys.exit(77)


def test_a_server_listens_at_the_address_that_it_is_given(desk: pathlib.Path, folder: pathlib.Path) -> None:
    skip_without_ipv6()
    with Server(desk, folder, "--http", "[::1]:0") as server:
        assert "isError" not in Client(server.port(address="[::1]"), "::1").call("quick")


def test_a_question_over_http_is_answered_in_another_terminal(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Server(desk, folder, "--http", "0", "--wait", "0") as server:
        client = Client(server.port())
        asked = client.call("echo", message="hello")
        assert asked["_meta"]["iam/result"]["code"] == "confirmation_required", asked
        assert asked["_meta"]["iam/result"]["approval"] in server.command("approvals", "list").stdout


def new_token(desk: pathlib.Path, folder: pathlib.Path, name: str) -> tuple[str, str]:
    """A token and its line."""
    printed = subprocess.run([str(desk), "--state", str(folder / "state"), "serve", "--new-token", name], env={"PATH": os.environ["PATH"], "HOME": str(folder)},
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=SECONDS_MAX)
    token, line = (text.strip() for text in printed.stdout.splitlines() if text.startswith("  "))
    assert token.startswith("iam_") and line.startswith(name + " "), printed.stdout
    return token, line


def private(path: pathlib.Path, text: str) -> str:
    path.write_text(text)
    path.chmod(0o600)
    return str(path)


def test_a_token_of_the_file_is_needed_and_names_the_caller(desk: pathlib.Path, folder: pathlib.Path) -> None:
    token, line = new_token(desk, folder, "ci")
    tokens = private(folder / "tokens", line + " all\n")
    scopes = private(folder / "scopes.json", '{"iam": 1, "scopes": {"all": ["quick"], "more": ["echo"]}}')
    with Server(desk, folder, "--http", "0", "--tokens", tokens, "--scopes", scopes) as server:
        for wrong in ("", "iam_wrong", line.split()[1]):
            try:
                Client(server.port(), token=wrong)
                raise SystemExit(f"'{wrong}' was taken")
            except AssertionError as refused:
                assert refused.args == (401,), refused
        client = Client(server.port(), token=token)
        assert "isError" not in client.call("quick")
        status, fields, _ = client.post({"id": 2, "method": "tools/call", "params": {"name": "echo", "arguments": {"message": "x"}}})
        assert status == 403 and 'scope="more"' in fields["WWW-Authenticate"], (status, fields)
        assert server.stop() == DONE
        assert server.done() == ["quick"]
        report = server.command("audit", "--json")
        assert "token#ci" in report.stdout, report.stdout
        kept = [file.read_bytes() for file in (folder / "state").rglob("*") if file.is_file()]
        server.errors.seek(0)
        kept.append(server.errors.read().encode())
        assert not any(token.encode() in text for text in kept)


def test_a_file_of_tokens_that_others_read_starts_no_server(desk: pathlib.Path, folder: pathlib.Path) -> None:
    tokens = folder / "tokens"
    private(tokens, "ci " + "0" * 64 + "\n")
    tokens.chmod(0o644)
    keys = private(folder / "keys.json", "{}")
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
    issuer = ["--token-issuer", "https://login.example", "--token-audience", "https://desk.example/mcp"]
    for words in (["--tokens", str(tokens)], [*issuer, "--token-keys", keys], [*issuer], ["--scopes", keys]):
        refused = subprocess.run([str(desk), "--state", str(folder / "state"), "serve", "--http", "0", *words], env=environment, stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, check=False, timeout=SECONDS_MAX)
        assert refused.returncode != DONE and refused.stderr and not refused.stdout, words


def test_an_address_that_others_reach_is_refused(desk: pathlib.Path, folder: pathlib.Path) -> None:
    words = [str(desk), "--state", str(folder / "state"), "serve", "--http"]
    for address in ("0.0.0.0:0", "192.0.2.1:80", "example.org:80", "70000", "x", ":80", "127.0.0.1:"):
        refused = subprocess.run([*words, address], env={"PATH": os.environ["PATH"], "HOME": str(folder)}, stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, check=False, timeout=SECONDS_MAX)
        assert refused.returncode != DONE and refused.stderr, address


def test_a_program_of_the_same_user_calls_on_a_socket(desk: pathlib.Path, folder: pathlib.Path) -> None:
    path = str(folder / "socket")
    with Server(desk, folder, "--socket", path) as server:
        assert server.greeting == f"Serves MCP at {path} until it is stopped (Ctrl-C).\n", server.greeting
        with socket.socket(socket.AF_UNIX) as client, client.makefile("rw") as lines:
            client.settimeout(SECONDS_MAX)
            client.connect(path)
            for message in ({"id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25", "capabilities": {},
                                                                         "clientInfo": {"name": "tester", "version": "1"}}},
                            {"id": 1, "method": "tools/call", "params": {"name": "quick"}}):
                lines.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
                lines.flush()
                assert "result" in json.loads(lines.readline())
        assert server.stop() == DONE
        assert server.done() == ["quick"]
        assert not os.path.exists(path)


def test_a_question_over_http_may_be_put_on_the_terminal_of_the_server(desk: pathlib.Path, folder: pathlib.Path) -> None:
    ours, theirs = pty.openpty()
    terminal = os.ttyname(theirs)
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb", "TESTDESK_EFFECTS": str(folder / "effects")}
    server = subprocess.Popen(["setsid", "--ctty", "--wait", str(desk), "--state", str(folder / "state"), "serve", "--http", "0",
                               "--consent", "terminal"], env=environment, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = ""

    def read_until(pattern: str) -> re.Match:
        nonlocal shown
        while not (found := re.search(pattern, shown)):
            ready, _, _ = select.select([ours], [], [], SECONDS_MAX)
            assert ready, shown
            shown += os.read(ours, 4096).decode()
        return found

    answers = []
    try:
        port = int(read_until(r"http://127\.0\.0\.1:(\d+)/mcp until")[1])
        client = Client(port)
        calling = threading.Thread(target=lambda: answers.append(client.call("echo", message="hello")))
        calling.start()
        read_until("Press 1")
        while calling.is_alive():
            # Keys count once the terminal has been quiet for as long as the question wants it to
            # be.
            if not select.select([ours], [], [], 0.5)[0]:
                os.write(ours, b"1")
            else:
                shown += os.read(ours, 4096).decode()
        assert "isError" not in answers[0], answers
        audit = subprocess.run([str(desk), "--state", str(folder / "state"), "audit", "--json"], env=environment, stdin=subprocess.DEVNULL,
                               capture_output=True, text=True, check=False, start_new_session=True, timeout=SECONDS_MAX)
        assert f'"channel":"terminal:{terminal}"' in audit.stdout, audit
    finally:
        server.kill()
        server.wait()
        os.close(ours)


def test_a_terminal_of_the_client_is_not_asked(desk: pathlib.Path, folder: pathlib.Path) -> None:
    words = [str(desk), "--state", str(folder / "state"), "serve", "--consent", "terminal"]
    for more, why in ((["--http", "0"], "no terminal"), ([], "--http"), (["--socket", str(folder / "s")], "--http")):
        refused = subprocess.run([*words, *more], env={"PATH": os.environ["PATH"], "HOME": str(folder)}, stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, check=False, start_new_session=True, timeout=SECONDS_MAX)
        assert refused.returncode != DONE and why in refused.stderr, refused


def test_without_a_running_console_a_page_is_no_way_of_asking(desk: pathlib.Path, folder: pathlib.Path) -> None:
    for more in ([], ["--http", "0"], ["--socket", str(folder / "s")]):
        refused = subprocess.run([str(desk), "--state", str(folder / "state"), "serve", "--consent", "url", *more],
                                 env={"PATH": os.environ["PATH"], "HOME": str(folder)}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                 check=False, timeout=SECONDS_MAX)
        assert refused.returncode != DONE and "running console" in refused.stderr, refused


def test_a_client_on_the_list_is_known_by_its_token(desk: pathlib.Path, folder: pathlib.Path) -> None:
    tokens = {name: secrets.token_urlsafe(32) for name in ("ci", "other")}
    files = {"tokens": "".join(f"{name} {hashlib.sha256(token.encode()).hexdigest()}\n" for name, token in tokens.items()),
             "clients": json.dumps({"iam": 1, "clients": [{"name": "tester", "credential": "token ci"}]})}
    for name, text in files.items():
        (folder / name).touch(mode=0o600)
        (folder / name).write_text(text)
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "count", "arguments": {"text": "four"}, "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": {"name": "tester", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}}}

    def post(port: int, token: str, message: dict) -> dict:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS_MAX)
        connection.request("POST", "/mcp", json.dumps(message), {
            "Content-Type": "application/json", "Accept": ACCEPT, "Mcp-Method": "tools/call", "Mcp-Name": "count",
            "MCP-Protocol-Version": "2026-07-28", "Authorization": "Bearer " + token})
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer

    with Server(desk, folder, "--http", "0", "--wait", "0", "--tokens", str(folder / "tokens"), "--consent", "form",
                "--form-clients", str(folder / "clients")) as server:
        elsewhere = post(server.port(), tokens["other"], body)["result"]
        assert elsewhere["_meta"]["iam/result"]["code"] == "confirmation_required", elsewhere
        asked = post(server.port(), tokens["ci"], body)["result"]
        assert asked["resultType"] == "input_required", asked
        body["params"] |= {"requestState": asked["requestState"],
                           "inputResponses": {"consent": {"action": "accept", "content": {"answer": "Allow once"}}}}
        assert "none of this server" in post(server.port(), tokens["other"], body)["error"]["message"]
        assert post(server.port(), tokens["ci"], body)["result"]["structuredContent"] == {"result": 4}
        assert server.done() == ["count four"]


def test_a_server_takes_the_clients_that_it_is_told_to_take(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Server(desk, folder, "--http", "0", "--era", "stateless") as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port(), timeout=SECONDS_MAX)
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "quick", "arguments": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}}
        connection.request("POST", "/mcp", json.dumps(body), {"Content-Type": "application/json", "Accept": ACCEPT, "Mcp-Method": "tools/call",
                                                              "Mcp-Name": "quick", "MCP-Protocol-Version": "2026-07-28"})
        result = json.loads(connection.getresponse().read())["result"]
        assert result["resultType"] == "complete" and "isError" not in result, result
        connection.close()
        assert server.done() == ["quick"]


def test_xm68_a_call_over_http_repeated_after_the_server_was_killed_has_no_second_effect(desk: pathlib.Path, folder: pathlib.Path) -> None:
    call = {"method": "tools/call", "params": {"name": "vanish", "arguments": {}, "_meta": {"iam/call_id": "only-once"}}}
    with Server(desk, folder, "--http", "0", "--call-ids") as server:
        client = Client(server.port())
        try:
            client.post(call | {"id": 7})
            raise SystemExit("a killed server has answered")
        except (http.client.HTTPException, OSError):
            pass
        assert server.process.wait(timeout=SECONDS_MAX) == -signal.SIGKILL
        assert server.done() == ["vanish"]
    with Server(desk, folder, "--http", "0", "--call-ids") as server:
        client = Client(server.port())
        for number in (7, 8):
            status, _, body = client.post(call | {"id": number})
            result = json.loads(body)["result"]
            assert status == 200 and result["isError"] and result["_meta"]["iam/result"]["code"] == "outcome_unknown", result
        assert server.done() == ["vanish"]


def test_xm69_clients_that_take_all_descriptors_make_others_wait_and_no_more(desk: pathlib.Path, folder: pathlib.Path) -> None:
    path = str(folder / "socket")
    for options in (["--http", "0"], ["--socket", path]):
        with Server(desk, folder, *options, open_files=48) as server:
            def connect() -> socket.socket:
                client = socket.socket(socket.AF_UNIX if "--socket" in options else socket.AF_INET)
                client.settimeout(SECONDS_MAX)
                client.connect(path if "--socket" in options else ("127.0.0.1", server.port()))
                return client

            clients = [connect() for _ in range(64)]
            problem = ""
            while "ulimit -n" not in problem:
                select.select([], [], [], 0.01)
                server.errors.seek(0)
                problem = server.errors.read()
                assert server.process.poll() is None, problem
            for client in clients:
                client.close()
            request = (b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n' if "--socket" in options else
                       f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{server.port()}\r\n\r\n".encode())

            def is_answered() -> bool:
                try:
                    with connect() as client:
                        client.sendall(request)
                        return bool(client.recv(1))
                except ConnectionError:
                    return False

            # The server takes the clients that have gone one after another.
            until = time.monotonic() + SECONDS_MAX
            while not is_answered():
                assert time.monotonic() < until
            assert server.stop() == DONE
            server.errors.seek(0)
            assert server.errors.read().count("ulimit -n") == 1


if __name__ == "__main__":
    sys.exit(run_case(globals()))
