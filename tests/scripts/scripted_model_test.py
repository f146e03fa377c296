#!/usr/bin/env python3
"""Tests of scripts/scripted_model.py as a command: scripted_model_test.py CASE"""
import json
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request

from script_cases import SCRIPTS, SECONDS_MAX, run_case


def start(folder: pathlib.Path, turns: object) -> subprocess.Popen:
    script = folder / "script.json"
    script.write_text(json.dumps({"turns": turns}))
    return subprocess.Popen([sys.executable, "-B", SCRIPTS / "scripted_model.py", "chat_completions", script],
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ask(url: str, *messages: dict) -> bytes:
    body = json.dumps({"model": "m", "stream": True, "messages": messages}).encode()
    with urllib.request.urlopen(urllib.request.Request(url + "/chat/completions", body), timeout=SECONDS_MAX) as answer:
        return answer.read()


def end(program: subprocess.Popen) -> tuple[int, str]:
    _, errors = program.communicate(timeout=SECONDS_MAX)
    return program.returncode, errors


def test_the_command_plays_its_turns_and_ends_behind_the_last_one(folder: pathlib.Path) -> None:
    program = start(folder, [{"expect": "Hello", "text": "Hi."}, {"steps": [{"text": "Bye"}, {"pause": "slow"}, {"text": "."}]}])
    url = program.stdout.readline().strip()
    assert b'"Hi."' in ask(url, {"role": "user", "content": "Hello there"})
    program.stdin.write("slow\n")
    program.stdin.flush()
    assert ask(url, {"role": "user", "content": "Bye"}).endswith(b"data: [DONE]\n\n")
    assert end(program) == (0, "")


def test_a_request_that_is_not_expected_is_refused_and_ends_the_command_with_1(folder: pathlib.Path) -> None:
    program = start(folder, [{"expect": "alarm", "text": "Yes."}])
    try:
        ask(program.stdout.readline().strip(), {"role": "user", "content": "Sing."})
        raise AssertionError("the request was answered")
    except urllib.error.HTTPError as error:
        assert error.code == 400 and b"alarm" in error.read()
    code, errors = end(program)
    assert code == 1 and 'a message with "alarm" is expected' in errors, errors


def test_a_request_whose_results_do_not_fit_its_calls_is_refused(folder: pathlib.Path) -> None:
    call = {"id": "c1", "type": "function", "function": {"name": "x", "arguments": "{}"}}
    asked = {"role": "user", "content": "Do x."}
    proposed = {"role": "assistant", "content": None, "tool_calls": [call]}
    result = {"role": "tool", "tool_call_id": "c1", "content": "done"}
    for messages in ([asked, proposed, asked], [asked, result], [asked, proposed, result, result], [asked, proposed]):
        program = start(folder, [{"text": "Yes."}])
        try:
            ask(program.stdout.readline().strip(), *messages)
            raise AssertionError(messages)
        except urllib.error.HTTPError as error:
            assert error.code == 400
        assert end(program)[0] == 1, messages


def test_a_wrong_script_is_refused_with_the_place_of_its_fault(folder: pathlib.Path) -> None:
    for turns, place in (([{"say": "x"}], "/turns/0"), ([{}], "/turns/0"), ([{"steps": [{"text": "a"}, {"sing": "b"}]}], "/turns/0/steps/1"),
                         ([{"calls": [{"arguments": {}}]}], "/turns/0/steps/0/call"), ([], "at least one turn")):
        code, errors = end(start(folder, turns))
        assert code == 2 and place in errors, errors


if __name__ == "__main__":
    sys.exit(run_case(globals()))
