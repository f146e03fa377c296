"""Hosts on one PostgreSQL server: their commits, changes of consent, polls, and the sealer."""
import collections
import dataclasses

from costs import Costs
from queues import Guard, Log, Samples, Servers, Simulation

GROUP_MAX = 64  # batches of a transaction
RENEWAL_SECONDS = 10.0  # a third of the lease
POLL_SECONDS = 0.25
SEAL_SECONDS = 1.0
SEAL_ENTRIES = 4096
SEALER_LOOKS_SECONDS = 0.01
TILE = 256
# The sealer asks the server so often about a chain without new entries, and with some.
TRIPS_OF_IDLE_CHAIN, TRIPS_OF_CHAIN, TRIPS_OF_SEAL = 4, 5, 8
# Hashing, as bench/proof_bench measures it together with the reads of an SQLite ledger.
HASH_SECONDS = 3e-6


@dataclasses.dataclass(frozen=True)
class Load:
    """The hosts and their work."""

    hosts: int
    callers: int = 4  # of a host, each with one call at a time
    pause: float = 9.0  # mean time of a caller between two calls
    function: float = 1.0  # mean time of a tool
    change_pause: float = 600.0  # mean time between two changes of consent by one host
    waiting: float = 1.0  # the part of the hosts in which something waits for changes

    def calls_per_second(self) -> float:
        return self.hosts * self.callers / (self.pause + self.function)


@dataclasses.dataclass(frozen=True)
class Site:
    """The server and the way to it."""

    processors: int
    connections: int  # of a pooler, or of the server
    round_trip: float = 0.0003


class Server:
    def __init__(self, simulation: Simulation, costs: Costs, site: Site):
        self.simulation, self.costs, self.site = simulation, costs, site
        self.processors = Servers(simulation, site.processors)
        self.connections = Servers(simulation, site.connections)
        self.log = Log(simulation, costs.flush)
        self.guard = Guard(simulation)
        self.transactions = 0

    def transaction(self, work: float, lock):
        """BEGIN, LOCK TABLE, work and COMMIT as one message. The lock ends with the commit."""
        half = self.simulation.delay(self.site.round_trip / 2)
        yield self.connections.take
        yield half
        yield lock
        yield self.processors.work(work)
        yield self.log.flush
        self.guard.release()
        self.transactions += 1
        yield half
        self.connections.give_back()

    def read(self, work: float):
        yield self.connections.take
        yield self.simulation.delay(self.site.round_trip)
        yield self.processors.work(work)
        self.connections.give_back()


class Host:
    """Commits the waiting batches of its callers as one group; one group is in flight."""

    def __init__(self, server: Server):
        self.server = server
        self.unsealed: list[float] = []  # when the entries became durable
        self._waiting: collections.deque = collections.deque()
        self._is_committing = False
        self._renewed = server.simulation.random.uniform(-RENEWAL_SECONDS, 0)
        self.renewals = 0

    def commit(self, then) -> None:
        self._waiting.append(then)
        if not self._is_committing:
            self.server.simulation.start(self._groups())

    def _groups(self):
        self._is_committing = True
        while self._waiting:
            group = [self._waiting.popleft() for _ in range(min(GROUP_MAX, len(self._waiting)))]
            work = self.server.costs.group.of(len(group))
            if self.server.simulation.now - self._renewed > RENEWAL_SECONDS:
                work += self.server.costs.renewal
                self._renewed = self.server.simulation.now
                self.renewals += 1
            yield from self.server.transaction(work, self.server.guard.share)
            self.unsealed.extend([self.server.simulation.now] * len(group))
            for then in group:
                self.server.simulation.after(0, then)
        self._is_committing = False


class Sealer:
    """One thread that asks about each chain in turn, each second or at 4,096 entries."""

    def __init__(self, server: Server, hosts: list[Host], lags: Samples):
        self.server, self.hosts, self.lags = server, hosts, lags
        self.busy_seconds = 0.0
        self.seals = self.runs = self.tiles = 0
        self.size = 0

    def process(self):
        simulation, costs = self.server.simulation, self.server.costs
        while True:
            begin = simulation.now
            yield simulation.delay(TRIPS_OF_SEAL * self.server.site.round_trip)
            taken, runs = [], 0
            for host in self.hosts:
                entries, host.unsealed = host.unsealed, []
                yield simulation.delay(self.server.site.round_trip * (TRIPS_OF_CHAIN if entries else TRIPS_OF_IDLE_CHAIN))
                yield self.server.processors.work(costs.seal_chain + costs.seal_entry * len(entries))
                yield simulation.delay(HASH_SECONDS * len(entries))
                taken += entries
                runs += bool(entries)
            tiles = (self.size % TILE + len(taken)) // TILE + 1
            yield from self.server.transaction(costs.seal_run * runs + costs.seal_tile * tiles, self.server.guard.share)
            self._count(taken, runs, tiles, simulation.now - begin)
            while simulation.now - begin < SEAL_SECONDS and sum(len(host.unsealed) for host in self.hosts) < SEAL_ENTRIES:
                yield simulation.delay(SEALER_LOOKS_SECONDS)

    def _count(self, taken: list[float], runs: int, tiles: int, seconds: float) -> None:
        for durable in taken:
            self.lags.add(self.server.simulation.now - durable)
        self.size += len(taken)
        self.seals, self.runs, self.tiles = self.seals + 1, self.runs + runs, self.tiles + tiles
        self.busy_seconds += seconds


class Waits:
    def __init__(self, simulation: Simulation, begin: float):
        self.commits, self.changes, self.lags = (Samples(simulation, begin) for _ in range(3))


def caller(host: Host, load: Load, waits: Waits):
    simulation, server = host.server.simulation, host.server
    yield simulation.delay(simulation.random.uniform(0, load.pause + load.function))
    while True:
        yield from server.read(server.costs.epoch_read)
        for pause in (load.function, load.pause):  # behind the intent, and behind the outcome
            begin = simulation.now
            yield host.commit
            waits.commits.add(simulation.now - begin)
            yield simulation.delay(simulation.exponential(pause))


def changer(server: Server, load: Load, waits: Waits):
    """All changes of consent by all hosts."""
    simulation = server.simulation

    def change():
        begin = simulation.now
        yield from server.transaction(server.costs.change, server.guard.own)
        waits.changes.add(simulation.now - begin)

    while True:
        yield simulation.delay(simulation.exponential(load.change_pause / load.hosts))
        simulation.start(change())


def poller(server: Server, chains: int):
    yield server.simulation.delay(server.simulation.random.uniform(0, POLL_SECONDS))
    while True:
        yield from server.read(server.costs.poll.of(chains))
        yield server.simulation.delay(POLL_SECONDS)


@dataclasses.dataclass
class Outcome:
    """A simulated time, with counts a second."""

    commits: Samples
    changes: Samples
    lags: Samples
    transactions: float
    processors: float  # in use, on average
    log: float  # the part of the time in which it is flushed
    sealer: float  # the part of the time in which it works
    renewals: float
    seals: float
    runs: float
    tiles: float  # written, new or again


def simulate(costs: Costs, load: Load, site: Site, seconds: float, warm_up: float, seed: int = 1) -> Outcome:
    simulation = Simulation(seed)
    server = Server(simulation, costs, site)
    hosts = [Host(server) for _ in range(load.hosts)]
    waits = Waits(simulation, warm_up)
    sealer = Sealer(server, hosts, waits.lags)
    for host in hosts:
        for _ in range(load.callers):
            simulation.start(caller(host, load, waits))
    for _ in range(round(load.hosts * load.waiting)):
        simulation.start(poller(server, load.hosts))
    simulation.start(changer(server, load, waits))
    simulation.start(sealer.process())
    simulation.run(seconds)
    return Outcome(
        waits.commits, waits.changes, waits.lags, server.transactions / seconds, server.processors.busy_seconds / seconds,
        server.log.busy_seconds / seconds, sealer.busy_seconds / seconds, sum(host.renewals for host in hosts) / seconds,
        sealer.seals / seconds, sealer.runs / seconds, sealer.tiles / seconds)
