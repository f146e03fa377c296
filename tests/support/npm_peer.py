#!/usr/bin/python3
"""Holds ours against a package of npm: what a program prints is the standard input of FOLDER/SCRIPT, which judges it.

usage: npm_peer.py FOLDER PACKAGE PROGRAM COUNT [SCRIPT, else compare.mjs]
Skipped (77) where node or the package is missing; `npm ci` in FOLDER installs what its package-lock.json pins.
"""
import pathlib
import shutil
import subprocess
import sys


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def main():
    folder, package, program, count, *script = sys.argv[1:]
    node = shutil.which("node")
    if not node:
        skip("node is not installed")
    if not (pathlib.Path(folder) / "node_modules" / package).is_dir():
        skip(f"the package is not installed; run `npm ci` in {folder}")
    values = subprocess.run([program, count], check=True, capture_output=True).stdout
    sys.exit(subprocess.run([node, pathlib.Path(folder) / (script[0] if script else "compare.mjs")], input=values).returncode)


main()
