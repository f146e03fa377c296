#!/usr/bin/env python3
"""Switches off one defence at a time and sees its test fail.

  switches.py check                    the list is whole: each attack has its switch, each text
                                       stands where it says, each test exists
  switches.py run [--build DIR] [--show] [ID…]
                                       builds a copy of the sources with each switch off and runs
                                       its test; all of them without an ID;
                                       --show prints the assertions that failed

run prints a line for each: red (the test failed: as it should), green (nothing noticed), broken (it
does not build). It takes about a quarter of an hour on two cores. The sources themselves are never
changed.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What needs more than this project has: the rows that SECURITY.md names as not defended yet.
LATER = {"XC21"}
MODULES = {"consent": ["iam_test_consent"], "host": ["iam_test_host", "iam_test_host_desk"], "gate": ["iam_test_gate"], "question": ["iam_test_question"],
           "store": ["iam_test_store"], "store_sqlite": ["iam_test_store_sqlite"]}


def switches() -> list[dict]:
    with (ROOT / "tests/defences/switches.toml").open("rb") as file:
        return tomllib.load(file)["switch"]


def test_names() -> set[str]:
    """Of all sources of tests, with the module that their folder names."""
    names = set()
    for path in (ROOT / "tests/runtime").rglob("*_test.cpp"):
        text = path.read_text(encoding="utf-8")
        for literals in re.findall(r'TEST_CASE\(\s*((?:"(?:[^"\\]|\\.)*"\s*)+)', text):
            name = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals)).replace('\\"', '"')
            names.add(f"{path.relative_to(ROOT / 'tests/runtime').parts[0]}/{name}")
    return names


def attacks(names: set[str]) -> set[str]:
    return {id for name in names for id in re.findall(r"\bX[BCD]\d\d\b", name)}


def changed(text: str, edit: dict) -> str:
    count = text.count(edit["on"])
    if count != 1:
        raise ValueError(f"{edit['file']} has {edit['on']!r} {count} times, not once")
    return text.replace(edit["on"], edit["off"])


def problems() -> list[str]:
    found, names, ids = [], test_names(), [switch["id"] for switch in switches()]
    for id in sorted(attacks(names) - set(ids) - LATER):
        found.append(f"{id} has tests and no switch; add one to tests/defences/switches.toml")
    found += [f"{id} stands twice" for id in sorted(set(ids)) if ids.count(id) > 1]
    for switch in switches():
        # "XD06b" is a second switch of XD06.
        if not re.search(rf"\b{switch['id'].rstrip('b')}\b", switch["test"]):
            found.append(f"{switch['id']}: '{switch['test']}' does not carry the id")
        if switch["test"] not in names:
            found.append(f"{switch['id']}: there is no test '{switch['test']}'")
        texts: dict[str, str] = {}
        for edit in switch["edits"]:
            before = texts.get(edit["file"]) or (ROOT / edit["file"]).read_text(encoding="utf-8")
            try:
                texts[edit["file"]] = changed(before, edit)
            except ValueError as error:
                found.append(f"{switch['id']}: {error}; follow the source")
    return found


class Copy:
    """A tree of its own, built once as it is and then once for each switch."""

    def __init__(self, folder: pathlib.Path, modules: set[str]):
        self.source, self.build = folder / "source", folder / "build"
        listed = subprocess.run(["git", "-c", "safe.directory=*", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT,
                                capture_output=True, check=True, text=True).stdout
        for name in filter(None, listed.split("\0")):
            source, target = ROOT / name, self.source / name
            if not source.is_file():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.exists() or target.read_bytes() != source.read_bytes():
                shutil.copyfile(source, target)  # of now: what a killed run left built is built again
        options = ["-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_COMPILE_WARNING_AS_ERROR=OFF",
                   "-DIAM_BUILD_BENCH=OFF", "-DIAM_BUILD_GENERATOR=OFF"]
        self.must(["cmake", "-G", "Ninja", "-S", str(self.source), "-B", str(self.build), *options])
        self.must(["cmake", "--build", str(self.build), "--target", *sorted({target for module in modules for target in MODULES[module]})])

    @staticmethod
    def must(command: list[str]) -> None:
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")

    def outcome(self, switch: dict) -> tuple[str, str]:
        """With this one switched off; afterwards the sources are as before."""
        paths = {edit["file"]: self.source / edit["file"] for edit in switch["edits"]}
        before = {file: path.read_text(encoding="utf-8") for file, path in paths.items()}
        after = dict(before)
        for edit in switch["edits"]:
            after[edit["file"]] = changed(after[edit["file"]], edit)
        try:
            for file, path in paths.items():
                path.write_text(after[file], encoding="utf-8")
            module = switch["test"].split("/")[0]
            built = subprocess.run(["cmake", "--build", str(self.build), "--target", *MODULES[module]], capture_output=True, text=True)
            if built.returncode != 0:
                return "broken", built.stdout[-3000:]
            return self.run(switch["test"])
        finally:
            for file, path in paths.items():
                path.write_text(before[file], encoding="utf-8")

    def run(self, test: str) -> tuple[str, str]:
        done = subprocess.run(["ctest", "--test-dir", str(self.build), "--no-tests=error", "--timeout", "120", "--output-on-failure", "-R",
                               f"^{re.escape(test)}$"], capture_output=True, text=True)
        if "No tests were found" in done.stdout + done.stderr:
            return "broken", f"there is no test '{test}' in the build"
        return ("green" if done.returncode == 0 else "red"), done.stdout


def failed_assertions(told: str) -> str:
    """Of the output of a test program: each assertion with its place and its values."""
    return "\n".join(re.findall(r"^[^\n]*: FAILED:\n.*?(?=\n\n)", told, re.MULTILINE | re.DOTALL))


def run(folder: pathlib.Path, wanted: list[str], is_shown: bool) -> int:
    chosen = [switch for switch in switches() if not wanted or switch["id"] in wanted]
    if not chosen:
        sys.exit(f"no switch is called {' or '.join(wanted)}")
    copy = Copy(folder, {switch["test"].split("/")[0] for switch in chosen})
    bad = 0
    for switch in chosen:
        unswitched, told = copy.run(switch["test"])
        if unswitched != "green":
            print(f"{switch['id']}  failing with the defence on: {switch['test']}\n{told}", flush=True)
            bad += 1
            continue
        start = time.monotonic()
        colour, told = copy.outcome(switch)
        print(f"{switch['id']}  {colour:6} {time.monotonic() - start:5.1f} s  without: {switch['says']}", flush=True)
        if colour != "red":
            bad += 1
            print(told, flush=True)
        elif is_shown:
            print(failed_assertions(told), flush=True)
        # Back to what it was, so that the next test is looked at with every defence on.
        subprocess.run(["cmake", "--build", str(copy.build), "--target", *MODULES[switch["test"].split("/")[0]]], capture_output=True)
    print(f"{len(chosen) - bad} of {len(chosen)} switches are noticed by their test")
    return 1 if bad else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check")
    running = commands.add_parser("run")
    running.add_argument("--build", type=pathlib.Path, default=ROOT / "build/defences", help="the folder of the copy")
    running.add_argument("--show", action="store_true", help="print the assertions that failed")
    running.add_argument("ids", nargs="*", metavar="ID")
    words = parser.parse_args()
    if words.command == "run":
        return run(words.build.resolve(), words.ids, words.show)
    found = problems()
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
