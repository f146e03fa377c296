#!/usr/bin/env python3
"""Deadlines where faketime sets the wall clock: clocks_test.py --desk PROGRAM CASE

Ends with 77 where faketime is missing, or where the program does not run under it."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
from collections.abc import Callable

from desk_cases import run_case

DONE = 0
UNDECIDED = 5


class Desk:
    """One state, used at different times."""

    def __init__(self, desk: pathlib.Path, folder: pathlib.Path):
        self.words = [str(desk), "--state", str(folder / "state")]
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}

    def at(self, offset: str, *arguments: str, zone: str | None = None, limit: int = 60) -> subprocess.CompletedProcess:
        """The wall clock alone is set: the boot clock goes on as it does when somebody sets the
        time."""
        environment = {**self.environment, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        if zone is not None:
            environment["TZ"] = zone
        # A session of its own has no terminal: the person who runs the tests is never asked.
        return subprocess.run(["faketime", "-f", offset, *self.words, *arguments], env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, start_new_session=True, timeout=limit)

    def echo_at(self, offset: str, *more: str, zone: str | None = None) -> int:
        return self.at(offset, "call", "echo", '{"message":"hi"}', *more, zone=zone).returncode


def test_k9_a_grant_ends_where_the_wall_clock_says_so(desk: Desk) -> None:
    assert desk.at("+0", "grants", "set", "echo", "5m").returncode == DONE
    assert desk.echo_at("+4m") == DONE
    assert desk.echo_at("+6m") == UNDECIDED
    assert json.loads(desk.at("+6m", "grants", "list", "--json").stdout)["grants"] == []


def test_k9_a_wall_clock_that_is_set_back_revives_no_grant(desk: Desk) -> None:
    assert desk.at("+0", "grants", "set", "echo", "5m").returncode == DONE
    # It has not ended: the boot clock, which nobody sets, still counts its minutes.
    assert desk.echo_at("-1h") == DONE
    assert desk.echo_at("+6m") == UNDECIDED
    assert desk.echo_at("-1h") == UNDECIDED
    assert desk.echo_at("+0") == UNDECIDED


def test_k9_no_time_zone_moves_a_deadline(desk: Desk) -> None:
    assert desk.at("+0", "grants", "set", "echo", "5m").returncode == DONE
    zones = ("UTC-14", "UTC+12", "Nowhere/At_All", "", ":\x01")
    for zone in zones:
        assert desk.echo_at("+4m", zone=zone) == DONE, zone
    for zone in zones:
        assert desk.echo_at("+6m", zone=zone) == UNDECIDED, zone


def test_k9_a_question_expires_by_the_wall_clock(desk: Desk) -> None:
    assert desk.echo_at("+0") == UNDECIDED
    waiting = json.loads(desk.at("+9m", "approvals", "list", "--json").stdout)["approvals"]
    assert len(waiting) == 1, waiting
    assert json.loads(desk.at("+11m", "approvals", "list", "--json").stdout)["approvals"] == []
    late = desk.at("+11m", "call", "echo", '{"message":"hi"}', "--approval", waiting[0]["id"])
    assert late.returncode == UNDECIDED and "expired" in late.stderr, late


def test_k9_years_from_now_a_deadline_is_still_one(desk: Desk) -> None:
    # Behind 2038, where seconds no longer fit into 31 bits.
    assert desk.at("+20y", "grants", "set", "echo", "5m").returncode == DONE
    assert desk.echo_at("+20y") == DONE
    assert desk.echo_at("+21y") == UNDECIDED
    assert desk.echo_at("+0") == UNDECIDED


def runs_under_faketime(desk: Desk) -> bool:
    """A program with a sanitizer ends or hangs: it wants to be loaded before everything else."""
    try:
        return desk.at("+0", "--help", limit=10).returncode == DONE
    except subprocess.TimeoutExpired:
        return False


def run(case: Callable, program: pathlib.Path, folder: pathlib.Path) -> int | None:
    if shutil.which("faketime") is None:
        print("skipped: there is nothing to set the clock with; install faketime")
        return 77
    desk = Desk(program, folder)
    if not runs_under_faketime(desk):
        print("skipped: the program does not run under faketime")
        return 77
    return case(desk)


if __name__ == "__main__":
    sys.exit(run_case(globals(), run))
