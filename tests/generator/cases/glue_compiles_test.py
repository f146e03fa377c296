#!/usr/bin/env python3
"""The glue of every case compiles without a warning, in a program without exceptions and RTTI too."""
import argparse
import pathlib
import subprocess
import sys
import tempfile

CASES = pathlib.Path(__file__).resolve().parent
ROOT = CASES.parents[2]
# What users' builds are strict about; attributes of namespace iam are unknown to every compiler on purpose.
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror", "-Wno-attributes",
         "-Wno-unknown-attributes", "-Wno-unknown-warning-option", f"-I{ROOT}/annotations/include", f"-I{ROOT}/runtime/include"]
STRICT = ["-fno-exceptions", "-fno-rtti"]
COMMON = "#include <iam/tool/glue.hpp>\n#include <iam/tool/registry.hpp>\n"


def run(command: list[str], folder: pathlib.Path) -> str:
    """What the compiler says where it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stderr or f"exit code {done.returncode}"


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    compiler = parser.parse_args().compiler
    cases = sorted(p.parent for p in CASES.glob("*/expected.iam.cpp"))
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # The library's headers once for all cases: they are most of the work.
        (folder / "common.hpp").write_text(COMMON, encoding="utf-8")
        said = run([compiler, *FLAGS, *STRICT, "-x", "c++-header", "common.hpp", "-o", "common.hpp.gch"], folder)
        if said:
            print("the headers that glue includes do not compile:\n" + said)
            return 1
        for case in cases:
            glue = folder / f"{case.name}.cpp"
            glue.write_bytes((case / "expected.iam.cpp").read_bytes())
            said = run([compiler, *FLAGS, *STRICT, f"-I{case}", "-include", str(folder / "common.hpp"), "-fsyntax-only",
                        str(glue)], folder)
            if said:
                failed += 1
                print(f"{case.name}: the glue does not compile:\n{said}")
    print(f"{len(cases)} cases, {failed} failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
