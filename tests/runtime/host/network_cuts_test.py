#!/usr/bin/env python3
"""A network that fails at each message of a server: network_cuts_test.py --desk PROGRAM CASE, with
the program iam

Tests of runtime/src/mcp/client/http/streamable/exchange.cpp.
Tests of runtime/src/mcp/client/http/{sse,sse_post}.cpp.
Tests of runtime/src/mcp/client/connection/calls.cpp.
"""
import itertools
import json
import pathlib
import socket
import socketserver
import struct
import sys
import threading

from desk_cases import run_case
from servers_home import DONE, Home

UNKNOWN, NOT_ANCHORED = 7, 11
# Where a message and its answer are cut off. Behind "unread" the server has not seen the message.
MOMENTS = ("unread", "read", "head", "body", "last")
TOOL = {"name": "act", "inputSchema": {"type": "object", "properties": {"number": {"type": "integer"}}}}


class Cut(Exception):
    """The connection has been cut off."""


class CutServer(socketserver.ThreadingTCPServer):
    """An MCP server at a URL. `cut` is (method, moment), and happens once."""
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, sends_events: bool, talk: type):
        super().__init__(("127.0.0.1", 0), talk)
        self.sends_events = sends_events
        self.cut: tuple[str, str] | None = None
        self.requests: list[int] = []  # numbers of the calls that came, whole or in part
        self.effects: list[int] = []  # numbers of the calls that were done
        self.stream: Talk | None = None
        self.kept: dict[str, dict] = {}  # answers for streams that are taken up again
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/mcp"

    def takes_cut(self, method: str, moment: str) -> bool:
        with self.lock:
            is_now = self.cut == (method, moment)
            if is_now:
                self.cut = None
            return is_now


def result_of(method: str, params: dict, server: CutServer) -> dict:
    if method == "initialize":
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "cut", "version": "1"}}
    if method == "server/discover":
        return {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, "resultType": "complete"}
    if method == "tools/list":
        return {"tools": [TOOL], "resultType": "complete"}
    with server.lock:
        server.effects.append(params["arguments"]["number"])
    return {"content": [{"type": "text", "text": "acted"}], "resultType": "complete"}


class Talk(socketserver.StreamRequestHandler):
    server: CutServer

    def handle(self) -> None:
        try:
            while self.take_request():
                pass
        except (Cut, OSError, ValueError):
            pass

    def cut_at(self, method: str, moment: str, begun: bytes = b"") -> None:
        if not self.server.takes_cut(method, moment):
            return
        if begun:
            self.wfile.write(begun)
            self.connection.shutdown(socket.SHUT_WR)
        elif moment == "unread":
            # A reset, as of a firewall or a process that was killed.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        raise Cut

    def take_request(self) -> bool:
        lines = list(itertools.takewhile(lambda line: line not in (b"\r\n", b""), iter(self.rfile.readline, None)))
        if not lines:
            return False
        fields = dict(line.decode().strip().lower().split(": ", 1) for line in lines[1:])
        body = self.rfile.read(int(fields.get("content-length", "0")))
        message = json.loads(body) if body else {}
        method = message.get("method", lines[0].split()[0].decode())
        if method == "tools/call":
            with self.server.lock:
                self.server.requests.append(message["params"]["arguments"]["number"])
        self.cut_at(method, "unread")
        self.answer(method, message, fields)
        return True

    def answer(self, method: str, message: dict, fields: dict) -> None:
        if method == "GET" and "last-event-id" in fields:
            self.send(method, "200 OK", "text/event-stream", f"data: {json.dumps(self.server.kept[fields['last-event-id']])}\n\n".encode())
        elif "id" not in message:
            self.cut_at(method, "read")
            status = {"GET": "405 Method Not Allowed", "DELETE": "200 OK"}.get(method, "202 Accepted")
            self.send(method, status, "text/plain", b"ok" if method == "GET" else b"")
        else:
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": result_of(method, message["params"], self.server)}
            self.cut_at(method, "read")
            self.send_answer(method, answer)

    def send_answer(self, method: str, answer: dict) -> None:
        text = json.dumps(answer)
        if not self.server.sends_events:
            return self.send(method, "200 OK", "application/json", text.encode())
        begun = b""
        if method == "tools/call" and self.server.cut == (method, "event"):
            self.server.kept["e7"] = answer
            begun = b"id: e7\ndata:\n\n"
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        self.cut_at(method, "event", head + begun)
        self.send(method, "200 OK", "text/event-stream", f"data: {text}\n\n".encode())

    def send(self, method: str, status: str, kind: str, body: bytes) -> None:
        session = "MCP-Session-Id: s1\r\n" if method == "initialize" else ""
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{session}Content-Length: {len(body)}\r\n\r\n".encode()
        self.cut_at(method, "head", head[:len(head) // 2])
        self.cut_at(method, "body", head + body[:len(body) // 2])
        self.cut_at(method, "last", head + body[:-1])
        self.wfile.write(head + body)


class OlderTalk(Talk):
    """HTTP with SSE: answers come on the stream of a GET. "stream" and "half" cut that stream."""

    def answer(self, method: str, message: dict, fields: dict) -> None:
        if method == "GET":
            self.server.stream = self
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\nevent: endpoint\ndata: /message?sessionId=7\n\n")
            # It lasts until the client or a cut ends it.
            self.rfile.read()
            return
        stream = self.server.stream
        text = b""
        if "id" in message:
            answer = {"jsonrpc": "2.0", "id": message["id"], "result": result_of(method, message["params"], self.server)}
            text = f"event: message\ndata: {json.dumps(answer)}\n\n".encode()
        self.cut_at(method, "read")
        stream.end_at(method, "stream", b"")
        stream.end_at(method, "half", text[:len(text) // 2])
        self.send(method, "202 Accepted", "text/plain", b"Accepted")
        stream.wfile.write(text)

    def end_at(self, method: str, moment: str, begun: bytes) -> None:
        if self.server.takes_cut(method, moment):
            self.wfile.write(begun)
            self.connection.shutdown(socket.SHUT_RDWR)


class CutHome(Home):
    def __init__(self, iam: pathlib.Path, folder: pathlib.Path, era: str, sends_events: bool, transport: str = "http"):
        super().__init__(iam, folder)
        self.server = CutServer(sends_events, OlderTalk if transport == "sse" else Talk)
        self.write(json.dumps({"servers": {"cut": {"url": self.server.url, "transport": transport, "auth": {"type": "none"}, "era": era}}}))
        self.done("policy", "set", "cut/act", "allow")
        self.codes: dict[int, tuple] = {}

    def call_with(self, cut: tuple[str, str] | None) -> int:
        number = len(self.codes) + 1
        self.server.cut = cut
        ended = self.run("call", "cut/act", json.dumps({"number": number}))
        assert self.server.cut is None, ("nothing was cut", cut, ended)
        self.codes[number] = (ended.returncode, cut, ended.stderr)
        return ended.returncode

    def call_through(self, messages: tuple[str, ...], moments: tuple[str, ...] = MOMENTS) -> None:
        for method in messages:
            for moment in moments:
                if method == "notifications/initialized" and moment in ("body", "last"):
                    continue  # its answer has no body
                code = self.call_with((method, moment))
                if method == "tools/call":
                    assert code == UNKNOWN, self.codes
                assert self.call_with(None) == DONE, self.codes

    def judge(self) -> None:
        """Each call was sent once at most, and has one outcome, or one that is unknown."""
        recorded = [json.loads(line) for line in self.done("audit", "--json", "--limit", "1000").splitlines()]
        unknown = {json.loads(line)["entry"]["call"] for line in self.done("audit", "--json", "--limit", "1000", "--outcome", "unknown").splitlines()}
        for number, (code, *where) in self.codes.items():
            sent, effects = self.server.requests.count(number), self.server.effects.count(number)
            calls = {line["entry"]["call"] for line in recorded if line.get("values", {}).get("arguments", {}).get("number") == number}
            own = [line["entry"] for line in recorded if line["entry"].get("call") in calls]
            intents = [entry for entry in own if entry["kind"] == "intent"]
            outcomes = [entry for entry in own if entry["kind"] == "outcome"]
            said = (number, code, where, sent, effects, own)
            assert effects <= sent <= 1 and len(calls) <= 1, said
            assert sent <= len(intents) <= 1, said
            is_unknown = bool(calls & unknown)
            # An intent without an outcome is one that is unknown.
            assert len(outcomes) == (0 if is_unknown else len(intents)), said
            assert (code == UNKNOWN) == is_unknown, said
            if code == DONE:
                assert outcomes[0]["success"] and effects == 1, said
            elif not is_unknown:
                assert effects == 0, said
        verified = self.run("audit", "verify")
        assert verified.returncode == NOT_ANCHORED, verified


SESSION = ("initialize", "notifications/initialized", "tools/list", "tools/call")
STATELESS = ("server/discover", "tools/list", "tools/call")


def cut_everywhere(iam: pathlib.Path, folder: pathlib.Path, era: str, messages: tuple[str, ...], sends_events: bool) -> CutHome:
    home = CutHome(iam, folder, era, sends_events)
    home.call_through(messages)
    home.judge()
    return home


def test_xr44_a_session_that_is_cut_anywhere_sends_no_call_twice_and_each_has_one_outcome(iam: pathlib.Path, folder: pathlib.Path) -> None:
    cut_everywhere(iam, folder, "sessions", SESSION, False)


def test_xr44_a_session_with_streams_that_is_cut_anywhere_sends_no_call_twice(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = cut_everywhere(iam, folder, "sessions", SESSION, True)
    # A stream that names its place is taken up again, and the call is not.
    assert home.call_with(("tools/call", "event")) == DONE, home.codes
    home.judge()


def test_xr44_requests_without_a_session_that_are_cut_anywhere_send_no_call_twice(iam: pathlib.Path, folder: pathlib.Path) -> None:
    cut_everywhere(iam, folder, "stateless", STATELESS, False)


def test_xr44_streams_without_a_session_that_are_cut_anywhere_send_no_call_twice(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = cut_everywhere(iam, folder, "stateless", STATELESS, True)
    assert home.call_with(("tools/call", "event")) == UNKNOWN, home.codes
    home.judge()


def test_xr44_http_with_sse_that_is_cut_anywhere_sends_no_call_twice(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = CutHome(iam, folder, "sessions", True, "sse")
    home.call_through(("initialize", "tools/list", "tools/call"), ("unread", "read", "head", "stream", "half"))
    home.judge()


if __name__ == "__main__":
    sys.exit(run_case(globals()))
