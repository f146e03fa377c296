#!/usr/bin/env python3
"""The glue of every case, and what registers its tools, compiles without a warning, in a program
without exceptions and RTTI too."""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

CASES = pathlib.Path(__file__).resolve().parent
ROOT = CASES.parents[2]
# What users' builds are strict about; attributes of namespace iam are unknown to every compiler on
# purpose. The headers of some cases have comments that swallow tags.
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror", "-Wno-attributes", "-Wno-comment",
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
    sources = sorted(CASES.glob("*/expected.*cpp"))
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # The library's headers once for all cases: they are most of the work.
        (folder / "common.hpp").write_text(COMMON, encoding="utf-8")
        said = run([compiler, *FLAGS, *STRICT, "-x", "c++-header", "common.hpp", "-o", "common.hpp.gch"], folder)
        if said:
            print("the headers that glue includes do not compile:\n" + said)
            return 1
        for source in sources:
            case = source.parent
            made = folder / case.name
            made.mkdir(exist_ok=True)
            # By the names that they have in a build.
            for golden in case.glob("expected.*.?pp"):
                shutil.copy(golden, made / golden.name.removeprefix("expected."))
            said = run([compiler, *FLAGS, *STRICT, f"-I{case}", f"-I{made}", "-include", str(folder / "common.hpp"),
                        "-fsyntax-only", str(made / source.name.removeprefix("expected."))], folder)
            if said:
                failed += 1
                print(f"{case.name}: {source.name} does not compile:\n{said}")
    print(f"{len(sources)} files, {failed} failed")
    return 1 if failed or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
