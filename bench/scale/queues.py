"""A discrete-event simulation: time, processes, and the queues that they wait in.

A process is a generator. It yields waits: functions that get the continuation and call it later.
Nothing reads a clock, and all random numbers come from the simulation's seed.
"""
import collections
import heapq
import itertools
import random


class Simulation:
    def __init__(self, seed: int = 1):
        self.now = 0.0
        self.random = random.Random(seed)
        self._events: list = []
        self._order = itertools.count()  # events of one time keep their order

    def after(self, seconds: float, then) -> None:
        heapq.heappush(self._events, (self.now + seconds, next(self._order), then))

    def start(self, process) -> None:
        def step():
            wait = next(process, None)
            if wait is not None:
                wait(step)
        step()

    def delay(self, seconds: float):
        return lambda then: self.after(seconds, then)

    def exponential(self, mean: float) -> float:
        return self.random.expovariate(1 / mean)

    def run(self, until: float) -> None:
        while self._events and self._events[0][0] <= until:
            self.now, _, then = heapq.heappop(self._events)
            then()
        self.now = until


class Servers:
    """Equal servers with one queue, first come, first served: processors, or slots of a pool."""

    def __init__(self, simulation: Simulation, count: int):
        self.simulation, self.free = simulation, count
        self.busy_seconds = 0.0
        self._waiting: collections.deque = collections.deque()

    def take(self, then) -> None:
        if self.free > 0:
            self.free -= 1
            then()
        else:
            self._waiting.append(then)

    def give_back(self) -> None:
        if self._waiting:
            self.simulation.after(0, self._waiting.popleft())
        else:
            self.free += 1

    def work(self, seconds: float):
        """Takes a server for so long."""
        def wait(then):
            def end():
                self.busy_seconds += seconds
                self.give_back()
                then()
            self.take(lambda: self.simulation.after(seconds, end))
        return wait


class Log:
    """The write-ahead log. One flush at a time makes all commits durable that came before it."""

    def __init__(self, simulation: Simulation, flush_seconds: float):
        self.simulation, self.flush_seconds = simulation, flush_seconds
        self.busy_seconds = 0.0
        self.flushes = 0
        self._waiting: list = []
        self._is_flushing = False

    def flush(self, then) -> None:
        self._waiting.append(then)
        if not self._is_flushing:
            self._begin()

    def _begin(self) -> None:
        flushed, self._waiting = self._waiting, []
        self._is_flushing = bool(flushed)
        if flushed:
            self.simulation.after(self.flush_seconds, lambda: self._end(flushed))

    def _end(self, flushed: list) -> None:
        self.flushes += 1
        self.busy_seconds += self.flush_seconds
        self._begin()
        for then in flushed:
            then()


class Guard:
    """A lock that many share or one owns. Requests are served in their order."""

    def __init__(self, simulation: Simulation):
        self.simulation = simulation
        self._sharers = 0
        self._is_owned = False
        self._waiting: collections.deque = collections.deque()

    def share(self, then) -> None:
        self._waiting.append((False, then))
        self._grant()

    def own(self, then) -> None:
        self._waiting.append((True, then))
        self._grant()

    def release(self) -> None:
        if self._is_owned:
            self._is_owned = False
        else:
            self._sharers -= 1
        self._grant()

    def _grant(self) -> None:
        while self._waiting and not self._is_owned:
            owns, then = self._waiting[0]
            if owns and self._sharers > 0:
                return
            self._waiting.popleft()
            self._is_owned = owns
            self._sharers += not owns
            self.simulation.after(0, then)


class Samples:
    """Waits, without those of the time in which the queues fill up."""

    def __init__(self, simulation: Simulation, begin: float):
        self.simulation, self.begin = simulation, begin
        self.values: list[float] = []

    def add(self, value: float, count: int = 1) -> None:
        if self.simulation.now >= self.begin:
            self.values.extend([value] * count)

    def mean(self) -> float:
        return sum(self.values) / max(1, len(self.values))

    def quantile(self, part: float) -> float:
        """`part` of the waits are at most as long; 0 without a wait."""
        if not self.values:
            return 0.0
        self.values.sort()
        return self.values[min(len(self.values) - 1, int(part * len(self.values)))]
