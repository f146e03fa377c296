#!/usr/bin/python3
"""Holds ours against a package of npm: FOLDER/SCRIPT judges the text that a command prints, or uses
a program itself.

usage: npm_peer.py [--uses] FOLDER PACKAGE SCRIPT COMMAND...
The output of the command is the standard input of the script; with --uses its words are the
script's arguments. Skipped (77) where node or the package is missing; `npm ci` in FOLDER installs
what its package-lock.json pins.
"""
import pathlib
import shutil
import subprocess
import sys


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def main():
    uses = sys.argv[1] == "--uses"
    folder, package, script, *command = sys.argv[2 if uses else 1:]
    node = shutil.which("node")
    if not node:
        skip("node is not installed")
    if not (pathlib.Path(folder) / "node_modules" / package).is_dir():
        skip(f"the package is not installed; run `npm ci` in {folder}")
    if uses:
        sys.exit(subprocess.run([node, pathlib.Path(folder) / script, *command], stdin=subprocess.DEVNULL).returncode)
    values = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    sys.exit(subprocess.run([node, pathlib.Path(folder) / script], input=values).returncode)


main()
