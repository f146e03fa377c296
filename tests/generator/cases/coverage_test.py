#!/usr/bin/env python3
"""Every diagnostic of diagnostics.def is reported by a case, every supported attribute is used by
one that has no error, and every construct of constructs.tsv is called or refused as its row
says."""
import pathlib
import re
import sys

CASES = pathlib.Path(__file__).resolve().parent
ROOT = CASES.parents[2]
COMPILED = CASES.parent / "compile"
CONSTRUCT = re.compile(r"TY\d\d")


def listed(path: str, pattern: str) -> list[str]:
    found = re.findall(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        sys.exit(f"{path}: no line looks like {pattern!r}; correct the pattern")
    return found


def unused() -> list[str]:
    """Diagnostics that no case reports, attributes that no case uses."""
    problems = []
    texts = "".join(p.read_text(encoding="utf-8") for p in CASES.glob("*/expected.txt"))
    for number, name in listed("generator/model/diagnostics.def", r"^IAM_DIAGNOSTIC\((\d+), (\w+),"):
        if f"[IAM{number}]" not in texts:
            problems.append(f"no case reports IAM{number} ({name}); add tests/generator/cases/{name}/input.hpp")
    inputs = "".join(p.read_text(encoding="utf-8") for p in CASES.glob("*/input.hpp")
                     if (p.parent / "expected.tools.json").exists())
    for name in listed("annotations/spellings.def", r"^IAM_SPELLING\((\w+), \w+,"):
        if not re.search(rf"\biam::{name}\b", inputs):
            problems.append(f"no case without errors uses iam::{name}; add tests/generator/cases/{name}/input.hpp")
    return problems


def shown() -> dict[str, set[str]]:
    """The constructs that are called, and those that are refused."""
    called, refused = set(), set()
    for path in COMPILED.rglob("*_test.cpp"):
        for name in re.findall(r'TEST_CASE\(\s*((?:"[^"]*"\s*)+)', path.read_text(encoding="utf-8")):
            called.update(CONSTRUCT.findall(name))
    for path in CASES.glob("*/expected.txt"):
        if ": error: " in path.read_text(encoding="utf-8"):
            refused.update(CONSTRUCT.findall(path.parent.name.upper()))
    return {"called": called, "refused": refused}


def unlike_table() -> list[str]:
    """Rows that nothing shows, and what is shown without a row."""
    rows = {name: set(how.split()) for name, how in
            listed("tests/generator/cases/constructs.tsv", r"^(TY\d\d)\t((?:called|refused|called refused))\t\S")}
    problems = [f"constructs.tsv: {line!r} is no row" for line in (CASES / "constructs.tsv").read_text(encoding="utf-8").splitlines()
                if not line.startswith("#") and line.split("\t")[0] not in rows]
    if sorted(rows) != [f"TY{i:02}" for i in range(1, len(rows) + 1)]:
        problems.append("constructs.tsv: the ids do not count from TY01 without a gap")
    places = {"called": "test of tests/generator/compile", "refused": "folder of tests/generator/cases with an error"}
    for how, found in shown().items():
        stated = {name for name, all_of_it in rows.items() if how in all_of_it}
        problems += [f"{name} should be {how}, and no {places[how]} has it in its name" for name in sorted(stated - found)]
        problems += [f"{name} is {how} by a {places[how]}; say so in its row of constructs.tsv" for name in sorted(found - stated)]
    return problems


def main() -> int:
    problems = unused() + unlike_table()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
