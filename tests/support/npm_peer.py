#!/usr/bin/python3
"""Holds ours against a package of npm: what a command prints is the standard input of FOLDER/SCRIPT, which judges it.

usage: npm_peer.py FOLDER PACKAGE SCRIPT COMMAND...
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
    folder, package, script, *command = sys.argv[1:]
    node = shutil.which("node")
    if not node:
        skip("node is not installed")
    if not (pathlib.Path(folder) / "node_modules" / package).is_dir():
        skip(f"the package is not installed; run `npm ci` in {folder}")
    values = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    sys.exit(subprocess.run([node, pathlib.Path(folder) / script], input=values).returncode)


main()
