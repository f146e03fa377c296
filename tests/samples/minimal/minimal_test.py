#!/usr/bin/env python3
"""What the smallest program with a gate carries along: minimal_test.py CASE --program … (77: cannot
be tested here)."""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# The C and C++ runtime, and the two libraries that the gate needs.
ALLOWED = {"libstdc++", "libcrypto", "libre2", "libc", "libm", "libgcc_s", "linux-vdso", "ld-linux-x86-64", "ld-linux-aarch64"}
MODULES = ("core", "words", "schema", "contract", "tool", "consent", "ledger", "store", "gate")
STRIPPED_BYTES_MAX = 1_500_000


def test_links_three_libraries_at_most(arguments: argparse.Namespace) -> int:
    if "-fsanitize" in arguments.flags:
        print("skipped: a sanitizer brings libraries of its own")
        return 77
    # What the program itself asks for; what libre2 or libcrypto bring along is theirs.
    dynamic = subprocess.run(["readelf", "-d", arguments.program], capture_output=True, text=True, check=True).stdout
    needed = re.findall(r"\(NEEDED\).*\[(.+?)\.so", dynamic)
    assert "libcrypto" in needed and "libre2" in needed, needed
    assert set(needed) <= ALLOWED, sorted(set(needed) - ALLOWED)
    loaded = subprocess.run(["ldd", arguments.program], capture_output=True, text=True, check=True).stdout
    names = {pathlib.PurePath(line.split()[0]).name.split(".so")[0] for line in loaded.splitlines() if line.strip()}
    assert names <= ALLOWED, sorted(names - ALLOWED)
    return 0


def test_starts_no_thread(arguments: argparse.Namespace) -> int:
    done = subprocess.run([arguments.program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ['"Hello, Ada."', "invalid_arguments", "threads 1"], done.stdout
    return 0


def reached(arguments: argparse.Namespace, source: str) -> str:
    """The files that this source includes, and those that they include."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "source.cpp"
        path.write_text(source)
        project = arguments.headers.parents[1]  # where generated code looks for the program's own headers
        includes = [f"-I{folder}" for folder in [*arguments.includes.split(";"), project] if folder]
        read = subprocess.run([arguments.compiler, "-std=gnu++20", "-M", *includes, path], capture_output=True, text=True, check=False)
    assert read.returncode == 0, read.stderr
    return read.stdout


def test_reaches_no_header_of_a_store_or_command_line(arguments: argparse.Namespace) -> int:
    headers = [path for module in MODULES for path in sorted((arguments.headers / "iam" / module).rglob("*.hpp"))]
    assert len(headers) > 20, headers
    lines = [f"#include <{path.relative_to(arguments.headers)}>" for path in headers]
    files = reached(arguments, "\n".join([*lines, "#include <iam_minimal.iam.hpp>", ""]))
    found = re.findall(r"\S*(?:sqlite3|/CLI/|/boost/|/clang|/llvm|utf8proc|/re2/|/openssl/)\S*", files)
    assert not found, found
    return 0


def test_has_glue_that_reaches_no_json_library(arguments: argparse.Namespace) -> int:
    glue = [path for folder in arguments.includes.split(";") for path in pathlib.Path(folder).glob("greeting*.iam.cpp")]
    assert len(glue) == 1, glue
    files = reached(arguments, glue[0].read_text())
    assert "iam/tool/glue.hpp" in files, files
    found = re.findall(r"\S*nlohmann\S*", files)
    assert not found, found
    return 0


def test_is_small(arguments: argparse.Namespace) -> int:
    if arguments.build_type not in ("Release", "MinSizeRel"):
        print(f"skipped: a build of type {arguments.build_type} says nothing about the size of a release")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        stripped = pathlib.Path(folder) / "stripped"
        shutil.copy(arguments.program, stripped)
        subprocess.run(["strip", stripped], check=True)
        size = stripped.stat().st_size
    print(f"{size} bytes")
    assert size <= STRIPPED_BYTES_MAX, f"{size} bytes, allowed are {STRIPPED_BYTES_MAX}"
    return 0


def main() -> int:
    cases = {name.removeprefix("test_"): case for name, case in globals().items() if name.startswith("test_")}
    parser = argparse.ArgumentParser(description="What the smallest program with a gate carries along.")
    parser.add_argument("case", choices=sorted(cases))
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--build-type", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--flags", default="")
    parser.add_argument("--headers", type=pathlib.Path, required=True)
    parser.add_argument("--includes", required=True)
    arguments = parser.parse_args()
    return cases[arguments.case](arguments)


if __name__ == "__main__":
    sys.exit(main())
