#!/usr/bin/env python3
"""Chats and tasks of two hosts on one server: hosts_test.py --desk PROGRAM --child PROGRAM CASE
(77: this machine has no PostgreSQL server)."""
# Tests of runtime/src/default_store/default_store.cpp.
import json
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from server_test import DONE, main  # noqa: E402

TASKS = [f"task-{number}" for number in range(5)]
ROUNDS = 4
KILLED = -signal.SIGKILL


def make_hosts(world, *turns):
    world.must("a", "state", "init")
    world.second_host()
    play(world, *turns)


def play(world, *turns):
    (world.folder / "script.json").write_text(json.dumps({"turns": turns}), encoding="utf-8")


def model(world):
    return f"scripted/{world.folder / 'script.json'}"


def calls(tool, **arguments):
    return {"calls": [{"tool": tool, "arguments": arguments}]}


def add_task(world, name):
    world.must("a", "tasks", "add", name, "Go on.", "--every", "1h", "--model", model(world))


def bring_due_times_forward(world):
    """Each enabled task is due once."""
    world.ask("UPDATE iam.tasks SET moment = moment - 3600000, settled = settled - 3600000")


def runs(world, host="b"):
    """The oldest first."""
    return json.loads(world.must(host, "--json", "tasks", "runs"))["runs"][::-1]


def effects(world):
    file = world.folder / "effects"
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def test_a_due_task_runs_once_though_two_hosts_look_at_once(world):
    make_hosts(world, calls("append"), {"text": "Done."})
    world.must("a", "policy", "set", "append", "auto")
    for name in TASKS:
        add_task(world, name)
    for done in range(1, ROUNDS + 1):
        bring_due_times_forward(world)
        programs = [world.start(host, "tasks", "run-due") for host in ("a", "b", "a")]
        for program in programs:
            out, err = program.communicate(timeout=60)
            assert program.returncode == DONE, (program.returncode, out, err)
        counted = world.ask("SELECT convert_from(task, 'UTF8'), state, count(*) FROM iam.task_runs GROUP BY 1, 2 ORDER BY 1, 2")
        assert counted.splitlines() == [f"{name}|done|{done}" for name in TASKS], counted
        assert effects(world) == ["append"] * len(TASKS) * done, effects(world)
    assert world.ask("SELECT count(*) FROM iam.entries WHERE kind = 'intent'") == str(len(TASKS) * ROUNDS)
    assert world.ask("SELECT count(*) FROM iam.holds") == "0"


def test_a_task_that_runs_on_one_host_is_left_to_it_until_its_lease_ends(world):
    make_hosts(world, calls("linger", heed=True), {"text": "Done."})
    add_task(world, "slow")
    bring_due_times_forward(world)
    first = world.start("a", "tasks", "run-due")
    for line in first.stderr:
        if "lingering" in line:
            break
    assert first.poll() is None, first.communicate()
    refused = world.run("b", "tasks", "run", "slow")
    assert refused.returncode != DONE and f"runs in process {first.pid} on the host" in refused.stderr, refused
    world.must("b", "tasks", "run-due")
    assert [run["state"] for run in runs(world)] == ["running"], runs(world)
    first.kill()
    first.communicate()
    assert first.returncode == KILLED
    assert [run["state"] for run in runs(world)] == ["running"], runs(world)
    world.ask("UPDATE iam.holds SET held_until = clock_timestamp()")
    assert [run["state"] for run in runs(world)] == ["interrupted"], runs(world)
    play(world, {"text": "Done."})
    bring_due_times_forward(world)
    world.must("b", "tasks", "run-due")
    assert [run["state"] for run in runs(world)] == ["interrupted", "done"], runs(world)


def test_a_question_of_a_run_is_seen_on_another_host_where_its_run_waits_too(world):
    make_hosts(world, calls("echo", message="hi"), {"text": "Said."})
    world.must("a", "policy", "set", "echo", "confirm")
    add_task(world, "asks")
    bring_due_times_forward(world)
    world.must("a", "tasks", "run-due")
    assert [run["state"] for run in runs(world)] == ["awaiting"], runs(world)
    open_ones = json.loads(world.must("b", "--json", "approvals", "list"))["approvals"]
    assert len(open_ones) == 1, open_ones
    world.must("b", "tasks", "run-due")
    assert [run["state"] for run in runs(world)] == ["awaiting"], runs(world)


def test_a_chat_that_one_host_began_goes_on_on_another(world):
    make_hosts(world, {"text": "Hello."})
    world.must("a", "chat", "--model", model(world), "Who are you?")
    listed = json.loads(world.must("b", "--json", "chat", "list"))["chats"]
    assert len(listed) == 1 and listed[0]["title"] == "Who are you?", listed
    play(world, {"expect": "And now?", "text": "Good night."})
    world.must("b", "chat", "--model", model(world), "--chat", listed[0]["id"], "And now?")
    shown = world.must("a", "chat", "show", listed[0]["id"])
    assert "Hello." in shown and "Good night." in shown, shown
    world.must("b", "chat", "delete", listed[0]["id"])
    assert world.ask("SELECT count(*) FROM iam.chat_steps") == "0"
    for host in ("a", "b"):
        files = {path.name for path in (world.folder / host).iterdir()}
        assert "chats.db" not in files and "tasks.db" not in files, files


if __name__ == "__main__":
    sys.exit(main(globals()))
