"""iam-gen reads headers with clang, and another compiler builds the target: where a header tells
them different things, somebody says so."""
# Tests of generator/emit/seen.cpp.
# Tests of generator/frontend/compilers/{compiler_watch,declared_lines,preprocessed}.cpp.
# Tests of generator/frontend/compilers/two_readers.cpp.
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
HEAD = "#pragma once\n#include <iam/annotations.hpp>\n"
HINTS = "{.destructive = false, .idempotent = true, .open_world = false}"
GLUE_FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Winvalid-offsetof", "-Werror", "-Wno-attributes",
              "-fno-exceptions", "-fno-rtti", f"-I{ROOT}/annotations/include", f"-I{ROOT}/runtime/include"]


class Skipped(Exception):
    """Why a case cannot run on this machine."""


class Desk:
    """A folder with a header, and what iam-gen and g++ say of it."""

    def __init__(self, folder: str, arguments: argparse.Namespace):
        self.root = pathlib.Path(folder)
        self.arguments = arguments

    def write(self, name: str, text: str) -> pathlib.Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def generate(self, text: str, *options: str, compiler=("g++",), flags=()) -> subprocess.CompletedProcess:
        self.write("shop.hpp", HEAD + text)
        return subprocess.run([self.arguments.iam_gen, "--target", "desk", "--out-dir", "out", "--project-root", ".", "--silence", "IAM6010",
                               *(f"--compiler={word}" for word in compiler), *options, "shop.hpp", "--", "-I" + self.arguments.annotations,
                               "-std=c++20", *flags], cwd=self.root, capture_output=True, text=True, check=False)

    def refused(self, text: str, line: int, message: str, **keywords) -> subprocess.CompletedProcess:
        done = self.generate(text, **keywords)
        assert done.returncode == 1, done.stderr
        assert re.search(rf"shop\.hpp:{line}:\d+: error: {message}", done.stderr), done.stderr
        assert not (self.root / "out").exists()
        return done

    def accepted(self, text: str, *options: str, **keywords) -> None:
        done = self.generate(text, *options, **keywords)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr

    def noting_compiler(self) -> tuple[str, pathlib.Path]:
        """A compiler that leaves a note when it is asked for something."""
        note = self.root / "was asked"
        script = self.write("my tools/compiler", f'#!/bin/sh\n: > "{note}"\nexec "$@"\n')
        script.chmod(0o755)
        return str(script), note

    def compiled(self, header: str, seen: str | None = None) -> str:
        """What g++ says of the glue of one header, where another one has taken its place
        meanwhile."""
        self.accepted(seen or header, compiler=())
        self.write("shop.hpp", HEAD + header)
        done = subprocess.run(["g++", *GLUE_FLAGS, f"-I{self.root}", str(self.root / "out" / "shop.iam.cpp")],
                              capture_output=True, text=True, check=False)
        assert (done.returncode == 0) == (done.stderr == ""), done.stderr
        return done.stderr


def test_b2_names_that_the_compilers_exchange_are_an_error_at_the_line(desk: Desk):
    text = ("#ifdef __clang__\n#define FROM from\n#define TO to\n#else\n#define FROM to\n#define TO from\n#endif\n"
            f"/// Pays.\n[[iam::tool({HINTS})]] void pay(const char* FROM, const char* TO);\n")
    desk.refused(text, 11, "the target's compiler, 'g\\+\\+', reads 'pay' differently: it sees 'to' where iam-gen, as clang, sees 'from'")


def test_b2_companions_and_their_names_count(desk: Desk):
    text = (f"/// Pays.\n[[iam::tool({HINTS})]] int pay(int from, int to);\n"
            "#ifdef __clang__\n#define WHOM from\n#else\n#define WHOM to\n#endif\n[[iam::undo(pay)]] void take_back(int WHOM, int result);\n")
    desk.refused(text, 10, "the target's compiler, 'g\\+\\+', reads 'take_back' differently")


def test_b2_a_macro_that_a_library_has_for_the_other_compiler_only_counts(desk: Desk):
    desk.write("lib/config.h", "#if defined(__GNUC__) && !defined(__clang__)\n#define LIB_GCC 1\n#endif\n")
    text = f"#include <config.h>\n#ifdef LIB_GCC\nusing Size = long long;\n#else\nusing Size = short;\n#endif\n" \
           f"/// Resizes.\n[[iam::tool({HINTS})]] void resize(Size size);\n"
    desk.refused(text, 7, "the target's compiler, 'g\\+\\+', does not see 'Size'", flags=["-isystem", "lib"])


def test_b2_a_macro_of_a_library_that_a_tool_uses_counts(desk: Desk):
    desk.write("lib/config.h", "#ifdef __clang__\n#define LIB_MOST 10\n#else\n#define LIB_MOST 1000\n#endif\n")
    text = f"#include <config.h>\n/// Resizes.\n[[iam::tool({HINTS})]] void resize([[iam::range(0, LIB_MOST)]] int size);\n"
    desk.refused(text, 5, "the target's compiler, 'g\\+\\+', reads 'resize' differently: it sees '1000'", flags=["-isystem", "lib"])


def test_b2_another_version_of_clang_is_another_compiler(desk: Desk):
    if shutil.which("clang++-14") is None:
        raise Skipped("there is no clang++-14 here")
    text = f"#if __clang_major__ > 18\n#define SIZE size\n#else\n#define SIZE length\n#endif\n" \
           f"/// Resizes.\n[[iam::tool({HINTS})]] void resize(int SIZE);\n"
    desk.refused(text, 9, "the target's compiler, 'clang\\+\\+-14', reads 'resize' differently", compiler=("clang++-14",))


def test_b2_a_precompiled_prefix_changes_nothing(desk: Desk):
    text = ("#include <string>\n#include <vector>\n#ifdef __clang__\n#define NAME from\n#else\n#define NAME to\n#endif\n"
            f"/// Pays.\n[[iam::tool({HINTS})]] void pay(std::vector<std::string> NAME);\n")
    alone = desk.generate(text).stderr
    assert "[IAM1020]" in alone
    (desk.root / "prefix").mkdir()
    for _ in range(3):
        assert desk.generate(text, "--prefix-dir", "prefix").stderr == alone
    assert list((desk.root / "prefix").glob("*.pch"))


def test_b2_no_compiler_is_asked_about_a_header_that_asks_for_none(desk: Desk):
    compiler, note = desk.noting_compiler()
    plain = f"#include <string>\n/// Resizes.\n[[iam::tool({HINTS})]] void resize(int size);\n"
    desk.accepted(plain, compiler=(compiler, "g++"))
    assert not note.exists()
    desk.accepted("#if __has_include(<unistd.h>)\n#endif\n" + plain, compiler=(compiler, "g++"))
    assert note.exists()


def test_b2_a_preprocessor_that_fails_is_an_error_with_its_words(desk: Desk):
    done = desk.generate(f"#ifndef __clang__\n#error not for g++\n#endif\n/// Resizes.\n[[iam::tool({HINTS})]] void resize(int size);\n")
    assert done.returncode == 1
    assert re.search(r"shop\.hpp:\d+:\d+: error: .*'g\+\+ -E' ends with code 1: .*not for g\+\+.*\[IAM1021\]", done.stderr), done.stderr


def test_b2_files_that_only_the_other_compiler_reads_are_in_the_depfile(desk: Desk):
    desk.write("gcc_only.hpp", "#pragma once\n")
    desk.accepted(f"#ifndef __clang__\n#include \"gcc_only.hpp\"\n#endif\n/// Resizes.\n[[iam::tool({HINTS})]] void resize(int size);\n",
                  "--stamp", "desk.stamp", "--depfile", "desk.d")
    assert "gcc_only.hpp" in (desk.root / "desk.d").read_text()


def test_b2_flags_that_only_clang_knows_are_not_for_the_compiler(desk: Desk):
    desk.accepted(f"#ifdef __clang__\n#endif\n/// Resizes.\n[[iam::tool({HINTS})]] void resize(int size);\n",
                  "--reader-flag=-fno-spell-checking", "--reader-flag=-ferror-limit=3", flags=["-fno-gnu-unique"])


def test_b2_glue_holds_the_types_of_functions_and_fields_that_iam_gen_saw(desk: Desk):
    tool = f"/// Moves.\n[[iam::tool({HINTS})]] Place move(const Place& place, Speed speed, long steps, std::optional<Id> id);\n" \
           "struct Desk {\n    /// Opens.\n    [[iam::tool({.read_only = true})]] int open(std::string_view name) const;\n};\n"
    includes = "#include <optional>\n#include <string>\n#include <string_view>\n"
    types = "struct Place { short x; int y; std::string name; };\nenum class Speed : short { slow = -2, fast = 7 };\n" \
            "enum class Id : unsigned {};\n"
    seen = includes + types + tool
    said = desk.compiled(seen)
    assert said == "", said
    for was, now in {"short x": "long x", "short x; int y": "int y; short x", "short x; ": "short x; char hidden; char other; char more; ",
                     "fast = 7": "fast = 8", "Id : unsigned": "Id : int", "Place& place": "Place place", "long steps": "int steps",
                     "view name) const": "view name)", "Place move": "int move"}.items():
        assert was in seen
        said = desk.compiled(seen.replace(was, now), seen)
        assert re.search(r"shop\.iam\.cpp:\d+:\d+: error: .*(static assertion failed|static_cast)", said), (was, now, said)


def test_b2_glue_of_records_without_a_plain_layout_compiles_without_a_warning(desk: Desk):
    assert desk.compiled(
        "#include <cstdint>\n#include <map>\n#include <memory>\n#include <optional>\n#include <string>\n"
        "struct Base { int id = 0; };\nstruct Derived : Base { std::optional<std::string> name; };\n"
        "struct Bits { unsigned low : 3; unsigned high : 5; };\n"
        "struct [[gnu::packed]] Packed { char kind = 'a'; int size = 0; };\n"
        "template <class First, class Second> struct Both { First first; Second second; };\n"
        "struct Node { std::string name; std::unique_ptr<Node> next; int counts[3] = {}; };\n"
        "enum class Wide : std::int64_t { lowest = INT64_MIN, none = 0 };\nenum class Top : std::uint64_t { top = UINT64_MAX };\n"
        f"/// Sets.\n[[iam::tool({HINTS})]] void set(Derived derived, Bits bits, Both<std::map<std::string, int>, int> both, Wide wide, Top top)"
        f" noexcept;\n/// Walks.\n[[iam::tool({HINTS})]] Node walk(const Node& node);\n") == ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iam-gen", required=True)
    parser.add_argument("--annotations", required=True)
    parser.add_argument("case", nargs="*")
    arguments = parser.parse_args()
    if shutil.which("g++") is None:
        print("skipped: there is no g++ here, which is the other reader")
        return 77
    cases = {name.removeprefix("test_"): case for name, case in globals().items() if name.startswith("test_")}
    for name in arguments.case or cases:
        # A space, as some users have.
        with tempfile.TemporaryDirectory(prefix="two readers ") as folder:
            try:
                cases[name](Desk(folder, arguments))
            except Skipped as why:
                print(f"skipped: {why}")
                if arguments.case:
                    return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
