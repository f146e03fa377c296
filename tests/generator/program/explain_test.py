"""Every explanation holds: its wrong code is reported with its id, its right code is not and has no
error. docs/diagnostics.md is the same text."""
# Tests of generator/cli/explain.cpp.
# Tests of generator/report/{explain,explained_attributes,explained_companions}.cpp.
# Tests of generator/report/{explained_constraints,explained_declarations,explained_tools}.cpp.
# Tests of generator/report/explained_types.cpp.
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
ARGUMENTS = None


def program(*arguments, cwd=None):
    return subprocess.run([ARGUMENTS.iam_gen, *map(str, arguments)], capture_output=True, text=True, errors="replace", cwd=cwd, check=False)


def explanations():
    return json.loads(program("explain", "--json").stdout)["explanations"]


def readable_bytes(code: str) -> bytes:
    """<E4> stands for the byte and <U+202E> for the character, which no text could show."""
    code = re.sub(r"<U\+([0-9A-F]{4})>", lambda found: chr(int(found[1], 16)), code)
    return re.sub(rb"<([0-9A-F]{2})>", lambda found: bytes([int(found[1], 16)]), code.encode())


# Examples that need a run of their own: they do not compile, have a second file or flags, or are
# about names that all examples share.
ALONE = {"IAM1000", "IAM1004", "IAM1009", "IAM1010", "IAM1011", "IAM1017", "IAM1020", "IAM1021", "IAM4001", "IAM4002", "IAM4009", "IAM6002", "IAM6009"}
SHARED_NAME = "IAM6002"


def write_files(folder: pathlib.Path, name: str, code: str) -> None:
    """The first part is <name>.hpp; a line "// file: NAME" begins another one."""
    parts = re.split(r"^// file: (\S+)\n", code, flags=re.MULTILINE)
    for file, text in zip([name + ".hpp", *parts[1::2]], parts[::2]):
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"#pragma once\n#include <iam/annotations.hpp>\n" + readable_bytes(text))


def in_namespace(name: str, code: str) -> str:
    includes = "".join(line for line in code.splitlines(True) if line.startswith("#include"))
    rest = "".join(line for line in code.splitlines(True) if not line.startswith("#include"))
    return f"{includes}namespace {name} {{\n{rest}}}\n"


def reported(codes: dict[str, str]) -> list[dict]:
    """What one run says of these examples, each in a header named after it."""
    flags = [flag for code in codes.values() for flag in re.findall(r"^// compiled with (\S+)$", code, flags=re.MULTILINE)]
    compilers = [f"--compiler={word}" for code in codes.values()
                 for word in re.findall(r"^// compiled by (\S+)$", code, flags=re.MULTILINE)]
    with tempfile.TemporaryDirectory() as folder:
        for name, code in codes.items():
            write_files(pathlib.Path(folder), name, code if len(codes) == 1 else in_namespace(name, code))
        done = program("--target", "case", "--out-dir", "out", "--project-root", ".", "--diagnostics-format", "json", *compilers,
                       *(name + ".hpp" for name in codes), "--", "-I" + ARGUMENTS.annotations, "-isystem", "system", *flags, cwd=folder)
    return json.loads(done.stderr)["diagnostics"]


class Explanations(unittest.TestCase):
    def judge(self, chosen: list[dict]) -> None:
        wrong = reported({e["id"]: e["wrong"] for e in chosen})
        right = reported({e["id"]: e["right"] for e in chosen})
        for name in (e["id"] for e in chosen):
            with self.subTest(name):
                found = [d["id"] for d in wrong if len(chosen) == 1 or d.get("file") == name + ".hpp"]
                self.assertIn(name, found, wrong)
                left = [d for d in right if d.get("file") in (None, name + ".hpp") and (len(chosen) == 1 or d["id"] != SHARED_NAME)]
                self.assertNotIn(name, [d["id"] for d in left], left)
                self.assertNotIn("error", [d["severity"] for d in left], left)

    def test_examples_are_what_they_are_said_to_be(self):
        self.judge([e for e in explanations() if e["id"] not in ALONE])

    def test_examples_that_need_a_run_of_their_own_are_what_they_are_said_to_be(self):
        chosen = [e for e in explanations() if e["id"] in ALONE]
        self.assertEqual({e["id"] for e in chosen}, ALONE)
        for explanation in chosen:
            self.judge([explanation])


class Command(unittest.TestCase):
    def test_the_page_is_what_the_program_says(self):
        page = ROOT / "docs" / "diagnostics.md"
        text = program("explain", "--page").stdout
        if os.environ.get("IAM_UPDATE_GOLDEN") == "1":
            page.write_text(text)
        self.assertEqual(page.read_text(), text, "run this test with IAM_UPDATE_GOLDEN=1")

    def test_without_an_id_all_are_listed(self):
        numbers = re.findall(r"^IAM_DIAGNOSTIC\((\d+), \w+, (\w+), \"(.*)\"\)", (ROOT / "generator/model/diagnostics.def").read_text(),
                             re.MULTILINE)
        lines = program("explain").stdout.splitlines()
        self.assertEqual([f"IAM{number}  {severity:9}{title}" for number, severity, title in numbers], lines)
        self.assertEqual([e["id"] for e in explanations()], [line.split()[0] for line in lines])

    def test_an_explanation_says_why_shows_both_and_the_way_out(self):
        one = explanations()[1]
        for spelling in (one["id"], one["id"].lower(), one["id"][3:]):
            text = program("explain", spelling).stdout
            self.assertTrue(text.startswith(f"{one['id']} {one['name']} ({one['severity']}): {one['title']}\n"), text)
            for part in ("why", "way_out"):
                self.assertIn(one[part], text)
            for code in ("wrong", "right"):
                self.assertIn("    " + one[code].splitlines()[0], text)
        self.assertIn("IAM1003", program("explain", "IAM1001", "IAM1003").stdout)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--iam-gen", required=True)
    parser.add_argument("--annotations", required=True)
    ARGUMENTS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
