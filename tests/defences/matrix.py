#!/usr/bin/python3
"""Writes docs/defences.md: each defence of defences.toml with the tests that show it.

usage: matrix.py check | write

check exits with 1 if the page differs from what write would make of the list.
"""
import pathlib
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = ROOT / "tests/defences/defences.toml"
PAGE = ROOT / "docs/defences.md"
HEAD = """# Defences and their tests

[SECURITY.md](../SECURITY.md) says what is defended and what is not. This page names the tests that show each
defence, as CTest prints them. `tests/defences/matrix.py` writes it from `tests/defences/defences.toml`.
"""


def page() -> str:
    text, area = HEAD, ""
    for defence in tomllib.loads(LIST.read_text(encoding="utf-8"))["defence"]:
        if defence["area"] != area:
            area = defence["area"]
            text += f"\n## {area}\n"
        more = f" {defence['more']}" if "more" in defence else ""
        text += f"\n**{defence['says']}**{more}\n\n"
        text += "".join(f"- `{test}`\n" for test in defence["tests"])
    return text


def main() -> int:
    if sys.argv[1:] == ["write"]:
        PAGE.write_text(page(), encoding="utf-8")
        return 0
    if sys.argv[1:] != ["check"]:
        print(__doc__, file=sys.stderr)
        return 2
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == page():
        return 0
    print(f"{PAGE.relative_to(ROOT)} is not what tests/defences/defences.toml says; run tests/defences/matrix.py write")
    return 1


if __name__ == "__main__":
    sys.exit(main())
