"""The command line of the tests of this folder: FILE CASE. Exit code: 0 as it should be."""
import argparse
import pathlib
import tempfile

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
SECONDS_MAX = 60


def run_case(names: dict) -> int:
    """Runs the function test_CASE of `names` as case(folder). The folder is removed afterwards."""
    cases = {name.removeprefix("test_"): case for name, case in names.items() if name.startswith("test_")}
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=sorted(cases), metavar="CASE")
    with tempfile.TemporaryDirectory() as folder:
        return cases[parser.parse_args().case](pathlib.Path(folder).resolve()) or 0
