#!/usr/bin/env python3
"""What iam-schema says of a change with the ledger of the desk beside it: contract_test.py --build
FOLDER --sample FOLDER --schema PROGRAM CASE."""
# Tests of generator/contract/cli/ledger_file.cpp.
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from desk import Desk  # noqa: E402


def changed_lock(desk: Desk, lock: pathlib.Path, change) -> pathlib.Path:
    document = json.loads(lock.read_text())
    change({tool["name"]: tool for tool in document["tools"]})
    path = desk.home / "changed.lock.json"
    path.write_text(json.dumps(document))
    return path


def schema_says(schema: pathlib.Path, code: int, *words) -> str:
    done = subprocess.run([schema, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == code, f"exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def shorter_messages(tools: dict) -> None:
    tools["echo"]["inputSchema"]["properties"]["message"]["maxLength"] = 5


def test_a_finding_says_which_recorded_calls_break_and_which_permissions_it_touches(desk: Desk, lock: pathlib.Path, schema: pathlib.Path) -> None:
    for message in ("hi", "hello there", "hello there", "again and again"):
        desk.call("echo", message=message)
    desk.succeeds("grants", "set", "echo", "until-cleared")
    state = next((desk.home / "state").rglob("ledger.db"))
    after = changed_lock(desk, lock, shorter_messages)
    for ledger in (state, state.parent):
        finding = json.loads(schema_says(schema, 1, "diff", lock, after, "--ledger", ledger, "--format", "json"))["findings"][0]
        assert (finding["tool"], finding["rule"]) == ("echo", "I29"), finding
        assert finding["usage"] == {"days": 90, "calls": 4, "breaking": 3, "permissions": 0}, finding
    # The other way round it widens.
    said = schema_says(schema, 1, "diff", after, lock, "--ledger", state, "--format", "one-line")
    assert "suspended; calls in 90 days: 4, standing permissions: 1]" in said, said


def test_a_ledger_that_cannot_be_read_is_never_fine(desk: Desk, lock: pathlib.Path, schema: pathlib.Path) -> None:
    after = changed_lock(desk, lock, shorter_messages)
    said = schema_says(schema, 3, "diff", lock, after, "--ledger", desk.home / "nowhere")
    assert "nowhere" in said, said
    assert not (desk.home / "nowhere").exists()


def main() -> int:
    cases = {name.removeprefix("test_"): case for name, case in globals().items() if name.startswith("test_")}
    parser = argparse.ArgumentParser(description="What iam-schema makes of the desk's ledger.")
    parser.add_argument("case", choices=sorted(cases))
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--sample", type=pathlib.Path, required=True)
    parser.add_argument("--schema", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        desk = Desk(arguments.build / "desk", pathlib.Path(home)).allow_everything()
        cases[arguments.case](desk, arguments.sample / "desk.tools.lock.json", arguments.schema)
    return 0


if __name__ == "__main__":
    sys.exit(main())
