#!/usr/bin/env python3
"""A program where writes fail, its state where others own it and where files of it are missing, its
terminal beside another user's program: state_test.py --desk PROGRAM CASE (77: only root can be
another user)."""
# Tests of runtime/src/core/system/file_owner.cpp.
# Tests of runtime/src/store_sqlite/files/{backup,whole_state}.cpp.
# Tests of runtime/src/host/commands/state.cpp.
import contextlib
import json
import os
import pathlib
import pty
import resource
import select
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

from desk_cases import run_case

DONE = 0
UNAVAILABLE = 6
NOT_VERIFIED = 8
BROKEN = 10
NOT_ANCHORED = 11
RESULT_LOST = 12
STRANGER = 1234
HELLO = '{"message":"hello"}'
FILES = ("ledger.db", "ledger.db-wal", "ledger.db-shm", "ledger.db.lock", "ledger.last", "store.key", "store.sealed")


class Desk:
    def __init__(self, desk: pathlib.Path, folder: pathlib.Path):
        self.desk = str(desk)
        self.folder = folder
        self.state = folder / "state"
        self.effects = folder / "effects"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "TESTDESK_EFFECTS": str(self.effects)}

    def run(self, *words: str, state: pathlib.Path | None = None, **more) -> subprocess.CompletedProcess:
        """Without a controlling terminal, and with the signals that a shell leaves to its programs:
        Python itself ignores some."""
        more.setdefault("stdout", subprocess.PIPE)
        more.setdefault("stderr", subprocess.PIPE)
        more.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run([self.desk, "--state", str(state or self.state), *words], env=self.environment, text=True, check=False,
                              start_new_session=True, timeout=60, restore_signals=True, **more)

    def must(self, *words: str, **more) -> subprocess.CompletedProcess:
        done = self.run(*words, **more)
        assert done.returncode == DONE, done
        return done

    def echo(self, state: pathlib.Path | None = None, **more) -> subprocess.CompletedProcess:
        return self.run("call", "echo", HELLO, state=state, **more)

    def with_entries(self) -> None:
        self.must("policy", "set", "echo", "auto")
        assert self.echo().returncode == DONE
        assert self.echo().returncode == DONE

    def newest(self) -> dict:
        return json.loads(self.must("--json", "audit", "--limit", "1").stdout)


def closed_pipe() -> int:
    """The end to write to of a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def refused(done: subprocess.CompletedProcess, *parts: str) -> None:
    assert done.returncode == UNAVAILABLE, done
    for part in parts:
        assert part in done.stderr, (part, done.stderr)


def test_d2_a_call_goes_on_when_nobody_reads_its_progress(desk: Desk) -> None:
    done = desk.run("--plain", "call", "chatter", stderr=closed_pipe())
    assert done.returncode == DONE, done
    assert desk.effects.read_text() == "chatter\n"
    assert desk.newest()["entry"]["kind"] == "outcome"


def test_d2_a_call_whose_result_nobody_reads_is_told_as_done(desk: Desk) -> None:
    desk.must("policy", "set", "echo", "auto")
    for words in ((), ("--json",)):
        done = desk.run(*words, "call", "echo", HELLO, stdout=closed_pipe())
        assert done.returncode == RESULT_LOST, done
        assert "It happened and is recorded (entry 0." in done.stderr and "audit show 0." in done.stderr, done
    assert desk.effects.read_text() == "echo hello\n" * 2


def test_d2_a_result_that_finds_a_full_disk_is_told_as_done(desk: Desk) -> None:
    desk.with_entries()
    entry = desk.newest()["id"]
    with open("/dev/full", "w", encoding="ascii") as full:
        for words in (("call", "echo", HELLO), ("undo", entry)):
            done = desk.run(*words, stdout=full)
            assert done.returncode == RESULT_LOST and "Do not repeat it" in done.stderr, done
        failed = desk.run("--json", "call", "broken", stdout=full)
        assert failed.returncode == 1 and "no paper left" in failed.stderr, failed
        for words in (("audit",), ("tools",), ("--help",), ("audit", "export"), ("grants", "set", "echo", "5m"),
                      ("--json", "audit", "events")):
            done = desk.run(*words, stdout=full)
            assert done.returncode == RESULT_LOST and "could not be written to standard output" in done.stderr, (words, done)
        verified = desk.run("audit", "verify", stdout=full)
        assert verified.returncode == NOT_ANCHORED and "could not be written" in verified.stderr, verified
    assert "retract" in desk.effects.read_text()


def test_d2_a_list_that_nobody_reads_to_its_end_ends_without_a_word(desk: Desk) -> None:
    desk.with_entries()
    done = desk.run("audit", stdout=closed_pipe())
    assert done.returncode == RESULT_LOST and done.stderr == "", done


def test_d2_what_a_tool_writes_to_nobody_fails_and_does_not_end_it(desk: Desk) -> None:
    assert json.loads(desk.must("--json", "call", "write_to_nobody").stdout)["result"] == os.strerror(32)


def test_d2_a_limit_of_file_sizes_ends_a_write_and_not_the_program(desk: Desk) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (3 << 20, 3 << 20))
    file = json.dumps({"file": str(desk.folder / "much")})
    done = desk.must("--json", "call", "write_much", file, preexec_fn=limit)
    assert json.loads(done.stdout)["result"] == os.strerror(27), done


def test_d2_a_ledger_that_may_not_grow_refuses_the_call(desk: Desk) -> None:
    desk.must("policy", "set", "echo", "auto")
    size = (desk.state / "ledger.db-wal").stat().st_size

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    done = desk.echo(preexec_fn=limit)
    assert done.returncode == UNAVAILABLE, done
    assert not desk.effects.exists()
    assert desk.echo().returncode == DONE
    assert desk.run("audit", "verify").returncode == NOT_ANCHORED


def test_d2_a_program_that_a_tool_starts_ignores_no_signal_of_failed_writes(desk: Desk) -> None:
    told = json.loads(desk.must("--json", "call", "ignored_by_child").stdout)["result"]
    ignored = int(told.split(":")[1], 16)
    for one in (signal.SIGPIPE, signal.SIGXFSZ):
        assert ignored & (1 << (one - 1)) == 0, told


def test_d2_closed_standard_streams_do_not_lead_into_the_state(desk: Desk) -> None:
    desk.with_entries()

    def close_all() -> None:
        for descriptor in (0, 1, 2):
            os.close(descriptor)
    before = {name: (desk.state / name).stat().st_size for name in ("ledger.db.lock", "ledger.last", "store.key")}
    assert desk.echo(preexec_fn=close_all).returncode == RESULT_LOST
    assert {name: (desk.state / name).stat().st_size for name in before} == before
    assert b"hello" not in (desk.state / "ledger.db.lock").read_bytes()
    assert desk.echo().returncode == DONE


def test_d2_a_checkpoint_that_finds_a_full_disk_leaves_no_half_line_in_its_witness(desk: Desk) -> None:
    desk.with_entries()
    witness = desk.folder / "witness"
    desk.must("audit", "checkpoint", "--witness", str(witness))
    lines = witness.read_bytes()
    # Beside the ledger there is room, in the witness there is not.
    padding = b"\n" * ((16 << 20) - len(lines) - 20)
    witness.write_bytes(lines + padding)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (16 << 20, 16 << 20))
    refused(desk.run("audit", "checkpoint", "--witness", str(witness), preexec_fn=limit), "witness")
    assert witness.read_bytes() == lines + padding


def give_away(path: pathlib.Path) -> None:
    os.chown(path, STRANGER, STRANGER, follow_symlinks=False)


def needs_root() -> bool:
    if os.geteuid() == 0:
        return True
    print("skipped: only root can give files to another user, or be one")
    return False


def test_d3_no_file_of_the_state_is_believed_that_belongs_to_another_user(desk: Desk) -> int:
    if not needs_root():
        return 77
    desk.with_entries()
    for name in FILES:
        path = desk.state / name
        give_away(path)
        for words in (("call", "echo", HELLO), ("audit",), ("policy", "list"), ("state", "backup", str(desk.folder / "copy"))):
            refused(desk.run(*words), f"{path} belongs to the user {STRANGER}")
        os.chown(path, 0, 0)
    assert desk.echo().returncode == DONE
    return 0


def test_d3_no_folder_and_no_link_on_the_way_to_the_state_may_belong_to_another_user(desk: Desk) -> int:
    if not needs_root():
        return 77
    middle = desk.folder / "middle"
    middle.mkdir(mode=0o755)
    desk.state = middle / "state"
    desk.with_entries()
    link = desk.folder / "link"
    link.symlink_to(desk.state)
    for given, state in ((desk.state, desk.state), (middle, desk.state), (link, link)):
        give_away(given)
        for words in (("call", "echo", HELLO), ("audit",)):
            refused(desk.run(*words, state=state), str(given), "run this as the owner")
        os.chown(given, 0, 0, follow_symlinks=False)
    assert desk.echo(state=link).returncode == DONE
    # Nothing is made there either.
    give_away(middle)
    refused(desk.echo(state=middle / "new"), str(middle))
    assert not (middle / "new").exists()
    return 0


def test_d3_an_ordinary_user_is_kept_from_the_state_of_another_one_and_may_use_that_of_root(desk: Desk) -> int:
    if not needs_root():
        return 77
    desk.with_entries()
    os.chmod(desk.folder, 0o755)
    for path in (desk.state, *desk.state.iterdir()):
        os.chown(path, STRANGER + 1, STRANGER + 1)
    # A folder that anybody may look into, and files that a careless umask would leave.
    os.chmod(desk.state, 0o755)
    program = desk.folder / "desk"
    shutil.copy(desk.desk, program)
    desk.desk = str(program)
    refused(desk.run("audit", user=STRANGER, group=STRANGER, extra_groups=[]), f"must belong to the user {STRANGER}")
    assert desk.run("policy", "list", user=STRANGER + 1, group=STRANGER + 1, extra_groups=[]).returncode == DONE
    return 0


def test_d3_in_a_sandbox_that_has_no_number_for_root_the_way_through_its_folders_is_taken(desk: Desk) -> int:
    if not needs_root():
        return 77
    home = desk.folder / "home"
    home.mkdir(mode=0o755)
    give_away(home)
    os.chmod(desk.folder, 0o755)
    program = desk.folder / "desk"
    shutil.copy(desk.desk, program)
    sandbox = ["setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups", "unshare", "--user", "--map-current-user"]
    if subprocess.run([*sandbox, "true"], check=False, capture_output=True).returncode != 0:
        print("skipped: this system lets nobody make a user namespace")
        return 77
    words = [*sandbox, str(program), "--state", str(home / "state")]
    environment = {**desk.environment, "HOME": str(home), "TESTDESK_EFFECTS": "/dev/null"}
    done = subprocess.run([*words, "call", "quick"], env=environment, capture_output=True, text=True, check=False, start_new_session=True)
    assert done.returncode == DONE, done
    # A file of the state is nobody's but one's own.
    os.chown(home / "state" / "store.sealed", STRANGER + 1, STRANGER + 1)
    done = subprocess.run([*words, "audit"], env=environment, capture_output=True, text=True, check=False, start_new_session=True)
    refused(done, "belongs to the user")
    return 0


def test_d3_files_that_others_may_write_are_refused_with_the_command_that_mends_them(desk: Desk) -> None:
    desk.with_entries()
    for name in FILES:
        path = desk.state / name
        before = path.stat().st_mode
        for mode in (0o620, 0o602):
            path.chmod(mode)
            for words in (("call", "echo", HELLO), ("audit",)):
                refused(desk.run(*words), "chmod ", str(path))
        path.chmod(before & 0o7777)
    assert desk.echo().returncode == DONE


def test_d3_a_folder_above_the_state_that_others_may_write_is_refused(desk: Desk) -> None:
    middle = desk.folder / "middle"
    middle.mkdir()
    desk.state = middle / "state"
    desk.with_entries()
    for mode in (0o775, 0o707):
        middle.chmod(mode)
        refused(desk.run("audit"), "chmod go-w " + str(middle))
        refused(desk.echo(), "chmod go-w " + str(middle))
    # There nobody exchanges what belongs to another.
    middle.chmod(0o1777)
    assert desk.echo().returncode == DONE


def copy_of(desk: Desk, *names: str) -> pathlib.Path:
    copy = desk.folder / ("copy" + "".join(names))
    copy.mkdir(mode=0o700)
    for name in names:
        shutil.copy2(desk.state / name, copy / name)
    return copy


def test_d5_a_copy_without_its_log_begins_no_new_chain(desk: Desk) -> None:
    desk.with_entries()
    for names, missing in ((("ledger.db", "store.key", "store.sealed"), "ledger.db-wal, ledger.last"),
                           (("ledger.db", "store.key"), "ledger.db-wal, ledger.last"),
                           (("ledger.db",), "ledger.db-wal, ledger.last, store.key"),
                           (("ledger.db", "store.key", "ledger.last"), "ledger.db-wal"),
                           (("store.key", "store.sealed"), "ledger.db, ledger.db-wal, ledger.last"),
                           (("store.key", "ledger.last"), "ledger.db, ledger.db-wal")):
        copy = copy_of(desk, *names)
        if "ledger.db" in names:
            refused(desk.run("audit", state=copy), "not whole", missing)
            verified = desk.run("audit", "verify", state=copy)
            assert verified.returncode == NOT_VERIFIED and missing in verified.stderr, verified
        for _ in range(2):
            refused(desk.echo(state=copy), "not whole", missing, "state backup")
    assert desk.effects.read_text() == "echo hello\n" * 2


def test_d5_a_backup_of_a_live_state_is_whole_and_goes_on_from_where_it_was_made(desk: Desk) -> None:
    desk.with_entries()
    copy = desk.folder / "backup" / "today"
    held = subprocess.Popen([desk.desk, "--state", str(desk.state), "audit", "--follow"], env=desk.environment,
                            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        assert held.stdout is not None and held.stdout.readline()
        told = json.loads(desk.must("--json", "state", "backup", str(copy)).stdout)
    finally:
        held.terminate()
        held.wait()
    assert told == {"folder": str(copy), "last": desk.newest()["id"]}
    assert sorted(path.name for path in copy.iterdir()) == ["ledger.db", "ledger.last", "store.key", "store.sealed"]
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in copy.iterdir()) and copy.stat().st_mode & 0o777 == 0o700
    whole = ("audit", "export", "--payloads")
    assert desk.must(*whole, state=copy).stdout == desk.must(*whole).stdout
    assert desk.must("policy", "list", state=copy).stdout == desk.must("policy", "list").stdout
    assert desk.echo(state=copy).returncode == DONE
    assert desk.run("audit", "verify", state=copy).returncode == NOT_ANCHORED


def test_d5_a_backup_goes_into_no_folder_that_holds_something(desk: Desk) -> None:
    desk.with_entries()
    full = desk.folder / "full"
    full.mkdir(mode=0o700)
    (full / "mine").write_text("mine")
    done = desk.run("state", "backup", str(full))
    assert done.returncode == 2 and "is not empty" in done.stderr, done
    assert [path.name for path in full.iterdir()] == ["mine"]
    refused(desk.run("state", "backup", str(desk.folder / "new"), state=desk.folder / "none"), "none")
    assert not (desk.folder / "new").exists()


def test_d5_a_backup_that_finds_a_full_disk_leaves_nothing(desk: Desk) -> None:
    desk.with_entries()

    def limit() -> None:
        # Enough for SQLite's index of the log, and not for the database.
        resource.setrlimit(resource.RLIMIT_FSIZE, (36864, 36864))
    copy = desk.folder / "copy"
    refused(desk.run("state", "backup", str(copy), preexec_fn=limit), str(copy))
    assert list(copy.iterdir()) == []


def test_d5_an_older_backup_that_is_put_under_a_newer_end_is_noticed(desk: Desk) -> None:
    desk.with_entries()
    copy = desk.folder / "copy"
    desk.must("state", "backup", str(copy))
    assert desk.echo().returncode == DONE
    for name in ("ledger.db-wal", "ledger.db-shm"):
        (desk.state / name).unlink()
    shutil.copy2(copy / "ledger.db", desk.state / "ledger.db")
    refused(desk.echo(), "should have entry")
    # As the message says.
    os.truncate(desk.state / "ledger.last", 0)
    assert desk.echo().returncode == DONE


def test_d6_tables_that_somebody_took_away_end_no_command_as_a_broken_program(desk: Desk) -> None:
    desk.with_entries()
    desk.must("audit", "checkpoint")
    ledger = desk.state / "ledger.db"
    with contextlib.closing(sqlite3.connect(ledger)) as database:
        tables = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    assert "entries" in tables
    whole = desk.folder / "whole"
    desk.must("state", "backup", str(whole))
    for table in tables:
        shutil.rmtree(desk.state)
        shutil.copytree(whole, desk.state)
        with contextlib.closing(sqlite3.connect(ledger)) as database:
            database.execute(f"DROP TABLE {table}")
        codes = []
        for words in (("audit",), ("call", "echo", HELLO), ("policy", "list"), ("grants", "list"), ("permissions", "list"),
                      ("approvals", "list"), ("audit", "verify"), ("audit", "prove", "0.1"), ("undo", "0.2"),
                      ("freeze",), ("state", "backup", str(desk.folder / table))):
            done = desk.run(*words)
            codes.append(done.returncode)
            assert done.returncode != BROKEN and "SELECT" not in done.stderr, (table, words, done)
            if done.returncode == UNAVAILABLE:
                assert str(ledger) in done.stderr and "restore the state folder" in done.stderr, (table, words, done)
        assert UNAVAILABLE in codes, (table, codes)


class Person:
    """Reads what a terminal shows and types; waits for text, up to a deadline."""

    def __init__(self, terminal: int):
        self.terminal = terminal
        self.shown = ""

    def wait_for(self, text: str, times: int) -> None:
        deadline = time.monotonic() + 30
        while self.shown.count(text) < times:
            assert select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))[0], self.shown
            self.shown += os.read(self.terminal, 4096).decode(errors="replace")

    def type(self, keys: str) -> None:
        os.write(self.terminal, keys.encode())


def test_a1_questions_of_two_users_take_turns_on_one_terminal(desk: Desk) -> int:
    if not needs_root():
        return 77
    home = desk.folder / "home"
    home.mkdir(mode=0o755)
    give_away(home)
    os.chmod(desk.folder, 0o755)
    program = desk.folder / "desk"
    shutil.copy(desk.desk, program)
    call = shlex.join(["call", "echo", HELLO])
    stranger = f"setpriv --reuid={STRANGER} --regid={STRANGER} --clear-groups env TESTDESK_EFFECTS=/dev/null"
    script = f"{program} --plain --state {desk.state} {call} & {stranger} {program} --plain --state {home}/state {call} & wait"
    child, terminal = pty.fork()
    if child == 0:
        os.execve("/bin/sh", ["/bin/sh", "-c", script], {**desk.environment, "HOME": str(home), "TERM": "xterm", "LC_ALL": "C.UTF-8"})
    try:
        person = Person(terminal)
        person.wait_for("Press 1", 1)
        person.wait_for("Another question stands in this terminal", 1)
        assert person.shown.count("Allow this tool to run?") == 1, person.shown
        person.type("3")
        person.wait_for("Press 1", 2)
        assert person.shown.count("Allow this tool to run?") == 2, person.shown
        person.type("3")
        assert os.waitpid(child, 0)[1] == 0, person.shown
        child = 0
    finally:
        if child != 0:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        os.close(terminal)
    assert not desk.effects.exists()
    return 0


if __name__ == "__main__":
    sys.exit(run_case(globals(), lambda case, desk, folder: case(Desk(desk, folder))))
