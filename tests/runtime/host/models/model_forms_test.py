#!/usr/bin/env python3
"""Chats with models behind HTTP, in every wire form: model_forms_test.py --desk PROGRAM CASE

The models are scripts on a server of this process (scripts/scripted_model.py), which refuses a
request that a provider would refuse."""
# Tests of runtime/src/host/session/proxy_variables.cpp.
import json
import os
import pathlib
import socket
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path += [str(HERE.parent), str(HERE.parents[3] / "scripts")]
from chat_test import SECONDS_MAX, Chat  # noqa: E402
from desk_cases import run_case  # noqa: E402
from scripted_model import ModelServer  # noqa: E402

PROVIDERS = {"chat_completions": "openai", "responses": "openai-responses", "messages": "anthropic",
             "generate_content": "gemini", "ollama_chat": "ollama"}
ECHO = {"call": {"tool": "echo", "arguments": {"message": "hi"}}}


class OneTurn:
    """A program with a state of its own, which asks the server for single turns."""

    def __init__(self, desk: pathlib.Path, folder: pathlib.Path, server: ModelServer, form: str):
        self.folder = folder / form
        self.folder.mkdir(exist_ok=True)
        self.effects = self.folder / "effects"
        self.model = ["--model", f"{PROVIDERS[form]}/m", "--model-url", server.url]
        self.start = [str(desk), "--state", str(self.folder / "state")]

    def run(self, *words: str) -> subprocess.CompletedProcess:
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "TESTDESK_EFFECTS": str(self.effects)}
        return subprocess.run([*self.start, *words], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              start_new_session=True, timeout=SECONDS_MAX)

    def ask(self, prompt: str, *words: str) -> subprocess.CompletedProcess:
        return self.run("chat", *self.model, *words, prompt)

    def done(self) -> list[str]:
        return self.effects.read_text().splitlines() if self.effects.exists() else []


def test_in_every_wire_form_a_call_passes_the_gate_and_its_result_goes_back_h40(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"expect": "Say hi", "steps": [{"thinking": "How?"}, {"text": "I will. "}, ECHO, {"call": {"tool": "quick"}}]},
             {"expect": "hi", "steps": [{"text": "I said "}, {"text": "it."}]}]
    for form in PROVIDERS:
        with ModelServer(form, turns) as server:
            program = OneTurn(desk, folder, server, form)
            assert program.run("policy", "set", "echo", "allow").returncode == 0
            ended = program.ask("Say hi.")
            assert ended.returncode == 0 and ended.stdout == "I will. \nI said it.\n", (form, ended)
            assert program.done() == ["echo hi", "quick"], (form, program.done())
            server.check_played()


def test_in_every_wire_form_a_refused_call_goes_back_as_refused_and_does_not_run_h40(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"steps": [ECHO]}, {"expect": "policy_denied", "text": "I may not."}]
    for form in PROVIDERS:
        with ModelServer(form, turns) as server:
            program = OneTurn(desk, folder, server, form)
            assert program.run("policy", "set", "echo", "deny").returncode == 0
            ended = program.ask("Say hi.")
            assert ended.returncode == 0 and ended.stdout == "I may not.\n", (form, ended)
            assert program.done() == [], (form, program.done())
            server.check_played()


def test_in_every_wire_form_an_error_within_the_stream_runs_nothing_and_is_quoted_h40(desk: pathlib.Path, folder: pathlib.Path) -> None:
    for form in PROVIDERS:
        with ModelServer(form, [{"steps": [{"text": "I"}, ECHO, {"error": "The machine is on fire."}]}]) as server:
            program = OneTurn(desk, folder, server, form)
            assert program.run("policy", "set", "echo", "allow").returncode == 0
            ended = program.ask("Say hi.")
            assert ended.returncode == 1 and "The machine is on fire." in ended.stderr, (form, ended)
            assert program.done() == [], (form, program.done())
            server.check_played()


def test_in_every_wire_form_an_answer_that_is_cut_off_runs_nothing_and_the_turn_can_go_on_h40(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"steps": [{"text": "I"}, ECHO, {"cut": True}]}, {"expect": "Once more.", "steps": [ECHO]}, {"text": "Said."}]
    for form in PROVIDERS:
        with ModelServer(form, turns) as server:
            program = OneTurn(desk, folder, server, form)
            assert program.run("policy", "set", "echo", "allow").returncode == 0
            ended = program.ask("Say hi.")
            assert ended.returncode == 1 and program.done() == [], (form, ended, program.done())
            chat = program.run("chat", "list").stdout.split()[0]
            ended = program.ask("Once more.", "--chat", chat)
            assert ended.returncode == 0 and ended.stdout == "Said.\n", (form, ended)
            assert program.done() == ["echo hi"], (form, program.done())
            server.check_played()


def test_in_every_wire_form_a_stop_in_mid_stream_closes_the_socket_before_the_next_request_h26(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"steps": [{"text": "Once upon a time"}, {"pause": "for ever"}]}, {"expect": "Are you there?", "text": "Here I am."}]
    for form, provider in PROVIDERS.items():
        place = folder / form
        place.mkdir()
        with ModelServer(form, turns) as server, Chat(desk, place, [], "--model-url", server.url, model=f"{provider}/m") as chat:
            chat.until("> ")
            chat.type("Tell me a story\r")
            chat.until("Once upon a time")
            chat.type("\x03")
            # Nothing is sent any more: only the end of the connection ends the server's wait.
            server.wait_until("closed", 0)
            chat.until(r"ended \(stopped\)")
            chat.until("> ")
            chat.type("Are you there?\r")
            chat.until("Here I am")
            chat.until("> ")
            assert server.log == [("request", 0), ("closed", 0), ("request", 1), ("answered", 1)], (form, server.log)
            server.check_played()


def test_a_request_that_the_script_does_not_expect_fails_the_turn_and_the_script_h40(desk: pathlib.Path, folder: pathlib.Path) -> None:
    for form in PROVIDERS:
        with ModelServer(form, [{"expect": "alarm", "text": "Yes."}]) as server:
            ended = OneTurn(desk, folder, server, form).ask("Sing.")
            assert ended.returncode == 1 and 'a message with "alarm" is expected' in ended.stderr, (form, ended)
            assert len(server.faults) == 1, (form, server.faults)


def test_a_busy_model_is_asked_again_and_its_key_stays_secret_h36(desk: pathlib.Path, folder: pathlib.Path) -> None:
    key = folder / "key"
    key.write_text("k-0123456789\n")
    key.chmod(0o600)
    turns = [{"steps": [{"status": 503}]}, {"steps": [{"text": "I"}, {"busy": "Too much."}]}, {"calls": [{"tool": "quick"}]}, {"text": "It was quick."}]
    for form in PROVIDERS:
        with ModelServer(form, turns) as server:
            program = OneTurn(desk, folder, server, form)
            ended = program.ask("Be quick.", "--key-file", str(key))
            assert ended.returncode == 0 and ended.stdout.endswith("It was quick.\n"), (form, ended)
            assert ended.stderr.count("asked once more") == 2 and "quick: done" in ended.stderr, (form, ended.stderr)
            assert program.done() == ["quick"]
            for headers in [*server.facts_asked, *(headers for headers, _ in server.requests)]:
                assert headers[server.form.key_field].endswith("k-0123456789"), headers
            server.check_played()
        for file in (program.folder / "state").iterdir():
            assert b"k-0123456789" not in file.read_bytes(), file
    key.chmod(0o644)
    refused = program.ask("Be quick.", "--key-file", str(key))
    assert refused.returncode != 0 and "chmod 600" in refused.stderr and "k-0123456789" not in refused.stderr, refused


def test_h19_a_model_gets_its_tools_by_the_api_or_as_text_and_never_both(desk: pathlib.Path, folder: pathlib.Path) -> None:
    line = 'TOOL_CALL: {"server":"tools","name":"quick","args":{}}'
    info = {"model_info": {"general.architecture": "q", "q.context_length": 12000}}
    for number, (capabilities, words, by_text) in enumerate(((["completion", "tools"], [], False), (["completion"], [], True),
                                                             (["completion", "tools"], ["--text-tools"], True))):
        first = {"text": line} if by_text else {"calls": [{"tool": "quick"}]}
        place = folder / str(number)
        place.mkdir()
        with ModelServer("ollama_chat", [first, {"text": "Done."}], facts={"capabilities": capabilities, **info}) as server:
            program = OneTurn(desk, place, server, "ollama_chat")
            ended = program.ask("Be quick.", *words)
            assert ended.returncode == 0 and ended.stdout.endswith("Done.\n"), ended
            assert ("has no tools of its own" in ended.stderr) == (by_text and not words), ended.stderr
            for _, request in server.requests:
                assert ("tools" in request) != by_text and ("TOOL_CALL" in json.dumps(request["messages"])) == by_text, request
                assert request["options"]["num_ctx"] == 12000, request
            assert program.done() == ["quick"]
            assert len(server.facts_asked) == 1
    with ModelServer("ollama_chat", [{"text": "Done."}]) as server:
        OneTurn(desk, folder, server, "ollama_chat").ask("Hello.", "--context-tokens", "5000")
        assert "tools" in server.requests[0][1] and server.requests[0][1]["options"]["num_ctx"] == 5000, server.requests


def test_h21_a_server_that_cuts_the_prompt_is_told_of(desk: pathlib.Path, folder: pathlib.Path) -> None:
    end = {"model": "m", "message": {"role": "assistant", "content": "What?"}, "done": True, "done_reason": "stop", "prompt_eval_count": 2050}
    with ModelServer("ollama_chat", [{"steps": [{"bytes": json.dumps(end) + "\n"}]}]) as server:
        ended = OneTurn(desk, folder, server, "ollama_chat").ask("Hello.", "--system", "s" * 30000)
        assert "has read 2050 tokens of about" in ended.stderr, ended


def test_h19_a_model_that_is_not_there_is_said_before_the_first_request(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with ModelServer("ollama_chat", [{"text": "."}]) as server:
        program = OneTurn(desk, folder, server, "ollama_chat")
    ended = program.ask("Be quick.")
    assert ended.returncode != 0 and "ollama serve" in ended.stderr, ended


def test_a_provider_is_asked_through_the_proxy_of_the_environment_h40(desk: pathlib.Path, folder: pathlib.Path) -> None:
    for name in ("https_proxy", "HTTPS_PROXY"):
        with socket.create_server(("127.0.0.1", 0)) as proxy:
            asked: list[bytes] = []

            def refuse(proxy: socket.socket, asked: list[bytes]) -> None:
                connection, _ = proxy.accept()
                with connection:
                    asked.append(connection.recv(4096))
                    connection.sendall(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")

            threading.Thread(target=refuse, args=(proxy, asked), daemon=True).start()
            environment = {"PATH": os.environ["PATH"], "HOME": str(folder), name: f"http://127.0.0.1:{proxy.getsockname()[1]}"}
            # Asked about the model first, an Ollama server is given up after one failure.
            words = ["chat", "--model", "ollama/m", "--model-url", "https://models.test", "Hello."]
            ended = subprocess.run([str(desk), "--state", str(folder / "state"), *words], env=environment, stdin=subprocess.DEVNULL,
                                   capture_output=True, text=True, check=False, start_new_session=True, timeout=SECONDS_MAX)
        assert ended.returncode != 0 and "proxy" in ended.stderr, ended
        assert asked[0].startswith(b"CONNECT models.test:443 HTTP/1.1\r\n"), asked


if __name__ == "__main__":
    sys.exit(run_case(globals()))
