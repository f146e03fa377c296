#!/usr/bin/env python3
"""Runs the demo and looks at what it left on disk and in the ledger, not at its words: demo_test.py
--build FOLDER --sample FOLDER CASE."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Longer than the minute that the demo has, since tests share the machine.
DEMO_SECONDS_MAX = 300


def environment_of(home: pathlib.Path) -> dict[str, str]:
    for name in ("home", "tmp"):
        (home / name).mkdir()
    return {"PATH": os.environ["PATH"], "HOME": str(home / "home"), "TMPDIR": str(home / "tmp"), "TERM": "dumb", "LC_ALL": "C.UTF-8"}


def command_of(arguments: argparse.Namespace, *options: str) -> list[str]:
    return [str(arguments.sample / "demo.sh"), str(arguments.build.resolve().parents[1]), *options]


def demo(arguments: argparse.Namespace, home: pathlib.Path, *options: str) -> subprocess.CompletedProcess:
    return subprocess.run(command_of(arguments, *options), env=environment_of(home), cwd=home, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False, start_new_session=True, timeout=DEMO_SECONDS_MAX)


def records(desk: pathlib.Path, *options: object) -> list[dict]:
    """The entries, oldest first, each with what became of it since."""
    listed = subprocess.run([desk, *options, "audit", "--json", "--limit", "1000"], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL)
    return list(reversed([{**told["entry"], "undo": told["undo"]} for told in map(json.loads, listed.stdout.splitlines())]))


def of_tool(entries: list[dict], tool: str, kind: str) -> list[dict]:
    return [entry for entry in entries if entry["kind"] == kind and entry.get("tool", {}).get("name") == tool]


def test_the_demo_leaves_the_files_and_the_record_that_it_speaks_of(arguments: argparse.Namespace, home: pathlib.Path) -> None:
    done = demo(arguments, home)
    assert done.returncode == 0, done.stdout + done.stderr
    [folder] = (home / "tmp").iterdir()
    assert str(folder) in done.stdout, "it names its folder"
    assert list((home / "home").iterdir()) == [], "the home folder is as it was"
    files = sorted(path.name for path in (folder / "files" / "desk").rglob("*") if path.is_file() and not path.name.startswith("."))
    # The second draft is there. The declined and the refused event never came to be. The alarm and
    # the first draft were taken back. An alarm, an event and a third draft are of the chat.
    assert files == ["alarm-2.ics", "draft-2.eml", "draft-3.eml", "event-1.ics"], files
    desk = folder / "desk"
    verified = subprocess.run([desk, "audit", "verify"], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert verified.returncode == 11, verified.stdout + verified.stderr
    tampered = subprocess.run([desk, "--state", folder / "tampered", "audit", "verify"], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert tampered.returncode == 8, tampered.stdout + tampered.stderr
    check_record(records(desk))
    check_chat(records(desk, "--state", folder / "chat"))


def check_record(entries: list[dict]) -> None:
    events = [entry for entry in entries if entry.get("tool", {}).get("name") == "create_calendar_event"]
    assert [entry["code"] for entry in events if "code" in entry] == ["invalid_arguments", "user_denied"], events
    assert not [entry for entry in events if entry["kind"] == "intent"], "nothing of the event was begun"
    drafts = of_tool(entries, "compose_email_draft", "outcome")
    assert [draft["undo"] for draft in drafts] == ["undone", "none"], drafts
    assert len(of_tool(entries, "echo", "outcome")) == 1
    assert [alarm["undo"] for alarm in of_tool(entries, "schedule_weekday_alarm", "outcome")] == ["undone"]
    # A model proposed, a person answered in a terminal.
    approvals = [entry for entry in entries if "approver" in entry]
    assert approvals and all(entry["approver"]["channel"].startswith("terminal:") for entry in approvals), approvals


def check_chat(entries: list[dict]) -> None:
    """A81: five prompts reached five tools; the event with the made-up date was refused first."""
    done = [entry["tool"]["name"] for entry in entries if entry["kind"] == "outcome"]
    assert done == ["schedule_weekday_alarm", "create_calendar_event", "open_map_directions", "compose_email_draft", "echo"], done
    refused = [entry["tool"]["name"] for entry in entries if entry.get("code") == "invalid_arguments"]
    assert refused == ["create_calendar_event"], refused
    assert all(entry["proposer"]["kind"] == "model" for entry in entries if entry["kind"] == "intent"), entries


def test_the_reader_decides_where_they_ask_to(arguments: argparse.Namespace, home: pathlib.Path) -> None:
    sys.path.insert(0, str(arguments.sample / "demo"))
    from terminal import Person
    # A reader who allows the event that comes a year late and nothing else.
    reader = Person(lambda prompt: "1" if "(create_calendar_event)" in prompt else "3")
    seen = reader.run(command_of(arguments, "--me"), environment_of(home))
    assert seen.code == 0 and len(seen.prompts) == 11, seen.text
    [folder] = (home / "tmp").iterdir()
    files = sorted(path.name for path in (folder / "files" / "desk").rglob("*") if path.is_file() and not path.name.startswith("."))
    assert files == ["event-1.ics", "event-2.ics"], files
    outcomes = [entry["tool"]["name"] for entry in records(folder / "desk") if entry["kind"] == "outcome"]
    assert outcomes == ["create_calendar_event"], outcomes


def test_the_questions_of_the_demo_are_of_low_medium_and_high_risk(arguments: argparse.Namespace, home: pathlib.Path) -> None:
    sys.path.insert(0, str(arguments.sample / "demo"))
    from terminal import Person
    seen = Person(lambda prompt: "3").run(command_of(arguments, "--me"), environment_of(home))
    tiers = {}
    for prompt in seen.prompts:
        asked = re.search(r"^\| .*\((\w+)\)", prompt, re.MULTILINE)
        tier = re.search(r"\b(Low|Medium|High) risk\b", prompt[asked.start():])[1]
        tiers.setdefault(tier, set()).add(asked[1])
    assert tiers == {"Low": {"echo"}, "Medium": {"schedule_weekday_alarm", "create_calendar_event"},
                     "High": {"open_map_directions", "compose_email_draft"}}, tiers


def test_the_demo_refuses_to_let_nobody_decide(arguments: argparse.Namespace, home: pathlib.Path) -> None:
    done = demo(arguments, home, "--me")
    assert done.returncode == 2 and "terminal" in done.stderr, done.stdout + done.stderr
    assert list((home / "tmp").iterdir()) == []


def test_the_demo_on_a_postgresql_server_plays_on_two_hosts(arguments: argparse.Namespace, home: pathlib.Path) -> int:
    server = ["/usr/bin/python3", "-B", str(arguments.sample.resolve().parents[1] / "scripts" / "throwaway_postgres.py"), "--"]
    done = subprocess.run([*server, *command_of(arguments, "--postgres")], env=environment_of(home), cwd=home, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False, start_new_session=True, timeout=DEMO_SECONDS_MAX)
    if done.returncode == 77:
        print(done.stdout)
        return 77
    assert done.returncode == 0, done.stdout + done.stderr
    [folder] = (home / "tmp").iterdir()
    files = sorted(path.name for path in (folder / "files" / "desk").rglob("*") if path.is_file() and not path.name.startswith("."))
    assert files == ["draft-2.eml"], files
    assert not (folder / "state").exists(), "the ledger is elsewhere"
    assert (folder / "keys" / "store.key").read_bytes() == (folder / "keys-of-host-2" / "store.key").read_bytes()
    assert "host 2 looks into it" in done.stdout, done.stdout
    return 0


def main() -> int:
    cases = {name.removeprefix("test_"): case for name, case in globals().items() if name.startswith("test_")}
    parser = argparse.ArgumentParser(description="Runs the demo and looks at what it left.")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the build's folder of the desk")
    parser.add_argument("--sample", type=pathlib.Path, required=True, help="its sources")
    parser.add_argument("case", choices=sorted(cases), metavar="CASE")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        return cases[arguments.case](arguments, pathlib.Path(home)) or 0


if __name__ == "__main__":
    sys.exit(main())
