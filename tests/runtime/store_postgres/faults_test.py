#!/usr/bin/env python3
"""Faults of servers with a life of their own: faults_test.py --desk PROGRAM --child PROGRAM CASE
(77: this machine has no PostgreSQL server, no pooler, or does not let this user mount)."""
# Tests of docs/postgres.md, "When the server fails".
import json
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import server_test  # noqa: E402
from faulty_servers import (SKIPPED, OtherServer, Pooler, Skipped, SmallDisk, bring_back, configure, files_with, log_of,  # noqa: E402
                            until, wait_for_line)
from server_test import DONE, ECHO, NOT_ANCHORED, UNAVAILABLE  # noqa: E402

UNDECIDED = 5
NOT_CONSISTENT = 8


def effects(world):
    file = world.folder / "effects"
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def check_chains(world):
    """Each entry follows the one before it."""
    assert world.ask("SELECT count(*) FROM iam.entries AS e WHERE seq > 1 AND NOT EXISTS (SELECT FROM iam.entries AS b "
                     "WHERE b.chain = e.chain AND b.seq = e.seq - 1 AND b.hash = e.previous)") == "0"
    verified = world.run("a", "audit", "verify")
    assert verified.returncode == NOT_ANCHORED, verified


def make_pair(world):
    """A ledger of two hosts with a counted grant, a free one and an open question."""
    world.must("a", "state", "init")
    world.second_host()
    world.must("a", "grants", "set", "pay", "until-cleared", "--uses", "3")
    world.must("b", "grants", "set", "count", "until-cleared")
    world.must("a", "policy", "set", "plain", "confirm")
    assert world.run("b", "call", "plain", '{"text":"asked"}').returncode == UNDECIDED
    world.must("a", "policy", "set", "echo", "auto")


def test_a_promoted_standby_without_the_last_20_entries_goes_on_with_new_chains_xf18_p20(world):
    make_pair(world)
    with OtherServer() as standby:
        standby.make_standby_of(world.server)
        standby.start()
        until(lambda: world.ask("SELECT replay_lsn = pg_current_wal_lsn() FROM pg_stat_replication") == "t")
        standby.stop()
        world.must("a", "call", "pay", '{"account":"ann","amount":1}')
        for _ in range(4):
            world.must("a", "call", "echo", ECHO)
            world.must("b", "call", "echo", ECHO)
        known = server_test.stored_ids(world)
        epoch = int(world.ask("SELECT epoch FROM iam.epochs WHERE scope = '*'"))
        world.server.stop()
        standby.start()
        standby.promote()
        world.server = standby
        kept = server_test.stored_ids(world)
        assert len(known) - len(kept) >= 20, (len(known), len(kept))
        assert world.ask("SELECT uses FROM iam.grants WHERE uses IS NOT NULL") == "3"
        for host in ("a", "b", "a"):
            world.must(host, "call", "echo", ECHO)
        added = server_test.stored_ids(world) - kept
        assert added and not added & known, (added, known)
        notes = world.ask("SELECT text FROM iam.entries WHERE kind = 'note'").splitlines()
        assert sum('"code":"lost"' in note for note in notes) == 2, notes
        assert int(world.ask("SELECT epoch FROM iam.epochs WHERE scope = '*'")) > epoch + 2**32 - 1
        grants = world.must("a", "grants", "list")
        assert "count" in grants and "pay" not in grants, grants
        assert "plain" not in world.must("b", "approvals", "list")
        refused = world.run("a", "call", "pay", '{"account":"ann","amount":1}')
        assert refused.returncode == UNDECIDED, refused
        check_chains(world)


def test_a_standby_refuses_calls_by_name_and_serves_reads_p07(world):
    world.must("a", "state", "init")
    world.must("a", "policy", "set", "echo", "auto")
    world.must("a", "call", "echo", ECHO)
    with OtherServer() as standby:
        standby.make_standby_of(world.server)
        standby.start()
        until(lambda: world.ask("SELECT replay_lsn = pg_current_wal_lsn() FROM pg_stat_replication") == "t")
        place = {"IAM_STATE": world.place("a", standby)}
        for words in (["call", "echo", ECHO], ["freeze", "why"], ["state", "init"]):
            refused = world.run("a", *words, **place)
            assert refused.returncode == UNAVAILABLE and "standby" in refused.stderr, refused
            assert "name the primary server" in refused.stderr, refused
        assert effects(world) == ["echo hello"]
        entries = [json.loads(line)["entry"] for line in world.must("a", "--json", "audit", **place).splitlines()]
        assert {"intent", "outcome"} <= {entry["kind"] for entry in entries}, entries
        assert world.run("a", "audit", "verify", **place).returncode == NOT_ANCHORED
        assert "Chains: 1" in world.must("a", "state", "check", **place)
        # An address of both servers finds the primary.
        both = world.place("a").replace("host=", f"host={standby.folder},")
        world.must("a", "call", "echo", ECHO, IAM_STATE=both)
        assert effects(world) == ["echo hello"] * 2


def test_two_copies_of_a_server_have_two_roots_of_one_size_and_a_witness_tells_xf19_xf22(world):
    world.must("a", "state", "init")
    world.second_host()
    world.must("a", "policy", "set", "echo", "auto")
    world.must("a", "audit", "checkpoint")
    shutil.copy(world.folder / "a/checkpoint.key", world.folder / "b/checkpoint.key")
    with OtherServer() as copy:
        copy.make_standby_of(world.server)
        copy.start()
        until(lambda: world.ask("SELECT replay_lsn = pg_current_wal_lsn() FROM pg_stat_replication") == "t")
        copy.promote()
        hosts = {"a": {}, "b": {"IAM_STATE": world.place("b", copy)}}
        trees = []
        for host, place in hosts.items():
            world.must(host, "call", "echo", ECHO, **place)
            said = world.must(host, "audit", "checkpoint", "--witness", str(world.folder / f"seen-{host}"), **place)
            trees.append(next(line for line in said.splitlines() if line.startswith("tree of")).split(", "))
        assert trees[0][0] == trees[1][0] and trees[0][1] != trees[1][1], trees
        for host, place in hosts.items():
            for witness in hosts:
                verified = world.run(host, "audit", "verify", "--witness", str(world.folder / f"seen-{witness}"), **place)
                assert verified.returncode == (DONE if witness == host else NOT_CONSISTENT), verified


def test_a_full_disk_of_the_data_runs_no_function_and_is_named_53100(world):
    with SmallDisk(80) as disk, OtherServer() as server:
        server.data = f"{disk.folder}/data"
        server.make("--wal-segsize=1", "--waldir", f"{server.folder}/wal")
        server.start()
        world.server = server
        world.must("a", "state", "init")
        world.must("a", "policy", "set", "echo", "auto")
        world.must("a", "call", "echo", ECHO)
        disk.fill()
        ends = [world.run("a", "call", "echo", json.dumps({"message": "x" * 20_000})) for _ in range(4)]
        for end in ends:
            assert end.returncode == UNAVAILABLE and "nothing was run" in end.stderr, end
            assert "No space left on device" in end.stderr and "make room on the server's disk" in end.stderr, end
        assert effects(world) == ["echo hello"]
        disk.make_room()
        world.must("a", "call", "echo", ECHO)
        check_chains(world)


def is_id(line):
    return line.partition(".")[0].isdigit()


def acknowledged_in(lines):
    ids = [line for line in lines if is_id(line)]
    assert len(ids) == len(set(ids)), ids
    return set(ids)


def test_a_full_disk_of_the_log_stops_the_server_and_loses_nothing_acknowledged(world):
    with SmallDisk(80) as disk, OtherServer() as server:
        server.make("--wal-segsize=1", "--waldir", f"{disk.folder}/wal")
        configure(server, "wal_recycle = off", "min_wal_size = '2MB'")
        server.start()
        world.server = server
        world.must("a", "state", "init")
        world.give(1_000_000)
        world.ask("CHECKPOINT")
        disk.fill()
        said = world.folder / "said"
        with open(said, "w", encoding="utf-8") as out:
            child = subprocess.Popen([world.child, "spend", world.place("a"), "8"], stdin=subprocess.PIPE, stdout=out, text=True)
        wait_for_line(log_of(server), 1, lambda line: "PANIC" in line, child.pid)
        disk.make_room()
        until(lambda: bring_back(server))
        lines = said.read_text(encoding="utf-8").splitlines()
        wait_for_line(said, len(lines) + 1, lambda line: is_id(line) or line == "spent\n", child.pid)
        child.communicate("end\n", timeout=120)
        lines = said.read_text(encoding="utf-8").splitlines()
        acknowledged = acknowledged_in(lines)
        assert child.returncode == 0
        unknown = sum(line.startswith("outcome_unknown") for line in lines)
        check_spent(world, acknowledged, unknown)


def check_spent(world, acknowledged, unknown):
    """Nothing acknowledged is missing, and each use is an entry."""
    stored = set(world.ask("SELECT chain || '.' || seq FROM iam.entries WHERE kind = 'intent'").splitlines())
    assert acknowledged <= stored, sorted(acknowledged - stored)
    assert len(stored) - len(acknowledged) <= unknown, (len(stored), len(acknowledged), unknown)
    assert int(world.ask("SELECT uses FROM iam.grants")) == 1_000_000 - len(stored)
    check_chains(world)


def test_a_server_without_a_free_connection_is_unavailable_at_once_and_says_why_53300(world):
    with OtherServer() as server:
        server.make()
        places = 6
        configure(server, f"max_connections = {places}", "superuser_reserved_connections = 0", "max_wal_senders = 0")
        server.start()
        world.server = server
        world.must("a", "state", "init")
        world.must("a", "policy", "set", "echo", "auto")
        words = [f"{server.programs}/psql", "-qAtX", "-h", server.folder, "-U", "iam", "-d", "postgres"]
        holders = [subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(places)]
        for holder in holders:
            holder.stdin.write("SELECT 1;\n")
            holder.stdin.flush()
            assert holder.stdout.readline() == "1\n"
        refused = world.run("a", "call", "echo", ECHO)
        assert refused.returncode == UNAVAILABLE and "too many clients" in refused.stderr, refused
        assert "raise max_connections" in refused.stderr, refused
        # It asked once and waited for nothing.
        assert log_of(server).read_text(encoding="utf-8").count("too many clients") == 1
        for holder in holders:
            holder.communicate("")
        world.must("a", "call", "echo", ECHO)
        assert effects(world) == ["echo hello"]


def test_hosts_commit_through_a_pooler_in_transaction_mode_p12(world):
    with Pooler(world.server) as pooler:
        through = {host: {"IAM_STATE": world.place(host, pooler)} for host in ("a", "b")}
        world.must("a", "state", "init", **through["a"])
        world.second_host()
        world.must("a", "policy", "set", "echo", "auto", **through["a"])
        world.must("b", "call", "echo", ECHO, **through["b"])
        world.must("a", "freeze", "why", **through["a"])
        assert world.run("b", "call", "echo", ECHO, **through["b"]).returncode != DONE
        world.must("b", "thaw", "better", **through["b"])
        subprocess.run([world.child, "give", world.place("a", pooler), "200"], check=True)
        children = [subprocess.Popen([world.child, "spend", world.place(host, pooler), "16"], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE, text=True) for host in ("a", "b")]
        lines = []
        for child in children:
            spent = 0
            while spent < 16:
                lines.append(child.stdout.readline().strip())
                assert lines[-1] and not lines[-1].startswith(("unavailable", "corrupt", "outcome_unknown")), lines[-1]
                spent += lines[-1] == "spent"
        backends = world.ask("SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")
        for child in children:
            child.communicate("end\n", timeout=60)
        assert len(acknowledged_in(lines)) == 200
        assert int(backends) <= 2, backends
        check_chains(world)


def test_an_erased_value_was_never_in_the_log_in_plain_and_its_sealed_bytes_remain_there_xf24(world):
    world.must("a", "state", "init")
    world.must("a", "policy", "set", "echo", "auto")
    world.must("a", "freeze", "a reason in plain")
    world.must("a", "thaw", "better")
    assert {"base", "pg_wal"} <= files_with(world, b"a reason in plain")
    value = "value-5d0c2f6e81"
    world.must("a", "call", "echo", json.dumps({"message": value}))
    assert value in world.must("a", "--json", "audit")
    assert files_with(world, value.encode()) == set()
    rows = world.ask("SELECT v.chain || '.' || v.seq, encode(substr(v.sealed, 1, 16), 'hex') FROM iam.entry_values AS v "
                     "JOIN iam.entries AS e USING (chain, seq) WHERE e.kind IN ('intent', 'outcome')").splitlines()
    sealed = [bytes.fromhex(row.split("|")[1]) for row in rows]
    assert len(sealed) == 2, rows
    erased = world.must("a", "audit", "erase", rows[1].split("|")[0], "--reason", "asked for")
    for place in ("write-ahead log", "VACUUM FULL", "backups"):
        assert place in erased, erased
    assert value not in world.must("a", "--json", "audit")
    world.ask("VACUUM FULL iam.entry_values")
    remains = [files_with(world, part) for part in sealed]
    assert {"pg_wal"} in remains and all(one <= {"pg_wal"} for one in remains), remains


def test_only_the_arguments_of_a_question_that_waits_are_in_the_log_in_plain_xf24(world):
    world.must("a", "state", "init")
    world.must("a", "policy", "set", "plain", "confirm")
    assert world.run("a", "call", "plain", '{"text":"value-of-a-question"}').returncode == UNDECIDED
    assert files_with(world, b"value-of-a-question") == {"base", "pg_wal"}


def run_cases():
    try:
        return server_test.main(globals())
    except Skipped as why:
        print(f"skipped: {why}")
        return SKIPPED


if __name__ == "__main__":
    sys.exit(run_cases())
