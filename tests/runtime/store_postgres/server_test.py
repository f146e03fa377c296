#!/usr/bin/env python3
"""A server that is killed, and a desk on two hosts: server_test.py --desk PROGRAM --child PROGRAM
CASE (77: this machine has no PostgreSQL server)."""
# Tests of runtime/src/host/commands/state.cpp and runtime/src/default_store/default_store.cpp.
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "scripts"))
import throwaway_postgres as cluster  # noqa: E402

DONE = 0
UNAVAILABLE = 6
NOT_ANCHORED = 11
ECHO = '{"message":"hello"}'
KILLS = 20


class World:
    """A server of its own, and folders of hosts."""

    def __init__(self, options, folder, server):
        self.desk = str(options.desk)
        self.child = str(options.child)
        self.folder = folder
        self.server = server

    def place(self, host, server=None):
        socket = (server or self.server).folder
        guard = "&guard=serializable" if os.environ.get("IAM_TEST_GUARD") == "serializable" else ""
        return f"postgresql://iam@/postgres?host={socket}&keys={self.folder / host}{guard}"

    def start(self, host, *words, **variables):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder),
                       "TESTDESK_EFFECTS": str(self.folder / "effects"), "IAM_STATE": self.place(host), **variables}
        return subprocess.Popen([self.desk, *words], env=environment, text=True, start_new_session=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, host, *words, **variables):
        program = self.start(host, *words, **variables)
        out, err = program.communicate(timeout=60)
        return subprocess.CompletedProcess(words, program.returncode, out, err)

    def must(self, host, *words, **variables):
        done = self.run(host, *words, **variables)
        assert done.returncode == DONE, done
        return done.stdout

    def second_host(self):
        """Copies the keys by hand, as their owner does."""
        (self.folder / "b").mkdir(mode=0o700)
        for key in (self.folder / "a").glob("*.key"):
            shutil.copy(key, self.folder / "b")

    def give(self, uses):
        """Puts a grant with so many uses for the children to spend."""
        subprocess.run([self.child, "give", self.place("a"), str(uses)], check=True)

    def ask(self, sql):
        words = [f"{self.server.programs}/psql", "-qAtX", "-h", self.server.folder, "-U", "iam", "-d", "postgres", "-c", sql]
        return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def postmaster(self):
        return int(pathlib.Path(self.server.data, "postmaster.pid").read_text(encoding="utf-8").splitlines()[0])

    def kill_server(self):
        """As a crash of the machine's kernel would: no process of the server says good-bye."""
        postmaster = self.postmaster()
        os.kill(postmaster, signal.SIGKILL)
        self.server.run("pg_ctl", "-D", self.server.data, "-m", "immediate", "stop", check=False)
        self.server.start()


def test_a_desk_makes_and_checks_its_ledger_by_the_address_of_the_environment(world):
    absent = world.run("a", "state", "check")
    assert absent.returncode == UNAVAILABLE and "state init" in absent.stderr, absent
    first = world.must("a", "state", "init")
    assert "has the ledger" in first, first
    assert world.must("a", "state", "init") == first
    assert world.must("a", "state", "check").startswith(first.strip())
    assert json.loads(world.must("a", "--json", "state", "check"))["state"].startswith("The schema iam")


def test_a_folder_is_made_and_checked_by_the_same_commands(world):
    state = str(world.folder / "state")
    assert world.run("a", "--state", state, "state", "check").returncode != DONE
    assert "has a ledger (SQLite" in world.must("a", "--state", state, "state", "init")
    assert "has a ledger (SQLite" in world.must("a", "--state", state, "state", "check")


def test_what_one_host_allows_another_host_runs(world):
    world.must("a", "state", "init")
    world.second_host()
    world.must("a", "policy", "set", "echo", "auto")
    world.must("b", "call", "echo", ECHO)
    world.must("a", "freeze", "runs wild")
    assert world.run("b", "call", "echo", ECHO).returncode != DONE
    world.must("b", "thaw", "better")
    world.must("a", "call", "echo", ECHO)
    entries = [json.loads(line)["entry"] for line in world.must("a", "--json", "audit").splitlines()]
    kinds = {entry["kind"] for entry in entries}
    assert {"intent", "outcome", "freeze", "thaw"} <= kinds, entries
    assert world.run("b", "audit", "verify").returncode == NOT_ANCHORED


def test_an_address_with_a_password_is_refused(world):
    done = world.run("a", "--state", f"postgresql://iam:secret@/postgres?host={world.server.folder}&keys=/k", "state", "check")
    assert done.returncode != DONE and ".pgpass" in done.stderr and "secret" not in done.stderr, done


def test_entries_of_two_hosts_are_sealed_in_one_tree_and_proved_without_the_server(world):
    world.must("a", "state", "init")
    world.must("a", "policy", "set", "echo", "auto")
    world.second_host()
    world.give(3)
    # It has its chain up to its end, so the other host gets another one.
    child = subprocess.Popen([world.child, "spend", world.place("b"), "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    while child.stdout.readline() != "spent\n":
        assert child.poll() is None
    world.must("a", "call", "echo", ECHO)
    child.communicate("end\n", timeout=60)
    made = world.must("a", "audit", "checkpoint", "--origin", "example.com/ledger").splitlines()
    key = next(line.removeprefix("note key ") for line in made if line.startswith("note key "))
    chains = {line.removeprefix("signed all entries up to ").partition(".")[0] for line in made if line.startswith("signed all")}
    assert len(chains) >= 2, made
    verified = world.run("b", "audit", "verify")
    assert verified.returncode == NOT_ANCHORED, verified
    for chain in sorted(chains):
        proof = world.folder / f"{chain}.tlog-proof"
        proof.write_text(world.must("b", "audit", "prove", f"{chain}.1"), encoding="utf-8")
        nowhere = {"IAM_STATE": str(world.folder / "nowhere")}
        assert f"{chain}.1" in world.must("b", "audit", "verify-proof", str(proof), "--key", key, **nowhere)
    world.must("b", "call", "echo", ECHO)
    shutil.copy(world.folder / "a/checkpoint.key", world.folder / "b")
    assert "tree of" in world.must("b", "audit", "checkpoint")


def test_keys_are_renewed_by_commands_while_erased_values_stay_gone(world):
    world.must("a", "state", "init")
    world.must("a", "policy", "set", "echo", "auto")
    world.must("a", "call", "echo", ECHO)
    world.must("a", "call", "echo", ECHO)
    intents = [json.loads(line)["entry"]["id"] for line in world.must("a", "--json", "audit").splitlines()
               if json.loads(line)["entry"]["kind"] == "intent"]
    erased = world.must("a", "audit", "erase", intents[0], "--reason", "asked")
    assert "write-ahead log" in erased and "backups of the server" in erased, erased
    days = {"IAM_STATE": world.place("a") + "&backup_days=30"}
    again = world.must("a", "--json", "audit", "erase", intents[0], "--reason", "asked", **days)
    assert "until" in json.loads(again.splitlines()[-1])["remains"][2], again
    world.must("a", "state", "add-key")
    assert "values-2.key" in world.must("a", "state", "add-value-key")
    told = world.must("a", "state", "rewrap-values")
    assert "No value needs values-1.key any more" in told, told
    (world.folder / "a/values-1.key").unlink()
    world.must("a", "call", "echo", ECHO)
    assert world.run("a", "audit", "verify").returncode == NOT_ANCHORED
    world.second_host()
    world.must("b", "call", "echo", ECHO)
    state = str(world.folder / "state")
    world.must("a", "--state", state, "state", "init")
    assert "2 keys" in world.must("a", "--state", state, "state", "add-key")
    for command in ("add-value-key", "rewrap-values"):
        refused = world.run("a", "--state", state, "state", command)
        assert refused.returncode == UNAVAILABLE and "audit erase" in refused.stderr, refused


def spend_while_killing(world, kills):
    """The acknowledged ids of a child that spends while the server is killed."""
    child = subprocess.Popen([world.child, "spend", world.place("a"), "8"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    acknowledged, unknown = set(), 0
    for round_number in range(kills + 1):
        for _ in range(30):
            line = child.stdout.readline().strip()
            if line.partition(".")[0].isdigit():
                assert line not in acknowledged, line
                acknowledged.add(line)
            else:
                unknown += line.startswith("outcome_unknown")
        if round_number < kills:
            world.kill_server()
    rest, _ = child.communicate("end\n", timeout=120)
    for line in rest.splitlines():
        if line.partition(".")[0].isdigit():
            assert line not in acknowledged, line
            acknowledged.add(line)
    assert child.returncode == 0
    return acknowledged, unknown


def test_a_server_killed_20_times_under_load_loses_nothing_acknowledged(world):
    world.must("a", "state", "init")
    world.give(1_000_000)
    acknowledged, unknown = spend_while_killing(world, KILLS)
    stored = set(world.ask("SELECT chain || '.' || seq FROM iam.entries WHERE kind = 'intent'").splitlines())
    assert acknowledged <= stored, sorted(acknowledged - stored)
    assert len(stored) - len(acknowledged) <= unknown, (len(stored), len(acknowledged), unknown)
    assert int(world.ask("SELECT uses FROM iam.grants")) == 1_000_000 - len(stored)
    assert world.ask("SELECT count(*) FROM iam.entries AS e WHERE seq > 1 AND NOT EXISTS (SELECT FROM iam.entries AS b "
                     "WHERE b.chain = e.chain AND b.seq = e.seq - 1 AND b.hash = e.previous)") == "0"


def stored_ids(world):
    return set(world.ask("SELECT chain || '.' || seq FROM iam.entries").splitlines())


def test_64_threads_of_4_processes_spend_each_use_of_a_grant_once(world):
    uses = 300
    world.must("a", "state", "init")
    world.give(uses)
    children = [subprocess.Popen([world.child, "spend", world.place("a"), "64"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
                for _ in range(4)]
    acknowledged = []
    for child in children:
        ended = 0
        while ended < 64:
            line = child.stdout.readline()
            assert line and not line.startswith(("unavailable", "corrupt", "outcome_unknown")), line
            ended += line == "spent\n"
            if line.partition(".")[0].isdigit():
                acknowledged.append(line)
        child.communicate("end\n", timeout=60)
        assert child.returncode == 0
    assert len(acknowledged) == len(set(acknowledged)) == uses, len(acknowledged)
    assert int(world.ask("SELECT count(*) FROM iam.entries WHERE kind = 'intent'")) == uses
    assert world.ask("SELECT count(*) FROM iam.grants") == "0"


def main(functions):
    cases = {name.removeprefix("test_"): case for name, case in functions.items() if name.startswith("test_")}
    parser = argparse.ArgumentParser()
    parser.add_argument("--desk", type=pathlib.Path, required=True)
    parser.add_argument("--child", type=pathlib.Path, required=True)
    parser.add_argument("case", choices=sorted(cases), metavar="CASE")
    options = parser.parse_args()
    if cluster.programs() is None or cluster.as_other_user()[0] is None:
        print("skipped: this machine has no PostgreSQL server (package postgresql-15)")
        return cluster.SKIPPED
    cluster.stop_on_signals()
    server = cluster.Cluster()
    try:
        server.make()
        server.start()
        with tempfile.TemporaryDirectory() as folder:
            cases[options.case](World(options, pathlib.Path(folder).resolve(), server))
    finally:
        server.stop()
        server.remove()
    return 0


if __name__ == "__main__":
    sys.exit(main(globals()))
