#!/usr/bin/env python3
"""Runs iam-gen over one case folder and compares what it says and writes with what stands beside
the input. Tests of generator/check/{aliases,check,consent_keys,docs,recursion,variants}.cpp.
Tests of generator/frontend/clang/macro_notes.cpp.
Tests of generator/frontend/functions/{injected,instantiations}.cpp.
Tests of generator/frontend/tags/{hidden_tags,skipped_tags}.cpp.
Tests of generator/frontend/types/{aliases,converted,forms,open_types,traits,type_names}.cpp.
Tests of generator/model/{alternatives,type_text}.cpp.

A case is a folder with input.hpp and perhaps other headers. A comment `// iam-error: text` or `//
iam-warning: text` at the end of a line says that the line is reported with a message that has this
text in it; a line may have several. Exactly the marked lines are reported. The whole diagnostics
are in expected.txt, the output in expected.tools.json and expected.iam.cpp, and where the case has
them in expected.case.iam.hpp and expected.case.iam.cpp, which register the tools; a run with errors
writes nothing. A file `flags` adds compile flags, one a line; a file `arguments` has those of
iam-gen. Without one nothing is said about missing descriptions of parameters and fields (IAM6010).
IAM_UPDATE_GOLDEN=1 in the environment rewrites the expected files.
"""
import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MARKER = re.compile(r"//\s*iam-(error|warning):\s*(.*?)\s*(?=//\s*iam-|$)")
REPORT = re.compile(r"^(.+?):(\d+):(\d+): (?:fatal )?(error|warning): (.*)$")
OUTPUTS = {"expected.tools.json": "case.tools.json", "expected.iam.cpp": "input.iam.cpp"}
# They say little of most cases: compared where they stand beside the input.
REGISTER_FILES = {"expected.case.iam.hpp": "case.iam.hpp", "expected.case.iam.cpp": "case.iam.register.cpp"}


def markers(case: pathlib.Path) -> list[tuple[str, int, str, str]]:
    """(file, line, severity, text) of each marker below the folder."""
    found = []
    for path in sorted(case.rglob("*.hpp")):
        name = path.relative_to(case).as_posix()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            found += [(name, number, severity, text) for severity, text in MARKER.findall(line)]
    return found


def reports(text: str) -> list[tuple[str, int, str, str]]:
    """The same of each diagnostic."""
    found = []
    for line in text.splitlines():
        match = REPORT.match(line)
        if match:
            found.append((match[1], int(match[2]), match[4], match[5]))
    return found


def unmatched(marked: list, reported: list) -> list[str]:
    """What was marked and not reported, then what was reported and not marked."""
    problems = []
    left = list(reported)
    for marker in marked:
        hit = next((r for r in left if r[:3] == marker[:3] and marker[3] in r[3]), None)
        if hit:
            left.remove(hit)
        else:
            problems.append("not reported: %s:%d: %s: %s" % marker)
    return problems + ["not marked: %s:%d: %s: %s" % report for report in left]


def run(generator: str, annotations: str, case: pathlib.Path, out: pathlib.Path) -> subprocess.CompletedProcess:
    flags = case / "flags"
    extra = flags.read_text(encoding="utf-8").split() if flags.exists() else []
    arguments = case / "arguments"
    chosen = arguments.read_text(encoding="utf-8").split() if arguments.exists() else ["--silence", "IAM6010"]
    command = [generator, *chosen, "--target", "case", "--out-dir", str(out), "--project-root", ".", "input.hpp",
               "--", "-I" + annotations, *extra]
    return subprocess.run(command, cwd=case, capture_output=True, text=True, timeout=120, check=False)


def against_golden(path: pathlib.Path, actual: str | None, update: bool) -> list[str]:
    """A golden that should not be there, should be there, or differs. None means: the run gives no
    such thing."""
    if update:
        if actual is None:
            path.unlink(missing_ok=True)
        else:
            path.write_text(actual, encoding="utf-8")
        return []
    expected = path.read_text(encoding="utf-8") if path.exists() else None
    if expected == actual:
        return []
    if expected is None:
        return [f"{path.name} is missing"]
    if actual is None:
        return [f"{path.name} is there, but the run gives no such text"]
    return list(difflib.unified_diff(expected.splitlines(), actual.splitlines(), path.name, "actual", lineterm=""))


def judge(arguments: argparse.Namespace, case: pathlib.Path, out: pathlib.Path) -> list[str]:
    done = run(arguments.iam_gen, arguments.annotations, case, out)
    marked = markers(case)
    failed = any(marker[2] == "error" for marker in marked)
    problems = unmatched(marked, reports(done.stderr))
    if done.returncode != (1 if failed else 0):
        problems.append(f"exit code {done.returncode}, with {'an' if failed else 'no'} error marked")
    written = sorted(p.name for p in out.rglob("*") if p.is_file()) if out.exists() else []
    if failed and written:
        problems.append(f"a run with errors wrote {written}")
    if problems and not failed:
        problems.append(done.stderr)
    update = os.environ.get("IAM_UPDATE_GOLDEN") == "1"
    problems += against_golden(case / "expected.txt", done.stderr or None, update)
    there = {golden: name for golden, name in REGISTER_FILES.items() if (case / golden).exists()}
    for golden, name in {**OUTPUTS, **there}.items():
        path = out / name
        actual = path.read_text(encoding="utf-8") if path.exists() else None
        problems += against_golden(case / golden, actual, update)
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description="Runs one case of the generator.")
    parser.add_argument("--iam-gen", required=True)
    parser.add_argument("--annotations", required=True, help="the folder of iam/annotations.hpp")
    parser.add_argument("case")
    arguments = parser.parse_args()
    case = pathlib.Path(arguments.case).resolve()
    with tempfile.TemporaryDirectory() as folder:
        problems = judge(arguments, case, pathlib.Path(folder) / "out")
    for problem in problems:
        print(problem)
    if problems:
        print(f"\n{case.name}: if this is what it should be, run it with IAM_UPDATE_GOLDEN=1 and review the difference.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
