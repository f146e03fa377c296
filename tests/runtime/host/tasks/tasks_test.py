#!/usr/bin/env python3
"""Tasks without a person, and programs that are killed: tasks_test.py --desk PROGRAM CASE"""
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from desk_cases import run_case  # noqa: E402
from servers_home import PYTHON, SMALL  # noqa: E402

SECONDS_MAX = 60
PERIOD_MS = 15 * 60 * 1000
WRITES_MIN = 20
WRITES_MAX = 400
CANNOT_BE_TESTED = 77


class Home:
    """A state with one task, whose due time can be brought forward."""

    def __init__(self, desk: pathlib.Path, folder: pathlib.Path, turns: list[dict]):
        self.script = folder / "script.json"
        self.play(turns)
        self.state = folder / "state"
        self.effects = folder / "effects"
        self.words = [str(desk), "--state", str(self.state)]
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TESTDESK_EFFECTS": str(self.effects)}
        self.run("tasks", "add", "quarter", "Go on.", "--every", "15m", "--model", f"scripted/{self.script}")

    def play(self, turns: list[dict]) -> None:
        self.script.write_text(json.dumps({"turns": turns}))

    def start(self, *words: str) -> subprocess.Popen:
        # Without a terminal: nobody can be asked.
        return subprocess.Popen([*self.words, *words], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, start_new_session=True)

    def run(self, *words: str, code: int | None = 0) -> str:
        program = self.start(*words)
        out, err = program.communicate(timeout=SECONDS_MAX)
        assert code is None or program.returncode == code, (program.returncode, out, err)
        return out

    def bring_due_time_forward(self) -> None:
        with sqlite3.connect(self.state / "tasks.db") as tasks:
            tasks.execute("UPDATE tasks SET moment = moment - ?, settled = settled - ?", (PERIOD_MS, PERIOD_MS))
        tasks.close()

    def runs(self) -> list[dict]:
        """The oldest first."""
        return json.loads(self.run("--json", "tasks", "runs"))["runs"][::-1]

    def last(self) -> int:
        return max((run["run"] for run in self.runs()), default=0)

    def states(self) -> list[str]:
        return [run["state"] for run in self.runs()]

    def done(self) -> list[str]:
        return self.effects.read_text().splitlines() if self.effects.exists() else []


def calls(tool: str, **arguments: object) -> dict:
    return {"calls": [{"tool": tool, "arguments": arguments}]}


def test_a_program_that_is_killed_by_its_tool_leaves_an_interrupted_run_which_nothing_repeats(desk: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(desk, folder, [calls("quick"), calls("vanish"), {"text": "Done."}])
    home.bring_due_time_forward()
    home.run("tasks", "run-due", code=-signal.SIGKILL)
    assert home.states() == ["interrupted"], home.runs()
    assert home.run("tasks", "run-due") == ""
    assert home.done() == ["quick", "vanish"], home.done()
    # By a person's word the chat goes on; the model hears that the outcome is not known.
    home.play([{"expect": "outcome_unknown", "text": "I leave it."}])
    number = str(home.runs()[0]["run"])
    home.run("tasks", "resume", number)
    assert home.states() == ["done"] and home.done() == ["quick", "vanish"], home.runs()


def test_a_kill_at_the_nth_write_of_a_thread_runs_no_call_twice_and_leaves_a_true_state(desk: pathlib.Path, folder: pathlib.Path) -> int | None:
    strace = shutil.which("strace")
    if strace is None:
        return CANNOT_BE_TESTED
    home = Home(desk, folder, [])
    home.run("policy", "set", "count", "allow")
    for write in range(1, WRITES_MAX):
        home.play([calls("count", text=f"a{write}"), calls("count", text=f"b{write}"), {"text": "Done."}])
        before = home.last()
        home.bring_due_time_forward()
        # Kills it as a thread of it is about to make its n-th write durable.
        killed = subprocess.run([strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync",
                                 "-e", f"inject=fsync,fdatasync:signal=KILL:when={write}", *home.words, "tasks", "run-due"],
                                env=home.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                                start_new_session=True, timeout=SECONDS_MAX)
        if killed.returncode not in (0, -signal.SIGKILL, 128 + signal.SIGKILL):
            assert write == 1, killed  # this machine lets nobody trace
            return CANNOT_BE_TESTED
        new = [run for run in home.runs() if run["run"] > before]
        assert len(new) <= 1 and all(run["state"] in ("done", "interrupted") for run in new), new
        if killed.returncode == 0:
            assert write > WRITES_MIN and [run["state"] for run in new] == ["done"], (write, new)
            return None
        if not new:  # the due time is still there
            home.run("tasks", "run-due")
            assert home.states()[-1] == "done", home.runs()
        elif new[0]["state"] == "interrupted":
            assert home.run("tasks", "run-due") == ""  # nothing repeats it unasked
            home.play([{"text": "Done."}])
            home.run("tasks", "resume", str(new[0]["run"]))
            assert home.states()[-1] == "done", home.runs()
        assert len(set(home.done())) == len(home.done()), home.done()
    raise AssertionError("the program makes more writes than this test looks at")


def test_two_run_due_at_once_run_a_due_time_once(desk: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(desk, folder, [calls("quick"), {"text": "Done."}])
    for _ in range(5):
        home.effects.unlink(missing_ok=True)
        before = home.last()
        home.bring_due_time_forward()
        programs = [home.start("tasks", "run-due") for _ in range(3)]
        for program in programs:
            out, err = program.communicate(timeout=SECONDS_MAX)
            assert program.returncode == 0, (out, err)
        new = [run for run in home.runs() if run["run"] > before]
        assert [run["state"] for run in new] == ["done"] and home.done() == ["quick"], (new, home.done())


def test_a_program_killed_with_an_open_question_leaves_a_run_that_waits(desk: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(desk, folder, [calls("echo", message="hi"), {"text": "Said."}])
    home.bring_due_time_forward()
    home.run("tasks", "run-due")
    assert home.states() == ["awaiting"], home.runs()
    # As if the program had been killed between the question and the end of its turn.
    chat = home.runs()[0]["chat"]
    with sqlite3.connect(home.state / "chats.db") as chats:
        (last,) = chats.execute("SELECT step FROM steps WHERE chat = ? ORDER BY number DESC LIMIT 1", (chat,)).fetchone()
        assert "awaiting" in last, last
        chats.execute("DELETE FROM steps WHERE chat = ?1 AND number = (SELECT max(number) FROM steps WHERE chat = ?1)", (chat,))
    chats.close()
    with sqlite3.connect(home.state / "tasks.db") as tasks:
        tasks.execute("UPDATE runs SET state = 'running'")
    tasks.close()
    (run,) = home.runs()
    assert run["state"] == "awaiting" and "question" in run["why"], run
    assert home.run("tasks", "run-due") == "" and home.done() == []
    (approval,) = json.loads(home.run("--json", "approvals", "list"))["approvals"]
    home.run("approvals", "withdraw", approval["id"])
    home.play([{"text": "Then not."}])
    home.run("tasks", "run-due")
    assert home.states() == ["done"] and home.done() == [], home.runs()


def test_a_signal_ends_the_runs_as_stopped(desk: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(desk, folder, [calls("linger", heed=True), {"text": "Done."}])
    home.bring_due_time_forward()
    program = home.start("tasks", "run-due")
    assert program.stderr is not None
    while "lingering" not in program.stderr.readline():
        pass
    program.send_signal(signal.SIGTERM)
    program.communicate(timeout=SECONDS_MAX)
    assert program.returncode == 1, program.returncode
    (run,) = home.runs()
    assert run["state"] == "stopped" and "told to end" in run["why"], run


def test_a_tool_that_does_not_stop_leaves_a_run_that_says_so(desk: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(desk, folder, [calls("linger", heed=False), {"text": "Done."}])
    home.run("tasks", "remove", "quarter")
    home.run("tasks", "add", "quarter", "Go on.", "--every", "15m", "--time", "1s", "--model", f"scripted/{home.script}")
    home.bring_due_time_forward()
    program = home.start("tasks", "run-due")
    assert program.stderr is not None
    while "lingering" not in program.stderr.readline():
        pass
    ends = time.monotonic() + SECONDS_MAX
    while (state := home.states()) == ["running"] and time.monotonic() < ends:
        pass
    program.kill()
    program.communicate(timeout=SECONDS_MAX)
    assert state == ["stopped"], state
    (run,) = home.runs()
    assert run["why"] == "The run was stopped: its time of 1s is over.", run


def test_servers_are_connected_for_a_run_and_not_for_a_look(desk: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(desk, folder, [calls("small__echo", text="hi"), {"expect": "hi", "text": "Done."}])
    starts = folder / "starts"
    home.words += ["--servers", str(folder / "servers.json")]
    home.run("servers", "add", "small", "--no-sandbox", "--", "/bin/sh", "-c", f"echo started >>{starts}; exec {PYTHON} {SMALL}")
    starts.unlink(missing_ok=True)
    assert home.run("tasks", "run-due") == "" and not starts.exists()
    home.bring_due_time_forward()
    home.run("tasks", "run-due")
    assert home.states() == ["awaiting"] and starts.read_text().count("started") == 1, home.runs()
    assert home.run("tasks", "run-due") == "" and starts.read_text().count("started") == 1
    (approval,) = json.loads(home.run("--json", "approvals", "list"))["approvals"]
    assert approval["tool"] == "small/echo", approval
    home.run("approvals", "withdraw", approval["id"])
    home.play([{"text": "Then not."}])
    home.run("tasks", "run-due")
    assert home.states() == ["done"] and starts.read_text().count("started") == 2, home.runs()
    home.run("policy", "set", "small/echo", "allow")
    home.play([calls("small__echo", text="hi"), {"expect": "hi", "text": "Done."}])
    home.run("tasks", "run", "quarter")
    assert home.states() == ["done", "done"], home.runs()


if __name__ == "__main__":
    sys.exit(run_case(globals()))
