#!/usr/bin/env python3
"""Chats with a model's file and a server of their own: local_model_test.py --desk PROGRAM CASE

The server is fake_llama_server.py, and the file of the model is its script."""
import json
import os
import pathlib
import signal
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
from chat_test import SECONDS_MAX, Chat  # noqa: E402
from desk_cases import run_case  # noqa: E402

CALL = {"call": {"tool": "quick"}}


def fake_server(folder: pathlib.Path, script: dict) -> tuple[pathlib.Path, pathlib.Path]:
    """The program and the file of its model."""
    model = folder / "tiny.gguf"
    model.write_text(json.dumps(script))
    program = folder / "llama-server"
    program.write_text(f'#!/bin/sh\nexec /usr/bin/python3 -B {HERE / "fake_llama_server.py"} "$@"\n')
    program.chmod(0o755)
    return program, model


def starts(model: pathlib.Path) -> list[dict]:
    """What each started server has seen of itself."""
    seen = model.with_suffix(".seen")
    return [json.loads(line) for line in seen.read_text().splitlines()] if seen.exists() else []


def is_running(process: int) -> bool:
    try:
        return "State:\tZ" not in pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def ask(desk: pathlib.Path, folder: pathlib.Path, model: object, *words: str, **variables: str) -> subprocess.CompletedProcess:
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TESTDESK_EFFECTS": str(folder / "effects"), **variables}
    return subprocess.run([str(desk), "--state", str(folder / "state"), "chat", "--model", str(model), *words], env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, start_new_session=True, timeout=SECONDS_MAX)


def test_a_models_file_is_served_by_a_program_that_ends_with_the_chat_h41(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"expect": "Be quick.", "steps": [CALL]}, {"text": "It was quick."}]
    program, model = fake_server(folder, {"health": [503, 503, 200], "turns": turns})
    ended = ask(desk, folder, model, "--llama-server", str(program), "Be quick.", OPENAI_API_KEY="secret-of-another", LLAMA_ARG_CTX_SIZE="4096")
    assert ended.returncode == 0 and ended.stdout == "It was quick.\n", ended
    assert (folder / "effects").read_text() == "quick\n"
    (server,) = starts(model)
    assert not is_running(server["pid"])
    # Others can read the words, so the key is none of them; the server gets no key of a provider.
    variables = server["variables"]
    assert len(variables["LLAMA_API_KEY"]) == 32 and variables["LLAMA_API_KEY"] not in " ".join(server["words"]), server
    assert "OPENAI_API_KEY" not in variables and variables["LLAMA_ARG_CTX_SIZE"] == "4096", variables


def test_the_server_is_found_in_path_and_a_missing_one_is_named_h41(desk: pathlib.Path, folder: pathlib.Path) -> None:
    program, model = fake_server(folder, {"turns": [{"text": "Here."}]})
    ended = ask(desk, folder, model, "Are you there?", PATH=f"{program.parent}:/usr/bin:/bin")
    assert ended.returncode == 0 and ended.stdout == "Here.\n", ended
    ended = ask(desk, folder, model, "Are you there?", PATH="/usr/bin:/bin")
    assert ended.returncode != 0 and "llama-server is in no folder of PATH" in ended.stderr, ended


def test_a_model_without_an_absolute_path_or_without_a_file_is_refused_at_once_h41(desk: pathlib.Path, folder: pathlib.Path) -> None:
    program, model = fake_server(folder, {"turns": []})
    for name, why in (("models/tiny.gguf", "absolute path"), ("tiny.gguf", "absolute path"), (folder / "none.gguf", "no file"), (folder, "no file")):
        ended = ask(desk, folder, name, "--llama-server", str(program), "Hello.")
        assert ended.returncode != 0 and why in ended.stderr and str(name) in ended.stderr, ended
    ended = ask(desk, folder, model, "--model-url", "http://127.0.0.1:1", "Hello.")
    assert ended.returncode != 0 and "leave --model-url" in ended.stderr, ended
    assert starts(model) == []


def test_a_server_that_ends_before_it_is_ready_fails_the_turn_with_its_last_lines_h41(desk: pathlib.Path, folder: pathlib.Path) -> None:
    for ends_at, why in (("start", "unknown architecture"), ("health", "the weights are broken")):
        program, model = fake_server(folder, {"ends_at": ends_at})
        model.with_suffix(".seen").unlink(missing_ok=True)
        ended = ask(desk, folder, model, "--llama-server", str(program), "Hello.")
        assert ended.returncode == 1 and "exit code 7" in ended.stderr and why in ended.stderr, ended
        (server,) = starts(model)  # it is not tried again and again
        assert server["variables"]["LLAMA_API_KEY"] not in ended.stderr, ended.stderr


def test_a_server_that_ends_in_mid_stream_fails_the_turn_and_the_next_message_starts_it_again_h41(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [{"steps": [{"text": "Once upon"}, CALL, {"bytes": "<end>"}]}, {"expect": "Again?", "text": "A time."}]
    program, model = fake_server(folder, {"goes_on": True, "turns": turns})
    with Chat(desk, folder, [], "--llama-server", str(program), model=str(model)) as chat:
        chat.until("> ")
        chat.type("A story\r")
        chat.until("Once upon")
        chat.until("exit code 7")
        chat.until("out of memory")
        chat.until("> ")
        chat.type("Again?\r")
        chat.until("A time")
        chat.until("> ")
        chat.type("/quit\r")
        assert chat.end() == 0 and chat.done() == [], chat.shown
    first, second = starts(model)
    assert first["variables"]["LLAMA_API_KEY"] != second["variables"]["LLAMA_API_KEY"]
    assert not is_running(first["pid"]) and not is_running(second["pid"])


def test_ctrl_c_stops_the_turn_while_the_server_is_not_ready_h41(desk: pathlib.Path, folder: pathlib.Path) -> None:
    program, model = fake_server(folder, {"health": [503]})
    with Chat(desk, folder, [], "--llama-server", str(program), model=str(model)) as chat:
        chat.until("> ")
        chat.type("Hello\r")
        while not starts(model):
            os.sched_yield()
        chat.type("\x03")
        chat.until(r"ended \(stopped\)")
        chat.until("> ")
        assert is_running(starts(model)[0]["pid"])  # the next message need not wait so long
        chat.type("/quit\r")
        assert chat.end() == 0
    assert not is_running(starts(model)[0]["pid"])


def test_a_program_that_is_killed_leaves_no_server_h41(desk: pathlib.Path, folder: pathlib.Path) -> None:
    program, model = fake_server(folder, {"turns": [{"steps": [{"text": "Once upon"}, {"pause": "for ever"}]}]})
    with Chat(desk, folder, [], "--llama-server", str(program), model=str(model)) as chat:
        chat.until("> ")
        chat.type("A story\r")
        chat.until("Once upon")
        (server,) = starts(model)
        os.kill(chat.program.pid, signal.SIGKILL)  # setsid has become the program
        while is_running(server["pid"]):
            os.sched_yield()


if __name__ == "__main__":
    sys.exit(run_case(globals()))
