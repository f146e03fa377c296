#!/usr/bin/env python3
"""The units of samples/tasks, as systemd reads them: task_units_test.py --desk PROGRAM CASE"""
import configparser
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))
from desk_cases import run_case  # noqa: E402

UNITS = HERE.parents[3] / "samples" / "tasks"
CANNOT_BE_TESTED = 77


def test_systemd_finds_no_fault_in_the_units(_desk: pathlib.Path, folder: pathlib.Path) -> int | None:
    program = shutil.which("systemd-analyze")
    if program is None:
        return CANNOT_BE_TESTED
    units = [shutil.copy(UNITS / name, folder) for name in ("iam-tasks.service", "iam-tasks.timer")]
    done = subprocess.run([program, "verify", *units], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0 and not done.stderr, done
    return None


def test_the_service_runs_a_command_that_the_program_has(desk: pathlib.Path, _folder: pathlib.Path) -> None:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read(UNITS / "iam-tasks.service")
    program, *words = unit["Service"]["ExecStart"].split()
    assert program == "/usr/bin/env" and words[0] == "iam", words
    done = subprocess.run([desk, *words[1:], "--help"], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0 and "--max" in done.stdout, done


if __name__ == "__main__":
    sys.exit(run_case(globals()))
