#!/usr/bin/env python3
"""The demo: play.py DESK_BUILD_FOLDER PROPOSALS_FOLDER [--me] [--postgres]. See
samples/desk/demo.sh."""
import argparse
import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from stage import Stage, headline, say  # noqa: E402

ALLOW_ALL = {name: "1" for name in ("schedule_weekday_alarm", "create_calendar_event", "open_map_directions", "compose_email_draft", "echo")}
MEETING_LATE = {"create_calendar_event": "3"}
DRAFT = json.dumps({"to": ["team@example.com"], "subject": "Hello", "body": "Hello from the demo."})


def show_generated(stage: Stage) -> None:
    headline("What the build made of five annotated headers")
    manifest = next(stage.build.glob("iam-generated/**/desk.tools.json"))
    for tool in json.loads(manifest.read_text())["tools"]:
        facts = tool["_meta"]["iam/contract"]
        extras = ", ".join(word for word in ("preview", "undo") if facts.get(word)) or "neither preview nor undo"
        place = f"{facts['source']['file']}:{facts['source']['line']}"
        print(f"  {tool['name']:<24} {place:<32} {extras}")
    echo = next(tool for tool in json.loads(manifest.read_text())["tools"] if tool["name"] == "echo")
    say("\nFrom the attributes, defaults and comments of one of them, for the model:")
    for name, schema in echo["inputSchema"]["properties"].items():
        print(f"  echo, {name}: {json.dumps(schema)}")
    sources = sorted(path.name for path in manifest.parent.glob("*.iam.?pp"))
    say(f"\nAnd for the compiler: {', '.join(sources)}")


def show_risks(stage: Stage) -> None:
    headline("Three tiers of risk")
    say("Each tool states four hints, and a test holds them true. Low: the echo changes nothing. Medium: a second equal alarm or event "
        "changes nothing more. High: the map leads to a server, and every draft is one more.")
    stage.run("tools")


def play_proposals(stage: Stage) -> None:
    headline("A model proposes five calls at once")
    say("The file is written by hand in the shape of an OpenAI response. Its calendar entry is for \"<tomorrow's date>T10:00:00\": the "
        "gate refuses that by itself and asks nobody. The other four are shown and asked for.")
    stage.ask(ALLOW_ALL, "call", "--from", "openai", str(stage.proposal("openai.json")))
    headline("The model tries again: a date that is valid, and a year late")
    say("No check can know what was meant. The preview shows it, and the person declines.")
    stage.ask(MEETING_LATE, "call", "--from", "anthropic", str(stage.proposal("year_late.json")))
    headline("The same draft once more, typed by a person")
    stage.ask(ALLOW_ALL, "call", "compose_email_draft", DRAFT)


def done_entries(stage: Stage, tool: str) -> list[str]:
    """Ids of the recorded outcomes of a tool's calls, oldest first."""
    listed = subprocess.run([stage.desk, "audit", "--json", "--limit", "1000"], capture_output=True, text=True, check=True)
    entries = [json.loads(line)["entry"] for line in reversed(listed.stdout.splitlines())]
    return [entry["id"] for entry in entries if entry["kind"] == "outcome" and entry["tool"]["name"] == tool and entry["success"]]


def take_back(stage: Stage) -> None:
    headline("Two calls are taken back")
    say("The first of the two drafts, and the alarm. Which draft goes is no guess: the undo function gets the result of its own call.")
    for tool in ("compose_email_draft", "schedule_weekday_alarm"):
        entries = done_entries(stage, tool)
        if entries:
            stage.run("undo", entries[0], "--proposer", "person")
        else:
            say(f"(nothing to take back: {tool} was not allowed)")
    files = sorted(path.relative_to(stage.data).as_posix() for path in stage.data.rglob("*") if path.is_file() and not path.name.startswith("."))
    say(f"\nWhat is on disk now: {', '.join(files) or 'nothing'}")


def show_ledger(stage: Stage) -> None:
    headline("Another start of the program: all it knows is on disk")
    say("Newest first. Each question, answer, intent and outcome is an entry; each entry holds the digest of the one before.")
    stage.run("audit")
    stage.run("audit", "verify")


def tamper(stage: Stage) -> None:
    headline("Somebody changes one byte of a record, in a copy of the ledger")
    copy = stage.folder / "tampered"
    shutil.copytree(stage.state, copy)
    with contextlib.closing(sqlite3.connect(copy / "ledger.db", isolation_level=None)) as database:
        seq, text = database.execute("SELECT seq, text FROM entries WHERE text LIKE '%user_denied%' OR kind = 'outcome' LIMIT 1").fetchone()
        changed = one_byte_off(text)
        database.execute("UPDATE entries SET text = ? WHERE seq = ?", (changed, seq))
    at = text.index('"time_ms"')
    end = text.index(",", at)
    say(f"Entry 0.{seq} said …{text[at:end]}… and now says …{changed[at:end]}…")
    stage.run("--state", str(copy), "audit", "verify")


def one_byte_off(text: str) -> str:
    """One digit of the record's time raised by one."""
    at = text.index('"time_ms":') + len('"time_ms":') + 6
    return f"{text[:at]}{(int(text[at]) + 1) % 10}{text[at + 1:]}"


def chat(stage: Stage) -> None:
    headline("A chat: five prompts, and the model finds five tools")
    say("The model is a script, since no network is needed; any provider takes its place. Its first date is made up: the gate refuses it, "
        "and the model corrects itself. Every call is asked about as before. The chat has a state of its own.")
    state = str(stage.folder / "chat")
    for number, each in enumerate(stage.prompts(), start=1):
        script = stage.folder / f"prompt-{number}.json"
        script.write_text(json.dumps({"turns": each["turns"]}))
        stage.ask(ALLOW_ALL, "--state", state, "chat", "--model", f"scripted/{script}", each["prompt"])
    stage.run("--state", state, "chat", "list")
    stage.run("--state", state, "audit", "verify")


def make_ledger(stage: Stage) -> None:
    headline("A ledger on a PostgreSQL server, which was started for this demo")
    say("The address names the server and the folder of this host's key.")
    stage.run("state", "init")


def second_host(stage: Stage) -> None:
    headline("Another host, with a copy of the key")
    keys = stage.folder / "keys-of-host-2"
    keys.mkdir(mode=0o700)
    for key in (stage.folder / "keys").glob("*.key"):
        shutil.copy(key, keys)
    first, second = stage.desk, stage.program("desk-2", keys)
    say("It freezes all calls. The first host then runs none.")
    stage.desk = second
    stage.run("freeze", "host 2 looks into it")
    stage.desk = first
    stage.run("call", "echo", json.dumps({"message": "hello"}))
    stage.desk = second
    stage.run("thaw", "all is well")
    say("A program that ends gives its chain back, so the next one goes on with it, on any host. Each verifies all of it.")
    stage.run("audit", "--limit", "8")
    stage.run("audit", "verify")
    stage.desk = first


def farewell_to_server(stage: Stage) -> None:
    say(f"The server ends now, and the ledger with it. The other files of this demo are in {stage.folder}.")


def farewell(stage: Stage) -> None:
    headline("Three commands to try")
    print(f"  {stage.desk} call echo '{{\"message\": \"hello\", \"repeat\": 3}}'")
    print(f"  {stage.desk} audit --limit 5")
    print(f"  {stage.desk} tools --for anthropic\n")
    say(f"All files of this demo are in {stage.folder}; remove it when you have seen enough.")


def main() -> int:
    parser = argparse.ArgumentParser(description="Plays a model's proposals through the desk.")
    parser.add_argument("build", type=pathlib.Path, help="the build's folder of the desk")
    parser.add_argument("proposals", type=pathlib.Path)
    parser.add_argument("--me", action="store_true", help="you answer the prompts")
    parser.add_argument("--postgres", action="store_true", help="the ledger stands on a server that runs")
    arguments = parser.parse_args()
    if arguments.me and not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("demo: --me needs you at a terminal; without it a scripted person answers.", file=sys.stderr)
        return 2
    server = os.environ.get("IAM_TEST_POSTGRES", "") if arguments.postgres else ""
    if arguments.postgres and not server:
        print("demo: --postgres needs a server; run scripts/demo.sh --postgres, which starts one.", file=sys.stderr)
        return 2
    stage = Stage(arguments.build, arguments.proposals, arguments.me, server)
    say(f"All files of this demo go to {stage.folder}")
    scenes = (show_generated, show_risks, play_proposals, take_back, show_ledger, tamper, chat, farewell)
    if server:
        scenes = (show_risks, make_ledger, play_proposals, take_back, show_ledger, second_host, farewell_to_server)
    for scene in scenes:
        scene(stage)
    return 0


if __name__ == "__main__":
    sys.exit(main())
