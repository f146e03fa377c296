#!/usr/bin/env python3
"""Measures the service times of a PostgreSQL server that bench/scale/model.py computes with.

    scripts/throwaway_postgres.py -- bench/scale/measure.py DESK [--out FILE]

DESK is the sample desk of a build with the PostgreSQL store; it makes the tables. The cases take
turns in slices. A time is the median of all messages, a processor time the median of all slices. A
tenth of the messages are at most as long as the quick one: on a busy machine it is nearer to the
time of an idle one. The model takes the medians.
Figures, never a test.
"""
import argparse
import datetime
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import threading
import time

import statements
from libpq import Connection
from statements import Chain

ROUNDS = 15
MESSAGES_PER_SLICE = 20
BATCHES = (1, 8, 64)
CHAINS = (8, 64, 256, 1000)  # of the poll; the store has at most 256
FIRST_POLLED_CHAIN = 2000
SEAL_CHAINS = (1, 64)
SEAL_ENTRIES = 4096
PAGE = 1000  # entries that the sealer reads by one message
SIZED_BATCHES = 2000
CALLERS = (1, 8, 32)
CALLER_SLICES = 5
CALLER_GROUPS = 150


def processor_ns(process: int) -> int:
    return int(pathlib.Path(f"/proc/{process}/schedstat").read_text(encoding="ascii").split()[0])


class Case:
    """A message, made anew each time, and its times."""

    def __init__(self, connection: Connection, make):
        self.connection, self.make = connection, make
        self.elapsed_ns: list[int] = []
        self.processor_ns: list[float] = []

    def slice(self, messages: int = MESSAGES_PER_SLICE) -> None:
        made = [self.make() for _ in range(messages)]
        before = processor_ns(self.connection.process)
        for message in made:
            begin = time.perf_counter_ns()
            self.connection.run(message)
            self.elapsed_ns.append(time.perf_counter_ns() - begin)
        self.processor_ns.append((processor_ns(self.connection.process) - before) / messages)

    def times(self) -> dict[str, float]:
        return {"elapsed_us": round(statistics.median(self.elapsed_ns) / 1000, 1),
                "quick_us": round(sorted(self.elapsed_ns)[len(self.elapsed_ns) // 10] / 1000, 1),
                "processor_us": round(statistics.median(self.processor_ns) / 1000, 1)}


def counted(make, numbers=None):
    """Calls make(0), make(1), …"""
    state = {"next": 0}

    def once():
        state["next"] += 1
        return make(state["next"] - 1)
    return once


def take_turns(cases: dict[str, Case]) -> dict[str, dict[str, float]]:
    for case in cases.values():
        case.slice()  # warms the caches of the server
        case.elapsed_ns.clear()
        case.processor_ns.clear()
    for _ in range(ROUNDS):
        for case in cases.values():
            case.slice()
    return {name: case.times() for name, case in cases.items()}


def measure_commits(connection: Connection, lazy: Connection) -> dict:
    lazy.run(b"SET synchronous_commit = off")
    for chain in range(1, 7):
        connection.run(statements.new_writer(chain))
    chains = {count: Chain(number) for number, count in enumerate(BATCHES, 1)}
    renewing, lazily = Chain(4), Chain(5)
    cases = {
        "bare": Case(connection, counted(statements.bare_insert)),
        "bare_lazy": Case(lazy, counted(statements.bare_insert)),
        "group_1_lazy": Case(lazy, lambda: lazily.group(1)),
        "group_1_renewing": Case(connection, lambda: renewing.group(1, statements.renewal(4))),
        "nothing": Case(connection, lambda: statements.NOTHING),
        "guard_shared": Case(connection, lambda: statements.SHARED_GUARD),
        "guard_exclusive": Case(connection, lambda: statements.OWN_GUARD),
        "epoch_change": Case(connection, counted(statements.epoch_change)),
        "epoch_read": Case(connection, statements.EPOCH.encode),
    }
    for count, chain in chains.items():
        cases[f"group_{count}"] = Case(connection, lambda count=count, chain=chain: chain.group(count))
    return take_turns(cases)


def measure_polls(connection: Connection) -> dict:
    """The query that a waiting program sends each 250 ms, with more and more chains."""
    found, chain = {}, FIRST_POLLED_CHAIN
    connection.run(b"DELETE FROM iam.writers")
    for count in CHAINS:
        while chain < FIRST_POLLED_CHAIN + count:
            connection.run(statements.new_writer(chain))
            connection.run(Chain(chain).group(4))
            chain += 1
        connection.run(b"VACUUM ANALYZE iam.writers")
        connection.run(b"VACUUM ANALYZE iam.entries")
        found |= take_turns({f"poll_{count}": Case(connection, lambda: statements.POLL)})
    return found


def measure_seals(connection: Connection) -> dict:
    chain = Chain(7)
    for _ in range(PAGE // 50 + 1):
        connection.run(chain.group(50))
    sizes = {count: 10_000_000 * count for count in SEAL_CHAINS}

    def write(count: int) -> bytes:
        sizes[count] += SEAL_ENTRIES
        return statements.seal_write(sizes[count], count, SEAL_ENTRIES)

    reads = statements.seal_reads(7, 10, 25)
    cases = {f"seal_read_{part}": Case(connection, lambda sql=sql: sql) for part, sql in enumerate(reads)}
    cases["seal_page"] = Case(connection, lambda: statements.seal_reads(7, 1, PAGE)[-1])
    for count in SEAL_CHAINS:
        cases[f"seal_write_{count}"] = Case(connection, lambda count=count: write(count))
    return take_turns(cases)


SIZE = b"""SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = 'iam' AND c.relkind = 'r'"""
VALUES_SIZE = SIZE + b" AND c.relname ~ 'value'"
RUN_SIZE = b"SELECT pg_total_relation_size('iam.runs') / count(*) FROM iam.runs"
WAL_BYTES = b"SELECT pg_current_wal_insert_lsn() - '0/0'"


def measure_sizes(connection: Connection) -> dict[str, int]:
    """Bytes of a batch in tables with their indexes, in those of values alone, and in the log. A
    checkpoint makes the log repeat pages; they are not counted."""
    chain = Chain(8)
    for _ in range(100):
        connection.run(chain.group(1))
    sizes = {"table": SIZE, "value": VALUES_SIZE, "log": WAL_BYTES}
    before = {name: int(connection.run(sql)) for name, sql in sizes.items()}
    for _ in range(SIZED_BATCHES):
        connection.run(chain.group(1))
    return {f"{name}_bytes_of_batch": (int(connection.run(sql)) - before[name]) // SIZED_BATCHES for name, sql in sizes.items()}


class Caller:
    """Commits groups of one batch, one after another, on a chain and a connection of its own."""

    def __init__(self, address: str, number: int):
        self.connection, self.chain = Connection(address), Chain(number)

    def prepare(self) -> None:
        self.groups = [self.chain.group(1) for _ in range(CALLER_GROUPS)]

    def call(self) -> None:
        for group in self.groups:
            self.connection.run(group)


def measure_callers(address: str) -> dict:
    """Callers without a pause, which hold the model against the server."""
    callers = [Caller(address, 100 + number) for number in range(max(CALLERS))]
    found: dict[int, list[tuple[float, float, float]]] = {count: [] for count in CALLERS}
    for _ in range(CALLER_SLICES):
        for count in CALLERS:
            some = callers[:count]
            for caller in some:
                caller.prepare()
            threads = [threading.Thread(target=caller.call) for caller in some]
            server = sum(processor_ns(caller.connection.process) for caller in some)
            begin, client = time.perf_counter(), time.process_time()
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            seconds, client = time.perf_counter() - begin, time.process_time() - client
            server = sum(processor_ns(caller.connection.process) for caller in some) - server
            commits = count * CALLER_GROUPS
            found[count].append((commits / seconds, server / commits / 1000, client / commits * 1e6))
    names = ("commits_a_second", "server_processor_us", "client_processor_us")
    return {str(count): {name: round(statistics.median(column), 1) for name, column in zip(names, zip(*slices))}
            for count, slices in found.items()}


def machine(connection: Connection) -> str:
    model = next(line.split(":")[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii").splitlines()
                 if line.startswith("model name"))
    version = connection.run(b"SHOW server_version").split()[0]
    return f"{os.cpu_count()} virtual cores ({model}), PostgreSQL {version} on a unix socket, fsync on"


def measure(address: str) -> dict:
    connection, lazy = Connection(address), Connection(address)
    connection.run(b"CREATE TABLE bare (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, text text NOT NULL)")
    load = os.getloadavg()[0]
    times = measure_commits(connection, lazy)
    sizes = measure_sizes(connection)
    callers = measure_callers(address)
    times |= measure_seals(connection)
    sizes["run_bytes"] = int(connection.run(RUN_SIZE))
    times |= measure_polls(connection)
    return {"measured": datetime.date.today().isoformat(), "machine": machine(connection),
            "load_before": round(load, 1), "load_after": round(os.getloadavg()[0], 1),
            "times": times, "sizes": sizes, "callers": callers}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("desk")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).with_name("service_times.json"))
    options = parser.parse_args()
    socket = os.environ.get("IAM_TEST_POSTGRES")
    if socket is None:
        parser.error("IAM_TEST_POSTGRES names no server; start this by scripts/throwaway_postgres.py")
    with tempfile.TemporaryDirectory() as keys:
        state = f"postgresql:///postgres?host={socket}&user=iam&keys={keys}"
        subprocess.run([options.desk, "--state", state, "state", "init"], check=True, stdout=subprocess.DEVNULL)
        found = measure(f"host={socket} user=iam dbname=postgres")
    options.out.write_text(json.dumps(found, indent=2) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
