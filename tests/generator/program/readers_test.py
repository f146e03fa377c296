"""iam-gen reads headers with clang, and another compiler builds the target: where a header tells them different things, somebody says so."""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
ARGUMENTS = None
HEAD = "#pragma once\n#include <iam/annotations.hpp>\n"
HINTS = "{.destructive = false, .idempotent = true, .open_world = false}"
GLUE_FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Winvalid-offsetof", "-Werror", "-Wno-attributes",
              "-fno-exceptions", "-fno-rtti", f"-I{ROOT}/annotations/include", f"-I{ROOT}/runtime/include"]


class Readers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="two readers ")  # a space, as some users have
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name: str, text: str) -> pathlib.Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def generate(self, text: str, *options: str, compiler=("g++",), flags=()) -> subprocess.CompletedProcess:
        self.write("shop.hpp", HEAD + text)
        return subprocess.run([ARGUMENTS.iam_gen, "--target", "desk", "--out-dir", "out", "--project-root", ".", "--silence", "IAM6010",
                               *(f"--compiler={word}" for word in compiler), *options, "shop.hpp", "--", "-I" + ARGUMENTS.annotations,
                               "-std=c++20", *flags], cwd=self.root, capture_output=True, text=True, check=False)

    def refused(self, text: str, line: int, message: str, **keywords) -> subprocess.CompletedProcess:
        done = self.generate(text, **keywords)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertRegex(done.stderr, rf"shop\.hpp:{line}:\d+: error: {message}")
        self.assertFalse((self.root / "out").exists())
        return done

    def accepted(self, text: str, *options: str, **keywords) -> None:
        done = self.generate(text, *options, **keywords)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def noting_compiler(self) -> tuple[str, pathlib.Path]:
        """A compiler that leaves a note when it is asked for something."""
        note = self.root / "was asked"
        script = self.write("my tools/compiler", f'#!/bin/sh\n: > "{note}"\nexec "$@"\n')
        script.chmod(0o755)
        return str(script), note

    def compiled(self, header: str, seen: str | None = None) -> str:
        """What g++ says of the glue of one header, where another one has taken its place meanwhile."""
        self.accepted(seen or header, compiler=())
        self.write("shop.hpp", HEAD + header)
        done = subprocess.run(["g++", *GLUE_FLAGS, f"-I{self.root}", str(self.root / "out" / "shop.iam.cpp")],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode == 0, done.stderr == "", done.stderr)
        return done.stderr

    def test_B2_names_that_the_compilers_exchange_are_an_error_at_the_line(self):
        text = ("#ifdef __clang__\n#define FROM from\n#define TO to\n#else\n#define FROM to\n#define TO from\n#endif\n"
                f"/// Pays.\n[[iam::tool({HINTS})]] void pay(const char* FROM, const char* TO);\n")
        self.refused(text, 11, "the target's compiler, 'g\\+\\+', reads 'pay' differently: it sees 'to' where iam-gen, as clang, sees 'from'")

    def test_B2_companions_and_their_names_count(self):
        text = (f"/// Pays.\n[[iam::tool({HINTS})]] int pay(int from, int to);\n"
                "#ifdef __clang__\n#define WHOM from\n#else\n#define WHOM to\n#endif\n[[iam::undo(pay)]] void take_back(int WHOM, int result);\n")
        self.refused(text, 10, "the target's compiler, 'g\\+\\+', reads 'take_back' differently")

    def test_B2_a_macro_that_a_library_has_for_the_other_compiler_only_counts(self):
        self.write("lib/config.h", "#if defined(__GNUC__) && !defined(__clang__)\n#define LIB_GCC 1\n#endif\n")
        text = f"#include <config.h>\n#ifdef LIB_GCC\nusing Size = long long;\n#else\nusing Size = short;\n#endif\n" \
               f"/// Resizes.\n[[iam::tool({HINTS})]] void resize(Size size);\n"
        self.refused(text, 7, "the target's compiler, 'g\\+\\+', does not see 'Size'", flags=["-isystem", "lib"])

    def test_B2_a_macro_of_a_library_that_a_tool_uses_counts(self):
        self.write("lib/config.h", "#ifdef __clang__\n#define LIB_MOST 10\n#else\n#define LIB_MOST 1000\n#endif\n")
        text = f"#include <config.h>\n/// Resizes.\n[[iam::tool({HINTS})]] void resize([[iam::range(0, LIB_MOST)]] int size);\n"
        self.refused(text, 5, "the target's compiler, 'g\\+\\+', reads 'resize' differently: it sees '1000'", flags=["-isystem", "lib"])

    def test_B2_another_version_of_clang_is_another_compiler(self):
        if shutil.which("clang++-14") is None:
            self.skipTest("there is no clang++-14 here")
        text = f"#if __clang_major__ > 18\n#define SIZE size\n#else\n#define SIZE length\n#endif\n" \
               f"/// Resizes.\n[[iam::tool({HINTS})]] void resize(int SIZE);\n"
        self.refused(text, 9, "the target's compiler, 'clang\\+\\+-14', reads 'resize' differently", compiler=("clang++-14",))

    def test_B2_a_precompiled_prefix_changes_nothing(self):
        text = ("#include <string>\n#include <vector>\n#ifdef __clang__\n#define NAME from\n#else\n#define NAME to\n#endif\n"
                f"/// Pays.\n[[iam::tool({HINTS})]] void pay(std::vector<std::string> NAME);\n")
        alone = self.generate(text).stderr
        self.assertIn("[IAM1020]", alone)
        (self.root / "prefix").mkdir()
        for _ in range(3):
            self.assertEqual(self.generate(text, "--prefix-dir", "prefix").stderr, alone)
        self.assertTrue(list((self.root / "prefix").glob("*.pch")))

    def test_B2_no_compiler_is_asked_about_a_header_that_asks_for_none(self):
        compiler, note = self.noting_compiler()
        plain = f"#include <string>\n/// Resizes.\n[[iam::tool({HINTS})]] void resize(int size);\n"
        self.accepted(plain, compiler=(compiler, "g++"))
        self.assertFalse(note.exists())
        self.accepted("#if __has_include(<unistd.h>)\n#endif\n" + plain, compiler=(compiler, "g++"))
        self.assertTrue(note.exists())

    def test_B2_a_preprocessor_that_fails_is_an_error_with_its_words(self):
        done = self.generate(f"#ifndef __clang__\n#error not for g++\n#endif\n/// Resizes.\n[[iam::tool({HINTS})]] void resize(int size);\n")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"shop\.hpp:\d+:\d+: error: .*'g\+\+ -E' ends with code 1: .*not for g\+\+.*\[IAM1021\]")

    def test_B2_files_that_only_the_other_compiler_reads_are_in_the_depfile(self):
        self.write("gcc_only.hpp", "#pragma once\n")
        self.accepted(f"#ifndef __clang__\n#include \"gcc_only.hpp\"\n#endif\n/// Resizes.\n[[iam::tool({HINTS})]] void resize(int size);\n",
                      "--stamp", "desk.stamp", "--depfile", "desk.d")
        self.assertIn("gcc_only.hpp", (self.root / "desk.d").read_text())

    def test_B2_flags_that_only_clang_knows_are_not_for_the_compiler(self):
        self.accepted(f"#ifdef __clang__\n#endif\n/// Resizes.\n[[iam::tool({HINTS})]] void resize(int size);\n",
                      "--reader-flag=-fno-spell-checking", "--reader-flag=-ferror-limit=3", flags=["-fno-gnu-unique"])

    def test_B2_glue_holds_the_types_of_functions_and_fields_that_iam_gen_saw(self):
        tool = f"/// Moves.\n[[iam::tool({HINTS})]] Place move(const Place& place, Speed speed, long steps, std::optional<Id> id);\n" \
               "struct Desk {\n    /// Opens.\n    [[iam::tool({.read_only = true})]] int open(std::string_view name) const;\n};\n"
        includes = "#include <optional>\n#include <string>\n#include <string_view>\n"
        types = "struct Place { short x; int y; std::string name; };\nenum class Speed : short { slow = -2, fast = 7 };\n" \
                "enum class Id : unsigned {};\n"
        seen = includes + types + tool
        self.assertEqual(self.compiled(seen), "")
        for was, now in {"short x": "long x", "short x; int y": "int y; short x", "short x; ": "short x; char hidden; char other; char more; ",
                         "fast = 7": "fast = 8", "Id : unsigned": "Id : int", "Place& place": "Place place", "long steps": "int steps",
                         "view name) const": "view name)", "Place move": "int move"}.items():
            with self.subTest(was=was, now=now):
                self.assertIn(was, seen)
                said = self.compiled(seen.replace(was, now), seen)
                self.assertRegex(said, r"static assertion failed|static_cast")
                self.assertIn("shop.iam.cpp", said)

    def test_B2_glue_of_records_without_a_plain_layout_compiles_without_a_warning(self):
        self.assertEqual(self.compiled(
            "#include <cstdint>\n#include <map>\n#include <memory>\n#include <optional>\n#include <string>\n"
            "struct Base { int id = 0; };\nstruct Derived : Base { std::optional<std::string> name; };\n"
            "struct Bits { unsigned low : 3; unsigned high : 5; };\n"
            "struct [[gnu::packed]] Packed { char kind = 'a'; int size = 0; };\n"
            "template <class First, class Second> struct Both { First first; Second second; };\n"
            "struct Node { std::string name; std::unique_ptr<Node> next; int counts[3] = {}; };\n"
            "enum class Wide : std::int64_t { lowest = INT64_MIN, none = 0 };\nenum class Top : std::uint64_t { top = UINT64_MAX };\n"
            f"/// Sets.\n[[iam::tool({HINTS})]] void set(Derived derived, Bits bits, Both<std::map<std::string, int>, int> both, Wide wide, Top top)"
            f" noexcept;\n/// Walks.\n[[iam::tool({HINTS})]] Node walk(const Node& node);\n"), "")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--iam-gen", required=True)
    parser.add_argument("--annotations", required=True)
    ARGUMENTS, rest = parser.parse_known_args()
    if shutil.which("g++") is None:
        print("skipped: there is no g++ here, which is the other reader")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0], *rest])
