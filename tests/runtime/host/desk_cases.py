"""The command line of the Python tests of this folder: FILE --desk PROGRAM CASE.

Exit codes: 0 as it should be, 1 not so, 77 cannot be tested here.
"""
import argparse
import pathlib
import tempfile
from collections.abc import Callable


def call(case: Callable, desk: pathlib.Path, folder: pathlib.Path) -> int | None:
    return case(desk, folder)


def run_case(names: dict, run: Callable = call) -> int:
    """Runs the case that the command line names, a function test_CASE of `names`, as run(case,
    desk, folder). The folder is empty and is removed afterwards."""
    cases = {name.removeprefix("test_"): case for name, case in names.items() if name.startswith("test_")}
    parser = argparse.ArgumentParser()
    parser.add_argument("--desk", type=pathlib.Path, required=True, help="the program of the host's tests")
    parser.add_argument("case", choices=sorted(cases), metavar="CASE")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return run(cases[arguments.case], arguments.desk, pathlib.Path(folder).resolve()) or 0
