#!/usr/bin/env python3
# Tests of bench/scale/{queues,costs,hosts,limits,model}.py against closed forms: model_test.py CASE
import dataclasses
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "bench/scale"))

import limits  # noqa: E402
import model  # noqa: E402
from costs import Costs, Line, line_through  # noqa: E402
from hosts import Host, Load, Server, Site, simulate  # noqa: E402
from queues import Guard, Log, Samples, Servers, Simulation  # noqa: E402

PAGE = ROOT / "docs/scale.md"
BEGIN, END = "<!-- {}: printed by bench/scale/model.py -->\n", "<!-- end -->\n"
TABLES = ("sizes", "limits", "check")
COSTS = Costs(flush=0.001, group=Line(0.0004, 0.00004), renewal=0.0001, change=0.0003, epoch_read=0.00003,
              poll=Line(0.00004, 0.0000007), seal_chain=0.0001, seal_entry=0.000001, seal_run=0.00001,
              seal_tile=0.0001, table_bytes=2000, value_bytes=700, log_bytes=2500, run_bytes=100)


def near(found: float, expected: float, part: float) -> None:
    assert abs(found - expected) <= part * expected, f"{found} is not within {part:.0%} of {expected}"


def arrivals(simulation: Simulation, rate: float, process) -> None:
    """Starts process() at random times."""
    def arrive():
        while True:
            yield simulation.delay(simulation.exponential(1 / rate))
            simulation.start(process())
    simulation.start(arrive())


def mean_wait(servers: int, service: float, rate: float, seconds: float) -> tuple[float, float]:
    """The mean time before the service, and the part of the time in which servers are busy."""
    simulation = Simulation(seed=7)
    queue = Servers(simulation, servers)
    waits = Samples(simulation, 0)

    def job():
        begin = simulation.now
        yield queue.work(service)
        waits.add(simulation.now - begin - service)
    arrivals(simulation, rate, job)
    simulation.run(seconds)
    return waits.mean(), queue.busy_seconds / seconds / servers


def test_one_server_makes_jobs_wait_as_long_as_an_m_d_1_queue() -> None:
    service = 0.001
    for busy in (0.3, 0.6, 0.8):
        wait, _ = mean_wait(1, service, busy / service, seconds=400)
        near(wait, busy * service / (2 * (1 - busy)), 0.03)


def test_servers_are_busy_by_rate_times_service() -> None:
    for servers, rate in ((1, 500), (4, 2000)):
        _, busy = mean_wait(servers, 0.001, rate, seconds=200)
        near(busy, rate * 0.001 / servers, 0.01)


def test_commits_at_random_times_wait_for_one_and_a_half_flushes() -> None:
    simulation = Simulation(seed=3)
    log = Log(simulation, 0.001)
    waits = Samples(simulation, 0)

    def commit():
        begin = simulation.now
        yield log.flush
        waits.add(simulation.now - begin)
    arrivals(simulation, 20_000, commit)
    simulation.run(20)
    near(waits.mean(), 0.0015, 0.01)
    near(log.busy_seconds, 20, 0.01)


def test_committers_without_a_pause_share_two_flushes() -> None:
    for committers in (2, 16, 100):
        simulation = Simulation()
        log = Log(simulation, 0.001)
        done = [0]

        def commit():
            while True:
                yield log.flush
                done[0] += 1
        for _ in range(committers):
            simulation.start(commit())
        simulation.run(10)
        near(done[0] / 10, committers / (2 * 0.001), 0.01)


def test_one_committer_gets_one_flush_each() -> None:
    near(model.commits_of_callers(COSTS, 1, 0.0, 1), 1 / (COSTS.group.of(1) + COSTS.flush), 0.001)


def test_processors_bound_the_commits_of_many_callers() -> None:
    near(model.commits_of_callers(COSTS, 64, 0.0001, 2), 2 / (COSTS.group.of(1) + 0.0001), 0.01)


def test_a_chain_commits_at_most_64_batches_a_round() -> None:
    simulation = Simulation()
    server = Server(simulation, COSTS, Site(processors=8, connections=8))
    host = Host(server)
    done = [0]

    def caller():
        while True:
            yield host.commit
            done[0] += 1
    for _ in range(200):
        simulation.start(caller())
    simulation.run(20)
    near(done[0] / 20, 64 / (server.site.round_trip + COSTS.group.of(64) + COSTS.flush), 0.01)


def test_the_guard_serves_an_owner_before_later_sharers() -> None:
    simulation = Simulation()
    guard = Guard(simulation)
    held: list[str] = []

    def holder(name: str, lock, begin: float):
        yield simulation.delay(begin)
        yield lock
        held.append(f"{name} at {simulation.now:.0f}")
        yield simulation.delay(10)
        guard.release()
    for name, lock, begin in (("one", guard.share, 0), ("two", guard.share, 1), ("owner", guard.own, 2), ("late", guard.share, 3)):
        simulation.start(holder(name, lock, begin))
    simulation.run(100)
    assert held == ["one at 0", "two at 1", "owner at 11", "late at 21"], held


def test_a_pool_bounds_the_transactions_in_flight() -> None:
    load, site = Load(hosts=30, callers=1, pause=0.001, function=0.001, waiting=0), Site(processors=8, connections=1)
    outcome = simulate(COSTS, load, site, 60, 5)
    read = site.round_trip + COSTS.epoch_read
    commit = site.round_trip + COSTS.group.of(1) + COSTS.flush
    near(outcome.transactions, 2 / (read + 2 * commit), 0.01)


def test_hosts_use_the_processors_that_the_closed_form_says() -> None:
    for hosts in (10, 100):
        load = Load(hosts)
        outcome = simulate(COSTS, load, Site(processors=16, connections=97), 300, 5)
        near(outcome.processors, limits.processors(COSTS, load), 0.05)


def test_callers_make_as_many_calls_as_their_pauses_leave() -> None:
    load = Load(hosts=50, callers=4, pause=1, function=1)
    outcome = simulate(COSTS, load, Site(processors=16, connections=97), 120, 10)
    waits = 2 * outcome.commits.mean()
    near(len(outcome.commits.values) / 2 / 110, load.hosts * load.callers / (load.pause + load.function + waits), 0.03)


def test_the_sealer_works_as_long_as_the_closed_form_says() -> None:
    load, site = Load(100), Site(processors=16, connections=97)
    outcome = simulate(COSTS, load, site, 120, 5)
    near(outcome.sealer, limits.seal_seconds(COSTS, load, site), 0.05)
    near(outcome.seals, 1, 0.03)


def test_a_ledger_with_many_entries_is_sealed_before_the_second_ends() -> None:
    load = Load(hosts=64, callers=16, pause=0.05, function=0.05)
    outcome = simulate(COSTS, load, Site(processors=64, connections=97, round_trip=0.0001), 10, 2)
    assert outcome.seals > 1.5, outcome.seals


def test_leases_are_renewed_by_the_first_commit_behind_ten_seconds() -> None:
    load = Load(hosts=50, callers=8)
    outcome = simulate(COSTS, load, Site(processors=8, connections=97), 300, 5)
    between_commits = load.hosts / limits.batches_per_second(load)
    near(outcome.renewals, load.hosts / (10 + between_commits), 0.02)


def test_the_same_seed_gives_the_same_waits() -> None:
    outcomes = [simulate(COSTS, Load(20), Site(2, 97), 30, 5, seed) for seed in (1, 1, 2)]
    values = [sorted(outcome.commits.values) for outcome in outcomes]
    assert values[0] == values[1]
    assert values[0] != values[2]


def test_a_limit_is_named_with_the_first_number_of_hosts_that_reaches_it() -> None:
    assert limits.first_reached(lambda hosts: hosts / 49) == 49
    assert limits.first_reached(lambda hosts: hosts * hosts / 1000) == 32
    found = {limit.name: limit.hosts for limit in limits.limits(COSTS, Load(1), Site(2, 97))}
    assert found["97 connections, 2 a host"] == 49
    assert found["256 chains"] == 257
    polls = found["8 processors, for polls alone"]
    assert limits.poll_processors(COSTS, Load(polls - 1)) < 8 <= limits.poll_processors(COSTS, Load(polls))


def test_a_line_is_found_through_its_points() -> None:
    line = line_through({1: 5.0, 8: 19.0, 64: 131.0})
    near(line.base, 3, 1e-9)
    near(line.each, 2, 1e-9)


def test_the_longest_wait_is_the_last_quantile() -> None:
    samples = Samples(Simulation(), 0)
    for value in range(100):
        samples.add(value)
    assert (samples.quantile(0.5), samples.quantile(0.99), samples.quantile(1)) == (50, 99, 99)
    assert Samples(Simulation(), 0).quantile(0.5) == 0


def test_the_page_has_the_tables_of_the_model() -> None:
    page = written = PAGE.read_text(encoding="utf-8")
    for name, table in zip(TABLES, model.tables(model.TIMES)):
        begin = BEGIN.format(name)
        before, _, rest = page.partition(begin)
        _, end, after = rest.partition(END)
        assert end, f"docs/scale.md has no lines {begin.strip()} and {END.strip()}"
        page = before + begin + "\n" + table + "\n" + end + after
    if os.environ.get("IAM_UPDATE_GOLDEN"):
        PAGE.write_text(page, encoding="utf-8")
    else:
        assert page == written, "docs/scale.md is not what the model prints; run this test with IAM_UPDATE_GOLDEN=1"


def test_slower_logs_make_commits_wait_longer() -> None:
    slow = dataclasses.replace(COSTS, flush=0.01)
    load, site = Load(20), Site(4, 97)
    fast, late = (simulate(costs, load, site, 60, 5).commits.mean() for costs in (COSTS, slow))
    assert late - fast > 0.008


if __name__ == "__main__":
    globals()[f"test_{sys.argv[1]}"]()
