#!/usr/bin/python3
"""Plays a script as the server of a model, in any wire form, on this machine only.

usage: scripted_model.py [--port PORT] FORM SCRIPT

FORM is chat_completions, responses, messages, generate_content or ollama_chat. The first line of
the output is the URL for --model-url. Each request gets the next turn of the script; a request that
the script does not expect is a fault. The program ends behind the last turn: with 0, or with 1 if
there were faults. A line of standard input ends the pause of that name.

A script is a JSON object with a list of turns:

  {"turns": [
    {"expect": "alarm", "text": "Yes.", "calls": [{"tool": "add_alarm", "arguments": {"hour": 7}}]},
    {"steps": [{"text": "It"}, {"pause": "slow"}, {"text": " is set."}]}]}

`expect` is a part of the request's last message. `text`, `calls` and `error` are as in the scripts
of `chat --model scripted/FILE`. `steps` are played one after the other:

  {"text": T}  {"thinking": T}  {"call": {"tool": T, "arguments": {}, "id": T}}   pieces
  {"bytes": T}      these bytes, whatever they are
  {"pause": NAME}   waits for the end of the pause, or of the connection
  {"error": T}      an error within the stream, which ends it
  {"busy": T}       the same, and another try may succeed
  {"cut": true}     the connection breaks, without the end of the answer
  {"status": 503, "retry_after": 1}   an error in the place of an answer; the only step of its turn
"""
import argparse
import http.server
import json
import os
import select
import socket
import socketserver
import sys
import threading

from scripted_answers import FORMS, Form, WrongRequest

SECONDS_MAX = 60
SCRIPT_BYTES_MAX = 1 << 20
STEPS = {"text", "thinking", "call", "bytes", "pause", "error", "busy", "cut", "status", "retry_after"}


class WrongScript(Exception):
    pass


def steps_of(turn: dict, place: str) -> list[dict]:
    """The steps of a turn in either of its forms."""
    if not isinstance(turn, dict) or (unknown := set(turn) - {"expect", "steps", "text", "calls", "error"}):
        raise WrongScript(f"{place}: a turn has expect and steps, or expect, text, calls and error" + (f", not {sorted(unknown)}" if isinstance(turn, dict) else ""))
    if "steps" not in turn:
        steps = [{name: turn[name]} for name in ("text",) if turn.get(name)]
        steps += [{"call": call} for call in turn.get("calls", [])]
        steps += [{"error": turn["error"]}] if turn.get("error") else []
    else:
        steps = turn["steps"]
    if not steps:
        raise WrongScript(f"{place}: the turn says nothing; give it steps, text, calls or error")
    for number, step in enumerate(steps):
        if not isinstance(step, dict) or not step or set(step) - STEPS:
            raise WrongScript(f"{place}/steps/{number}: a step is one of {', '.join(sorted(STEPS))}")
        if "call" in step and "tool" not in step["call"]:
            raise WrongScript(f"{place}/steps/{number}/call: the member tool is missing")
    return steps


def text_of(message: tuple) -> str:
    return "\n".join(text for _, text in message[1]) if message[0] == "results" else message[1]


def check_messages(messages: list[tuple]) -> None:
    """Each call has one result behind its answer, in order; nothing else has one."""
    open_calls: list[str] = []
    for number, message in enumerate(messages):
        answered = [call for call, _ in message[1]] if message[0] == "results" else []
        if answered != open_calls:
            raise WrongRequest(f"message {number}: results of {open_calls} are due, and there are {answered}")
        open_calls = message[2] if message[0] == "model" else []
    if open_calls or not messages or messages[-1][0] == "model":
        raise WrongRequest(f"the last message is no person's and has no results of {open_calls}")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "ModelServer"

    def do_GET(self) -> None:
        self.tell_facts() if self.path == "/props" and self.server.facts else self.refuse(404, "There is nothing here.", {})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/api/show":
            return self.tell_facts()
        number, turn, fault = self.server.take(self.path, dict(self.headers), body)
        if fault:
            self.refuse(400, fault, {})
            return self.server.tell("refused", number)
        steps = steps_of(turn, f"/turns/{number}")
        if "status" in steps[0]:
            more = {"Retry-After": str(steps[0]["retry_after"])} if "retry_after" in steps[0] else {}
            self.refuse(steps[0]["status"], "The script is busy.", more)
            return self.server.tell("answered", number)
        self.answer(number, steps)

    def tell_facts(self) -> None:
        self.server.facts_asked.append(dict(self.headers))
        self.say(200, self.server.facts, {})

    def refuse(self, status: int, why: str, more: dict[str, str]) -> None:
        self.say(status, {"error": {"message": why}}, more)

    def say(self, status: int, value: dict, more: dict[str, str]) -> None:
        body = json.dumps(value).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)), **more}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer(self, number: int, steps: list[dict]) -> None:
        form = self.server.form()
        self.send_response(200)
        self.send_header("Content-Type", form.content_type)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            self.send(form.begin())
            is_whole = all(self.play(form, step) for step in steps)
            if is_whole:
                self.send(form.end())
            self.send(b"", is_last=True)
            self.server.tell("answered" if is_whole else "broken", number)
        except ConnectionError:
            self.close_connection = True
            self.server.tell("closed", number)

    def send(self, data: bytes, is_last: bool = False) -> None:
        if data or is_last:
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")

    def play(self, form: Form, step: dict) -> bool:
        """False: the answer ends here. ConnectionError: the connection has ended."""
        if "cut" in step:
            self.connection.shutdown(socket.SHUT_RDWR)
            raise ConnectionAbortedError
        if "pause" in step:
            self.wait(step["pause"])
        elif "bytes" in step:
            self.send(step["bytes"].encode())
        else:
            name = next(name for name in ("text", "thinking", "call", "error", "busy") if name in step)
            self.send(getattr(form, name)(step[name]))
        return "error" not in step and "busy" not in step

    def wait(self, pause: str) -> None:
        ready, _, _ = select.select([self.connection, self.server.end_of(pause)], [], [], SECONDS_MAX)
        if not ready:
            raise TimeoutError(f"nobody has ended the pause {pause}")
        if self.connection in ready and not self.connection.recv(1, socket.MSG_PEEK):
            raise ConnectionResetError

    def log_message(self, *_) -> None:
        pass


class ModelServer(http.server.ThreadingHTTPServer):
    """Serves the script on a port of its own while it is entered. `log` has the events in order:
    ("request", turn), then ("answered", turn), ("broken", turn), ("refused", turn) or ("closed",
    turn). `facts` answers questions about the model: /api/show of Ollama, /props of llama.cpp.
    """
    daemon_threads = True

    def __init__(self, form: str, turns: list[dict], port: int = 0, facts: dict | None = None) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        for number, turn in enumerate(turns):
            steps_of(turn, f"/turns/{number}")
        self.form = FORMS[form]
        self.turns = turns
        self.url = f"http://127.0.0.1:{self.server_port}{self.form.base}"
        self.facts = facts if facts is not None else {}
        self.facts_asked: list[dict] = []  # headers
        self.requests: list[tuple[dict, dict]] = []  # headers and body
        self.faults: list[str] = []
        self.log: list[tuple[str, int]] = []
        self.changed = threading.Condition()
        self.pauses: dict[str, tuple[int, int]] = {}  # pipes; a pause that has ended is readable

    def server_bind(self) -> None:
        # The base class looks up the name of its address, which can take seconds.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def __enter__(self) -> "ModelServer":
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_) -> None:
        self.shutdown()
        self.server_close()
        for ends in self.pauses.values():
            for end in ends:
                os.close(end)

    def take(self, path: str, headers: dict, body: bytes) -> tuple[int, dict, str]:
        """The turn for a request, and its fault if the script does not expect it."""
        with self.changed:
            number = len(self.requests)
            fault = ""
            try:
                request = json.loads(body)
                self.requests.append((headers, request))
                fault = self.fault_of(number, path, request)
            except (WrongRequest, ValueError, KeyError, TypeError, AttributeError) as wrong:
                fault = f"{type(wrong).__name__}: {wrong}"
            if fault:
                self.faults.append(f"request {number + 1}: {fault}")
        self.tell("request", number)
        return number, self.turns[number] if number < len(self.turns) else {}, fault

    def fault_of(self, number: int, path: str, request: dict) -> str:
        if path != self.form.path:
            return f"the path is {path}, and not {self.form.path}"
        if "alt=sse" not in path and request.get("stream") is not True:
            return "the request asks for no stream"
        messages = self.form().read(request)
        check_messages(messages)
        if number >= len(self.turns):
            return f"the script has {len(self.turns)} turns"
        expected, last = self.turns[number].get("expect", ""), text_of(messages[-1])
        return "" if expected in last else f'a message with "{expected}" is expected, and the last one is: {last}'

    def end_of(self, pause: str) -> int:
        with self.changed:
            return self.pauses.setdefault(pause, os.pipe2(os.O_CLOEXEC) if pause not in self.pauses else (-1, -1))[0]

    def release(self, pause: str) -> None:
        self.end_of(pause)
        os.write(self.pauses[pause][1], b".")

    def tell(self, what: str, number: int) -> None:
        with self.changed:
            self.log.append((what, number))
            self.changed.notify_all()

    def wait_until(self, what: str, number: int) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: (what, number) in self.log, SECONDS_MAX), (what, number, self.log)

    def check_played(self) -> None:
        left = len(self.turns) - len(self.requests)
        faults = self.faults + ([f"{left} turns of the script were not asked for"] if left > 0 else [])
        assert not faults, "\n".join(faults)


def read_script(text: str) -> list[dict]:
    if len(text) > SCRIPT_BYTES_MAX:
        raise WrongScript("the script has more than 1 MiB; play a shorter one")
    script = json.loads(text)
    if not isinstance(script, dict) or set(script) != {"turns"} or not isinstance(script["turns"], list) or not script["turns"]:
        raise WrongScript('a script is {"turns": [...]} with at least one turn')
    return script["turns"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("form", choices=FORMS)
    parser.add_argument("script", type=argparse.FileType(encoding="utf-8"))
    arguments = parser.parse_args()
    try:
        server = ModelServer(arguments.form, read_script(arguments.script.read()), arguments.port)
    except (WrongScript, ValueError) as wrong:
        print(f"scripted_model: {arguments.script.name}: {wrong}", file=sys.stderr)
        return 2
    print(server.url, flush=True)
    with server:
        threading.Thread(target=lambda: [server.release(line.strip()) for line in sys.stdin], daemon=True).start()
        last = len(server.turns) - 1
        with server.changed:
            server.changed.wait_for(lambda: any(what == "refused" or what != "request" and number == last for what, number in server.log))
    for fault in server.faults:
        print(f"scripted_model: {fault}", file=sys.stderr)
    return 1 if server.faults else 0


if __name__ == "__main__":
    sys.exit(main())
