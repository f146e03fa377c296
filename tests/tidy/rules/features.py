"""docs/consent-features.md: each feature by id, where it lives and which test shows it."""
import re

from rules.listings import test_names
from tree import Finding, Tree

PAGE = "docs/consent-features.md"
IDS = [
    *(f"A{n}" for n in range(1, 101)), *(f"AX{n}" for n in range(1, 10)), *(f"C{n}" for n in range(1, 75)),
    *(f"XB{n:02}" for n in range(1, 18)), *(f"XC{n:02}" for n in range(1, 24)), *(f"XD{n:02}" for n in range(1, 16)),
    *(f"T{n}" for n in range(1, 12)),
]
ROW = re.compile(r"^\| ([A-Z]+\d+) \|([^|]*)\|([^|]*)\|(.*)\|$")
QUOTED = re.compile(r"`([^`]+)`")
WAITS = "waits: console"


def judge_row(tree: Tree, names: set[str], where: str, shown: str) -> list[str]:
    files = QUOTED.findall(where)
    problems = [f"there is no file {file}; name the one where this lives now" for file in files if not tree.exists(file)]
    if shown == WAITS or shown.startswith("no test: "):
        return problems
    tests = QUOTED.findall(shown)
    if not tests:
        problems.append("name a test in backquotes, or write \"waits: console\" or \"no test: <why>\"")
    if not files:
        problems.append("a feature with a test lives in a file; name it")
    problems += [f"no test is called '{test}'; cite the one that shows this now" for test in tests if test not in names]
    return problems


def consent_features(tree: Tree) -> list[Finding]:
    if not tree.exists(PAGE):
        return []
    names = test_names(tree)
    found = []
    seen: dict[str, int] = {}
    for number, line in enumerate(tree.text(PAGE).splitlines(), 1):
        row = ROW.match(line)
        if not row:
            continue
        name, _, where, shown = row.groups()
        if name in seen:
            found.append(Finding(PAGE, number, f"{name} has a line already, {seen[name]}; keep one"))
        seen[name] = number
        if name not in IDS:
            found.append(Finding(PAGE, number, f"there is no feature {name}"))
        found += [Finding(PAGE, number, f"{name}: {problem}") for problem in judge_row(tree, names, where, shown.strip())]
    found += [Finding(PAGE, 1, f"{name} has no line; say where it lives, or what it waits for") for name in IDS if name not in seen]
    return found
