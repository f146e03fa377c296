#!/usr/bin/env python3
"""Profiles and choices of tools within a chat: chat_profiles_test.py --desk PROGRAM CASE"""
import json
import os
import pathlib
import subprocess
import sys

from chat_test import SECONDS_MAX, Chat
from desk_cases import run_case

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "scripts"))
from scripted_model import ModelServer  # noqa: E402


def keep_profile(folder: pathlib.Path, name: str, profile: dict) -> pathlib.Path:
    place = folder / "state" / "profiles"
    place.mkdir(parents=True, mode=0o700, exist_ok=True)
    (folder / "state").chmod(0o700)
    file = place / f"{name}.json"
    file.write_text(json.dumps({"version": 1, **profile}))
    file.chmod(0o600)
    return file


def call_of(tool: str) -> dict:
    return {"calls": [{"tool": tool}]}


def test_a_tool_is_switched_off_and_on_within_a_chat(desk: pathlib.Path, folder: pathlib.Path) -> None:
    turns = [call_of("quick"), {"expect": "tool_not_found", "text": "It is gone."}, call_of("quick"), {"text": "It is back."}]
    with Chat(desk, folder, turns) as chat:
        chat.until("> ")
        chat.type("/tools off quick\r")
        chat.until("quick is off: 1 tool")
        chat.until("> ")
        chat.type("Be quick\r")
        chat.until("It is gone")
        chat.until("> ")
        chat.type("/tools\r")
        chat.until("off  quick")
        chat.until("> ")
        chat.type("/tools on quick\r")
        chat.until("quick is on")
        chat.until("> ")
        chat.type("Be quick\r")
        chat.until("It is back")
        assert chat.done() == ["quick"], chat.done()


def test_a_switched_off_tool_is_off_when_the_chat_goes_on(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Chat(desk, folder, [{"text": "Hello."}]) as chat:
        chat.until("> ")
        chat.type("Hello\r")
        chat.until("Hello[.]")
        chat.until("> ")
        chat.type("/tools off q*\r")
        chat.until("is off")
        chat.program.kill()  # at once: the choice is stored
        chat.program.wait()
    with Chat(desk, folder, [call_of("quick"), {"expect": "tool_not_found", "text": "Gone."}], "--chat", chat_id(desk, folder)) as chat:
        chat.until("> ")
        chat.type("Be quick\r")
        chat.until("Gone[.]")
        assert chat.done() == [], chat.done()


def chat_id(desk: pathlib.Path, folder: pathlib.Path) -> str:
    listed = subprocess.run([str(desk), "--state", str(folder / "state"), "--json", "chat", "list"],
                            env={"PATH": os.environ["PATH"], "HOME": str(folder)}, capture_output=True, text=True, check=True, timeout=SECONDS_MAX)
    (one,) = json.loads(listed.stdout)["chats"]
    return one["id"]


def test_another_profile_holds_for_the_next_turns_and_when_the_chat_goes_on(desk: pathlib.Path, folder: pathlib.Path) -> None:
    other = folder / "other.json"
    other.write_text(json.dumps({"turns": [call_of("quick"), {"expect": "tool_not_found", "text": "I may not."}]}))
    keep_profile(folder, "careful", {"model": f"scripted/{other}", "tools": {"deny": ["quick"]}, "name": "Careful"})
    with Chat(desk, folder, [{"text": "Hello."}]) as chat:
        chat.until("> ")
        chat.type("/profile\r")
        chat.until("no profile")
        chat.until("> ")
        chat.type("Hello\r")
        chat.until("Hello[.]")
        chat.until("> ")
        chat.type("/profile carefull\r")
        chat.until("no profile .*careful[.]")
        chat.until("> ")
        chat.type("/profile careful\r")
        chat.until("name     Careful")
        chat.until("> ")
        chat.type("\x04")
        assert chat.end() == 0
    # The words of the command line go before the profile's: its model is the script of this one.
    with Chat(desk, folder, [call_of("quick"), {"expect": "tool_not_found", "text": "I may not."}], "--chat", chat_id(desk, folder)) as chat:
        chat.until("> ")
        chat.type("Be quick\r")
        chat.until("I may not")
        chat.until("> ")
        chat.type("/profile -\r")
        chat.until("no profile")
        assert chat.done() == [], chat.done()


def test_a_chat_without_its_profile_that_gave_the_model_says_how_to_go_on(desk: pathlib.Path, folder: pathlib.Path) -> None:
    script = folder / "script.json"
    keep_profile(folder, "modelled", {"model": f"scripted/{script}"})
    with Chat(desk, folder, [{"text": "Hello."}], "--profile", "modelled", model=None) as chat:
        chat.until("> ")
        chat.type("/profile -\r")
        chat.until("model is the one of its profile; .*chat --chat ID --profile - --model PROVIDER/NAME goes on")
        chat.until("> ")
        chat.type("Hello\r")
        chat.until("Hello[.]")
        chat.until("> ")
        chat.type("\x04")
        assert chat.end() == 0


def test_a_used_up_budget_asks_for_a_word_and_the_word_lets_the_chat_go_on(desk: pathlib.Path, folder: pathlib.Path) -> None:
    profile = keep_profile(folder, "small", {"budgets": {"chat": {"tokens": 3}}})
    with Chat(desk, folder, [{"text": "First."}, {"text": "Second."}], "--profile", str(profile)) as chat:
        chat.until("> ")
        chat.type("Hello\r")
        chat.until("First[.]")
        chat.until("> ")
        chat.type("Hello\r")
        chat.until(r"\d+ of 3 tokens")
        chat.until("/resume is your word")
        chat.until("> ")
        chat.type("/resume\r")
        chat.until("Second[.]")


def test_a_profile_gives_the_request_its_instructions_options_and_key(desk: pathlib.Path, folder: pathlib.Path) -> None:
    key = folder / "state" / "profiles" / "keys"

    def run(profile: str) -> None:
        ended = subprocess.run([str(desk), "--state", str(folder / "state"), "chat", "--profile", profile, "Hello."],
                               env={"PATH": os.environ["PATH"], "HOME": str(folder), "OLLAMA_API_KEY": "k-of-the-variable"},
                               stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, start_new_session=True, timeout=SECONDS_MAX)
        assert ended.returncode == 0 and ended.stdout == "Yes.\n", ended

    with ModelServer("ollama_chat", [{"text": "Yes."}, {"text": "Yes."}]) as server:
        common = {"model": "ollama/m", "model_url": server.url, "system": "You are brief.",
                  "options": {"temperature": 0.25, "output_tokens_max": 77}, "tools": {"allow": ["echo"]}}
        keep_profile(folder, "keyed", {**common, "key_file": "keys"})
        keep_profile(folder, "keyless", {**common, "tools": {"allow": []}})
        key.write_text("k-of-the-file\n")
        key.chmod(0o600)
        run("keyed")
        run("keyless")
        (heads, body), (keyless_heads, keyless_body) = server.requests
    assert body["messages"][0] == {"role": "system", "content": "You are brief."}, body
    assert body["options"]["temperature"] == 0.25 and body["options"]["num_predict"] == 77, body
    assert [tool["function"]["name"] for tool in body["tools"]] == ["echo", "read_result"], body
    assert "tools" not in keyless_body, keyless_body
    assert heads["Authorization"] == "Bearer k-of-the-file", heads
    # A profile's address gets no key that the profile does not name.
    assert "Authorization" not in keyless_heads, keyless_heads


def test_a_killed_program_leaves_its_request_in_the_sum_of_the_day(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with ModelServer("ollama_chat", [{"steps": [{"pause": "for ever"}]}]) as server:
        keep_profile(folder, "p", {"model": "ollama/m", "model_url": server.url, "tools": {"allow": []}, "budgets": {"day": {"tokens": 100}}})
        words = [str(desk), "--state", str(folder / "state"), "chat", "--profile", "p"]
        environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
        killed = subprocess.Popen([*words, "a" * 400], env=environment, stdin=subprocess.DEVNULL, start_new_session=True)
        server.wait_until("request", 0)
        killed.kill()
        killed.wait()
        ended = subprocess.run([*words, "Once more."], env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                               start_new_session=True, timeout=SECONDS_MAX)
    # 400 bytes and the mark of a message are about 139 tokens.
    assert ended.returncode == 1 and "this day (UTC)" in ended.stderr and "139 of 100 tokens" in ended.stderr, ended


if __name__ == "__main__":
    sys.exit(run_case(globals()))
