"""Service times in seconds, from the file that bench/scale/measure.py writes."""
import dataclasses
import json
import pathlib


@dataclasses.dataclass(frozen=True)
class Line:
    """A cost that grows with a count: base + each * count."""

    base: float
    each: float

    def of(self, count: float) -> float:
        return self.base + self.each * count


def line_through(points: dict[int, float]) -> Line:
    """The line with the least squares of the relative differences, so small counts fit as well."""
    weights = {x: 1 / y**2 for x, y in points.items()}
    total = sum(weights.values())
    mean_x = sum(weights[x] * x for x in points) / total
    mean_y = sum(weights[x] * points[x] for x in points) / total
    each = (sum(weights[x] * (x - mean_x) * (points[x] - mean_y) for x in points)
            / sum(weights[x] * (x - mean_x)**2 for x in points))
    return Line(mean_y - each * mean_x, each)


@dataclasses.dataclass(frozen=True)
class Costs:
    flush: float  # of the log, once
    group: Line  # processor time of a transaction, by its batches
    renewal: float  # of a lease, within a transaction
    change: float  # processor time of a change of consent
    epoch_read: float
    poll: Line  # by the chains of the ledger
    seal_chain: float  # processor time of the reads about one chain
    seal_entry: float  # of reading one entry for its leaf
    seal_run: float  # of storing the run of a chain
    seal_tile: float
    table_bytes: int  # of a batch, with its indexes
    value_bytes: int  # of these, the values and their keys
    log_bytes: int  # of a batch
    run_bytes: int


MEASURED_SEAL_TILES = 17  # 4,096 entries behind a part of a tile


def read_costs(path: pathlib.Path) -> Costs:
    measured = json.loads(path.read_text(encoding="ascii"))
    times = measured["times"]

    def processor(name: str) -> float:
        return times[name]["processor_us"] / 1e6

    def elapsed(name: str) -> float:
        return times[name]["elapsed_us"] / 1e6

    def series(prefix: str) -> Line:
        return line_through({int(name.removeprefix(prefix)): processor(name)
                             for name in times if name.removeprefix(prefix).isdigit()})

    one, many = processor("seal_write_1"), processor("seal_write_64")
    return Costs(
        flush=elapsed("bare") - elapsed("bare_lazy"), group=series("group_"),
        renewal=max(0.0, processor("group_1_renewing") - processor("group_1")),
        change=processor("epoch_change"), epoch_read=processor("epoch_read"), poll=series("poll_"),
        seal_chain=sum(processor(f"seal_read_{part}") for part in range(5)),
        seal_entry=processor("seal_page") / 1000, seal_run=(many - one) / 63,
        seal_tile=one / MEASURED_SEAL_TILES,
        run_bytes=measured["sizes"]["run_bytes"],
        **{f"{name}_bytes": measured["sizes"][f"{name}_bytes_of_batch"] for name in ("table", "value", "log")})
