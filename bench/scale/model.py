#!/usr/bin/env python3
"""What 10, 100 and 1,000 hosts cost on one PostgreSQL server, by measured service times.

    bench/scale/model.py [--callers N] [--pause SECONDS] [--round-trip-us N] [--flush-us N]

Prints the tables of docs/scale.md. The same input gives the same output.
"""
import argparse
import dataclasses
import json
import pathlib

import limits
from costs import Costs, read_costs
from hosts import Host, Load, Outcome, Server, Site, simulate
from queues import Simulation

SIZES = (10, 100, 1000)
# Of many hosts a short time shows as much.
SECONDS = {10: 1200.0, 100: 300.0, 1000: 60.0}
WARM_UP = 5.0
BUSY_MAX = 0.5  # a server is chosen that is at most so busy
TIMES = pathlib.Path(__file__).with_name("service_times.json")


def processors_for(need: float) -> int:
    count = 2
    while need > count * BUSY_MAX:
        count *= 2
    return count


def ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"


def count(value: float) -> str:
    return f"{value:,.1f}" if value < 10 else f"{value:,.0f}"


def millions(per_second: float) -> str:
    return f"{per_second * limits.DAY / 1e6:,.1f} million"


def gigabytes(per_second: float) -> str:
    return f"{per_second * limits.DAY / 1e9:,.1f} GB"


def column(costs: Costs, load: Load, site: Site, outcome: Outcome) -> dict[str, str]:
    batches = limits.batches_per_second(load)
    connected = min(load.hosts, limits.CONNECTIONS // limits.CONNECTIONS_OF_HOST)
    return {
        "calls a second": count(load.calls_per_second()),
        "hosts that 97 connections serve without a pooler": f"{connected:,}",
        "hosts that get a chain": f"{min(load.hosts, limits.CHAINS):,}",
        "transactions a second": count(outcome.transactions),
        "processors in use": f"{outcome.processors:.2f}",
        "of them for polls": f"{limits.poll_processors(costs, load):.2f}",
        "processors of the simulated server": str(site.processors),
        "time in which the log is flushed": f"{outcome.log:.0%}",
        "commit: median; 99 %": f"{ms(outcome.commits.quantile(0.5))}; {ms(outcome.commits.quantile(0.99))}",
        "longest commit": ms(outcome.commits.quantile(1)),
        "changes of consent an hour": count(load.hosts / load.change_pause * 3600),
        "change: median; longest": f"{ms(outcome.changes.quantile(0.5))}; {ms(outcome.changes.quantile(1))}",
        "polls a second": count(load.hosts * load.waiting / 0.25),
        "renewals of leases a second": count(outcome.renewals),
        "time in which the sealer works": f"{outcome.sealer:.0%}",
        "an entry waits for its seal: median; longest": f"{outcome.lags.quantile(0.5):.2f} s; {outcome.lags.quantile(1):.2f} s",
        "seals a day": f"{outcome.seals * limits.DAY:,.0f}",
        "runs a day": millions(outcome.runs),
        "tiles a day: full; written": f"{batches / 256 * limits.DAY:,.0f}; {outcome.tiles * limits.DAY:,.0f}",
        "rows a day": millions(load.calls_per_second() * limits.ROWS_OF_CALL + outcome.runs),
        "tables a day; of them values": f"{gigabytes(batches * costs.table_bytes)}; {gigabytes(batches * costs.value_bytes)}",
        "runs and tiles a day": gigabytes(outcome.runs * costs.run_bytes + batches * limits.HASH_BYTES),
        "log a day, at least": gigabytes(batches * costs.log_bytes),
    }


def table(heads: list[str], rows: list[list[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def sizes_table(costs: Costs, load: Load, site: Site) -> str:
    columns = []
    for hosts in SIZES:
        some = dataclasses.replace(load, hosts=hosts)
        server = dataclasses.replace(site, processors=processors_for(limits.processors(costs, some)))
        columns.append(column(costs, some, server, simulate(costs, some, server, SECONDS[hosts], WARM_UP)))
    rows = [[name, *(cells[name] for cells in columns)] for name in columns[0]]
    return table(["", *(f"{hosts:,} hosts" for hosts in SIZES)], rows)


def limits_table(costs: Costs, load: Load, site: Site) -> str:
    return table(["limit", "hosts"], [[limit.name, f"{limit.hosts:,}"] for limit in limits.limits(costs, load, site)])


def commits_of_callers(costs: Costs, callers: int, client: float, processors: int, seconds: float = 20.0) -> float:
    """Commits a second of callers without a pause, each with its own chain. They run on the
    processors of the server, and there is no network."""
    simulation = Simulation()
    server = Server(simulation, costs, Site(processors, callers, round_trip=0.0))

    def one():
        host = Host(server)
        while True:
            yield server.processors.work(client)
            yield host.commit

    for _ in range(callers):
        simulation.start(one())
    simulation.run(seconds)
    return server.transactions / seconds


def check_table(path: pathlib.Path, costs: Costs) -> str:
    """The model beside the measured server."""
    rows = []
    for callers, measured in json.loads(path.read_text(encoding="ascii"))["callers"].items():
        modelled = commits_of_callers(costs, int(callers), measured["client_processor_us"] / 1e6, processors=2)
        rows.append([callers, f"{measured['commits_a_second']:,.0f}", f"{modelled:,.0f}",
                     f"{modelled / measured['commits_a_second']:.2f}"])
    return table(["callers without a pause", "measured commits a second", "modelled", "modelled ÷ measured"], rows)


def tables(path: pathlib.Path, load: Load = Load(1), site: Site = Site(2, limits.CONNECTIONS), flush: float | None = None) -> list[str]:
    costs = read_costs(path)
    if flush is not None:
        costs = dataclasses.replace(costs, flush=flush)
    return [sizes_table(costs, load, site), limits_table(costs, load, site), check_table(path, costs)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=pathlib.Path, default=TIMES)
    parser.add_argument("--callers", type=int, default=Load.callers, help="callers of a host")
    parser.add_argument("--pause", type=float, default=Load.pause, help="seconds between two calls of a caller")
    parser.add_argument("--round-trip-us", type=float, default=Site.round_trip * 1e6, help="to the server")
    parser.add_argument("--flush-us", type=float, help="of the log; as measured without it")
    options = parser.parse_args()
    load = Load(1, callers=options.callers, pause=options.pause)
    site = Site(2, limits.CONNECTIONS, options.round_trip_us / 1e6)
    flush = None if options.flush_us is None else options.flush_us / 1e6
    print("\n".join(tables(options.times, load, site, flush)), end="")


if __name__ == "__main__":
    main()
