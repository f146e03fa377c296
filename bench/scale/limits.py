"""Work and limits by closed forms, without a simulation."""
import dataclasses
import math

from costs import Costs
from hosts import (HASH_SECONDS, POLL_SECONDS, RENEWAL_SECONDS, SEAL_SECONDS, TILE, TRIPS_OF_CHAIN, TRIPS_OF_IDLE_CHAIN,
                   TRIPS_OF_SEAL, Load, Site)

CONNECTIONS = 97  # of 100; three are reserved for administrators
CONNECTIONS_OF_HOST = 2  # one writes, one reads
CHAINS = 256
ROWS_OF_CALL = 8  # two entries with values and keys, the call's id, the place of its outcome
HASH_BYTES = 32  # of an entry, in a tile
DAY = 86_400
TERABYTE = 1e12
HOSTS_MAX = 1_000_000


def batches_per_second(load: Load) -> float:
    return 2 * load.calls_per_second()


def poll_processors(costs: Costs, load: Load) -> float:
    query = costs.poll.of(load.hosts)
    return load.hosts * load.waiting / POLL_SECONDS * query


def runs_of_seal(load: Load, seconds: float) -> float:
    """Chains with new entries after so many seconds, if entries come at random."""
    return load.hosts * (1 - math.exp(-batches_per_second(load) / load.hosts * seconds))


def processors(costs: Costs, load: Load) -> float:
    """Processors in use if each batch is a transaction of its own."""
    batches = batches_per_second(load)
    seal = (load.hosts * costs.seal_chain + runs_of_seal(load, SEAL_SECONDS) * costs.seal_run
            + (batches / TILE + 1) * costs.seal_tile)
    return (batches * (costs.group.of(1) + costs.seal_entry) + load.calls_per_second() * costs.epoch_read
            + poll_processors(costs, load) + load.hosts / RENEWAL_SECONDS * costs.renewal
            + load.hosts / load.change_pause * costs.change + seal / SEAL_SECONDS)


def seal_seconds(costs: Costs, load: Load, site: Site) -> float:
    """The time of one seal a second on an idle server."""
    runs = runs_of_seal(load, SEAL_SECONDS)
    trips = TRIPS_OF_SEAL + 1 + TRIPS_OF_CHAIN * runs + TRIPS_OF_IDLE_CHAIN * (load.hosts - runs)
    batches = batches_per_second(load)
    return (trips * site.round_trip + load.hosts * costs.seal_chain + batches * (costs.seal_entry + HASH_SECONDS)
            + runs * costs.seal_run + (batches / TILE + 1) * costs.seal_tile + costs.flush)


def guard_part(costs: Costs, load: Load, site: Site) -> float:
    """The part of the time in which a change of consent keeps others from committing: until the
    transactions before it have ended, and until it has."""
    others = site.round_trip / 2 + costs.group.of(1) + 2 * costs.flush
    own = site.round_trip / 2 + costs.change + costs.flush
    return load.hosts / load.change_pause * (others + own)


@dataclasses.dataclass(frozen=True)
class Limit:
    name: str
    hosts: int  # the smallest number at which it is reached


def first_reached(ratio) -> int:
    """The smallest number of hosts with ratio(hosts) >= 1. The ratio grows with the hosts."""
    low, high = 1, HOSTS_MAX
    while low < high:
        middle = (low + high) // 2
        if ratio(middle) >= 1:
            high = middle
        else:
            low = middle + 1
    return low


def limits(costs: Costs, load: Load, site: Site) -> list[Limit]:
    """`load` gives the work of each host."""
    def of(hosts: int) -> Load:
        return dataclasses.replace(load, hosts=hosts)

    ratios = {
        f"{CONNECTIONS} connections, {CONNECTIONS_OF_HOST} a host": lambda hosts: hosts * CONNECTIONS_OF_HOST / (CONNECTIONS + 1),
        f"{CHAINS} chains": lambda hosts: hosts / (CHAINS + 1),
        "8 processors of the server": lambda hosts: processors(costs, of(hosts)) / 8,
        "8 processors, for polls alone": lambda hosts: poll_processors(costs, of(hosts)) / 8,
        "a seal takes longer than a second": lambda hosts: seal_seconds(costs, of(hosts), site) / SEAL_SECONDS,
        "a terabyte of tables in 30 days": lambda hosts: batches_per_second(of(hosts)) * costs.table_bytes * 30 * DAY / TERABYTE,
        "changes of consent hold up a tenth of the time": lambda hosts: guard_part(costs, of(hosts), site) / 0.1,
    }
    found = [Limit(name, first_reached(ratio)) for name, ratio in ratios.items()]
    return sorted(found, key=lambda limit: limit.hosts)
