#!/usr/bin/python3
"""Tests of runtime/src/console: the generated words, and the calls that assets may not have."""
import hashlib
import json
import pathlib
import re
import subprocess
import sys

CONSOLE = pathlib.Path(__file__).resolve().parents[3] / "runtime/src/console"
ASSETS = CONSOLE / "assets"
VENDORED = ASSETS / "vendor/standalone.js"
# Each would make HTML, code or style of a text.
BANNED = re.compile(r"\b(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|dangerouslySetInnerHTML|document\.write|eval|Function)\b|\.style\b|\bstyle=|\bon\w+=[\"']")


def test_the_words_of_the_sheet_are_those_of_the_catalogue():
    subprocess.run([sys.executable, "-B", CONSOLE / "sheet_words.py", "--check", ASSETS / "sheet/words.js"], check=True)


def test_a_changed_text_is_noticed():
    with_change = (ASSETS / "sheet/words.js").read_text(encoding="utf-8").replace("Allow once", "Allow")
    changed = pathlib.Path("changed_words.js")
    changed.write_text(with_change, encoding="utf-8")
    done = subprocess.run([sys.executable, "-B", CONSOLE / "sheet_words.py", "--check", changed], capture_output=True, text=True)
    changed.unlink()
    assert done.returncode == 1 and "is not made of the catalogue as it is now" in done.stderr, done


def test_w11_no_asset_makes_html_code_or_style_of_a_text():
    for path in sorted(set(ASSETS.rglob("*.js")) - {VENDORED}):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert not BANNED.search(line), f"{path.name}:{number}: {line.strip()}"


def test_w45_no_asset_names_another_host():
    for path in sorted(filter(pathlib.Path.is_file, ASSETS.rglob("*"))):
        hosts = set(re.findall(r"https?://[\w.-]+", path.read_text(encoding="utf-8"))) - {"http://www.w3.org"}
        assert not hosts, f"{path.name} names {hosts}"


def test_each_text_of_the_pages_has_a_portuguese_one_and_no_other():
    source = "".join(path.read_text(encoding="utf-8") for folder in ("app", "pages") for path in sorted((ASSETS / folder).rglob("*.js")))
    spoken = {json.loads(text) for text in re.findall(r'\bt\(("(?:[^"\\]|\\.)*")', source)}
    # Titles of pages and labels in tables of words are keys without a call around them.
    spoken |= {json.loads(text) for text in re.findall(r'\b(?:title|label): ("(?:[^"\\]|\\.)*")', source)}
    table = (ASSETS / "app/portuguese.js").read_text(encoding="utf-8")
    known = [json.loads(text) for text in re.findall(r'^  ("(?:[^"\\]|\\.)*"): "', table, re.M)]
    assert set(known) == spoken, {"missing": sorted(spoken - set(known)), "unused": sorted(set(known) - spoken)}
    assert known == sorted(known), [pair for pair in zip(known, sorted(known)) if pair[0] != pair[1]][:1]


def test_the_vendored_file_is_the_one_that_the_readme_names():
    digest = hashlib.sha256(VENDORED.read_bytes()).hexdigest()
    assert digest in (CONSOLE / "vendor/README.md").read_text(encoding="utf-8"), digest


if __name__ == "__main__":
    globals()[f"test_{sys.argv[1].replace(' ', '_')}"]()
