#!/usr/bin/env python3
"""Every diagnostic of diagnostics.def is reported by a case, and every supported attribute is used by one that has no error."""
import pathlib
import re
import sys

CASES = pathlib.Path(__file__).resolve().parent
ROOT = CASES.parents[2]


def listed(path: str, pattern: str) -> list[str]:
    found = re.findall(pattern, (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        sys.exit(f"{path}: no line looks like {pattern!r}; correct the pattern")
    return found


def main() -> int:
    problems = []
    texts = "".join(p.read_text(encoding="utf-8") for p in CASES.glob("*/expected.txt"))
    for number, name in listed("generator/model/diagnostics.def", r"^IAM_DIAGNOSTIC\((\d+), (\w+),"):
        if f"[IAM{number}]" not in texts:
            problems.append(f"no case reports IAM{number} ({name}); add tests/generator/cases/{name}/input.hpp")
    inputs = "".join(p.read_text(encoding="utf-8") for p in CASES.glob("*/input.hpp")
                     if (p.parent / "expected.tools.json").exists())
    for name in listed("annotations/spellings.def", r"^IAM_SPELLING\((\w+), \w+, supported,"):
        if not re.search(rf"\biam::{name}\b", inputs):
            problems.append(f"no case without errors uses iam::{name}; add tests/generator/cases/{name}/input.hpp")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
