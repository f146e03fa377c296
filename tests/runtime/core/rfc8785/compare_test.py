#!/usr/bin/python3
"""Holds our canonical form against the npm package "canonicalize" on the values that a program prints.

usage: compare_test.py PROGRAM
Skipped (77) where node or the package is missing; `npm ci` in this folder installs what package-lock.json pins.
"""
import pathlib
import shutil
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def main():
    node = shutil.which("node")
    if not node:
        skip("node is not installed")
    if not (FOLDER / "node_modules/canonicalize").is_dir():
        skip("the package is not installed; run `npm ci` in tests/runtime/core/rfc8785")
    values = subprocess.run([sys.argv[1], "100000"], check=True, capture_output=True).stdout
    sys.exit(subprocess.run([node, FOLDER / "compare.mjs"], input=values).returncode)


main()
