#!/usr/bin/env python3
"""Adds up CTest's JUnit files and prints "N passed, N failed, N skipped"; exits with 1 if anything
failed.

What each failed test printed stands before that line, then the names of all failed tests: the end
of a long output is often all that is kept of it.

`--broken N` is the number of steps that failed. A broken step whose failed tests are in a file is
not counted twice.
"""
import argparse
import pathlib
import sys
import xml.etree.ElementTree as xml

OUTPUT_LINES_MAX = 40


def outcome(case: xml.Element) -> str:
    if case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
        # A program that could not be started is "notrun" too, but it is no choice of the test.
        reason = case.find("skipped")
        text = "" if reason is None else reason.get("message", "")
        return "skipped" if text.startswith(("SKIP_", "Disabled")) or case.get("status") == "disabled" else "failed"
    return "passed" if case.get("status") == "run" and case.find("failure") is None else "failed"


def show(title: str, case: xml.Element) -> None:
    """Prints the failed test with the end of what it printed."""
    print(title)
    for line in case.findtext("system-out", "").splitlines()[-OUTPUT_LINES_MAX:]:
        print(f"    {line}")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--broken", type=int, default=0)
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    sums = {"passed": 0, "failed": 0, "skipped": 0}
    failed = []
    files_with_failures = 0
    for path in sorted(arguments.folder.glob("*.xml")):
        failures = 0
        for case in xml.parse(path).getroot().iter("testcase"):
            verdict = outcome(case)
            sums[verdict] += 1
            if verdict == "failed":
                failures += 1
                failed.append(f"failed in {path.stem}: {case.get('name')}")
                show(failed[-1], case)
        files_with_failures += failures > 0
    sums["failed"] += max(0, arguments.broken - files_with_failures)
    for name in failed:
        print(name)
    print(f"{sums['passed']} passed, {sums['failed']} failed, {sums['skipped']} skipped")
    return 1 if sums["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
