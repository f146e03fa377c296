#!/usr/bin/env python3
"""One case of the package's tests, by its CTest name: package_test.py --prefix … --work … NAME.
`install` makes the tree that the others use; --list prints the names.

Exit codes: 0 as it should be, 1 not so, 77 cannot be tested here.
"""
import argparse
import os
import pathlib
import shutil
import sys
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import build_cases  # noqa: E402
import embedding_cases  # noqa: E402
import library_cases  # noqa: E402
import manual_cases  # noqa: E402
import package_cases  # noqa: E402
import place_cases  # noqa: E402
import rebuild_cases  # noqa: E402
import recipe_cases  # noqa: E402
import tutorial_cases  # noqa: E402
from project import Project, Skipped, Toolchain, fresh_folder, run, succeeds  # noqa: E402

GENERATORS = {"ninja": ("Ninja", "ninja"), "make": ("Unix Makefiles", "make")}


def cases_of(module) -> dict[str, object]:
    return {name.removeprefix("test_").replace("_", " "): case for name, case in vars(module).items() if name.startswith("test_")}


def single_cases() -> dict[str, object]:
    return {name: case for module in (package_cases, place_cases, embedding_cases, build_cases, library_cases, recipe_cases, tutorial_cases, manual_cases) for name, case in cases_of(module).items()}


def names() -> list[str]:
    rebuilds = [f"{generator}: {name}" for generator in GENERATORS for name in cases_of(rebuild_cases)]
    return [*single_cases(), *rebuilds]


def install(arguments: argparse.Namespace) -> int:
    fresh_folder(arguments.prefix)
    succeeds(run(["cmake", "--install", str(arguments.build), "--prefix", str(arguments.prefix)]))
    return 0


def play(name: str, toolchain: Toolchain, work: pathlib.Path) -> int:
    generator, colon, rest = name.partition(": ")
    if colon:
        cmake_name, program = GENERATORS[generator]
        if shutil.which(program) is None:
            print(f"skipped: there is no {program}")
            return 77
        cases_of(rebuild_cases)[rest](Project(toolchain, work / f"rebuild-{generator}", cmake_name))
        return 0
    single_cases()[name](toolchain, work / name.replace(" ", "-"))
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description="One case of the package's tests.")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--build", type=pathlib.Path, help="the build folder that is installed")
    parser.add_argument("--prefix", type=pathlib.Path, help="where it is installed")
    parser.add_argument("--work", type=pathlib.Path, help="folder of the projects; kept")
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--flags", default="")
    parser.add_argument("--build-type", default="Debug")
    parser.add_argument("--launcher", default="")
    parser.add_argument("name", nargs="?")
    arguments = parser.parse_args()
    if arguments.list:
        print("\n".join(names()))
        return 0
    # What the user's shell says about compilers is not what is tested.
    for variable in ("CXXFLAGS", "LDFLAGS", "CXX", "CMAKE_GENERATOR", "MAKEFLAGS", "DESTDIR", "CMAKE_PREFIX_PATH"):
        os.environ.pop(variable, None)
    toolchain = Toolchain(arguments.prefix, arguments.compiler, arguments.flags, arguments.build_type, arguments.launcher)
    try:
        if arguments.name == "install":
            return install(arguments)
        return play(arguments.name, toolchain, arguments.work)
    except Skipped as skipped:
        print(f"skipped: {skipped}")
        return 77
    except AssertionError as error:
        traceback.print_exc(limit=-2)
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
