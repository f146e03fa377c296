#!/usr/bin/env python3
"""Holds the working tree against one rule of the house: tidy_test.py --root DIR RULE (or --list).

Exit codes: 0 nothing found, 1 findings (one a line, each with its way out), 2 wrong usage, 77
cannot be checked here.
"""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from rules import RULES  # noqa: E402
from rules.format import Skipped  # noqa: E402
from tree import Tree  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description="Checks one rule of the house.")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    parser.add_argument("--list", action="store_true", help="name the rules")
    parser.add_argument("rule", nargs="?", choices=sorted(RULES), metavar="RULE")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(sorted(RULES)))
        return 0
    if not arguments.rule:
        parser.error("name a rule, or --list")
    try:
        findings = RULES[arguments.rule](Tree(arguments.root.resolve()))
    except Skipped as reason:
        print(f"skipped: {reason}")
        return 77
    for finding in sorted(findings):
        print(finding)
    print(f"{arguments.rule}: {len(findings)} finding(s)")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
