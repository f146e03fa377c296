"""Precompiled standard headers: whatever is kept, a run says and writes what one without says and
writes."""
# Tests of generator/frontend/precompiled/{prefix,prefix_record,prefix_watch}.cpp.
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ARGUMENTS = None

# A standard library of four headers: what matters is where it lies, below include/c++.
LIBRARY = {
    "vector": "#pragma once\n#include \"bits/base.h\"\nnamespace std { template <class T> class vector {}; }\n#define LIB_VECTOR 1\n",
    "string": "#pragma once\n#include <bits/base.h>\n#if __has_include(<wide.h>)\n#define LIB_WIDE 1\n#endif\nnamespace std { class text {}; }\n",
    "limits": "#pragma once\n#define LIB_MAX 9\n#ifdef PROJECT_MAX\n#undef LIB_MAX\n#define LIB_MAX PROJECT_MAX\n#endif\n",
    "bits/base.h": "#pragma once\n#define LIB_BASE 1\nnamespace std { constexpr int base = 1; }\n",
}
ANNOTATIONS = "#pragma once\n#include <vector>\nnamespace iam { struct OpenSide {}; OpenSide none(); }\n"
TOOL = "/// Adds.\n/// @param a first\n[[iam::tool({{.read_only = true}})]] int {name}(int a = {value});\n"


def header(text, name="add", value="std::base"):
    return "#pragma once\n#include <iam/annotations.hpp>\n" + text + TOOL.format(name=name, value=value)


class Prefix(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="iam gen ")
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.library = self.root / "lib" / "include" / "c++" / "1"
        for name, text in LIBRARY.items():
            self.write(self.library / name, text)
        self.write(self.root / "own" / "iam" / "annotations.hpp", ANNOTATIONS)
        self.write(self.root / "list.hpp", header("#include <string>\n#include <limits>\n"))

    def write(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        # As files are that nobody is changing just now.
        os.utime(path, ns=(10**18 + len(text), 10**18 + len(text)))

    def command(self, out, *more, headers=("list.hpp",), flags=()):
        return [ARGUMENTS.iam_gen, "--target", "desk", "--out-dir", out, "--project-root", ".", "--stamp", f"{out}.stamp", "--depfile",
                f"{out}.d", *more, *headers, "--", "-nostdinc", "-nostdinc++", "-isystem", str(self.library), "-Iown", *flags]

    def run_once(self, out, *more, **keywords):
        done = subprocess.run(self.command(out, *more, **keywords), cwd=self.root, capture_output=True, text=True, check=False)
        files = {path.name: path.read_text() for path in sorted((self.root / out).glob("*.*"))} if (self.root / out).exists() else {}
        depfile = self.root / f"{out}.d"
        read = depfile.read_text().replace(f"{out}.stamp", "stamp") if depfile.exists() else ""
        return done.returncode, done.stderr, files, read

    def kept(self):
        return sorted(path.name for path in (self.root / "kept").glob("*"))

    def precompiled(self):
        found = [path for path in (self.root / "kept").glob("*.pch")]
        self.assertEqual(len(found), 1, found)
        return found[0].name, found[0].stat().st_mtime_ns

    def leading(self):
        record = (self.root / "kept" / "desk.prefix").read_text()
        return [line.split(" ", 1)[1] for line in record.splitlines() if line.startswith("header ")]

    def expect_same(self, **keywords):
        """A run with what is kept, and one without, into fresh folders."""
        for out in ("with", "without"):
            shutil.rmtree(self.root / out, ignore_errors=True)
            (self.root / f"{out}.d").unlink(missing_ok=True)
        ours = self.run_once("with", "--prefix-dir", "kept", **keywords)
        self.assertEqual(ours, self.run_once("without", **keywords))
        return ours

    def warm_up(self, **keywords):
        self.expect_same(**keywords)
        self.expect_same(**keywords)
        return self.precompiled()

    def test_the_first_run_takes_note_the_second_precompiles_the_third_only_reads(self):
        code, said, _, read = self.expect_same()
        self.assertEqual((code, said), (0, ""))
        self.assertIn("bits/base.h", read)
        self.assertEqual(self.kept(), ["desk.prefix"])
        self.assertEqual(self.leading(), ["vector", "string", "limits"])
        self.expect_same()
        made = self.precompiled()
        self.assertIn("bits/base.h", self.expect_same()[3])
        self.assertEqual(self.precompiled(), made)

    def test_without_a_folder_nothing_is_kept(self):
        self.run_once("out")
        self.run_once("out")
        self.assertEqual(list(self.root.rglob("*.pch")), [])

    def test_an_edited_header_is_read_behind_what_is_kept(self):
        made = self.warm_up()
        self.write(self.root / "list.hpp", header("#include <string>\n#include <limits>\n", "subtract", "LIB_MAX"))
        self.assertIn('"default": 9', self.expect_same()[2]["desk.tools.json"])
        self.assertEqual(self.precompiled(), made)

    def test_a_changed_standard_header_is_precompiled_anew(self):
        made = self.warm_up()
        self.write(self.library / "bits" / "base.h", LIBRARY["bits/base.h"].replace("base = 1", "base = 12"))
        self.assertIn('"default": 12', self.expect_same()[2]["desk.tools.json"])
        self.assertNotEqual(self.precompiled(), made)

    def test_a_header_that_hides_a_standard_one_is_seen(self):
        self.warm_up()
        self.write(self.root / "own" / "bits" / "base.h", "#pragma once\nnamespace std { constexpr int base = 5; }\n")
        self.write(self.library / "vector", LIBRARY["vector"].replace('"bits/base.h"', "<bits/base.h>"))
        self.warm_up()
        (self.root / "own" / "bits" / "base.h").unlink()
        self.assertIn('"default": 1', self.warm_up() and self.expect_same()[2]["desk.tools.json"])
        self.write(self.root / "own" / "bits" / "base.h", "#pragma once\nnamespace std { constexpr int base = 7; }\n")
        self.assertIn('"default": 7', self.expect_same()[2]["desk.tools.json"])

    def test_a_header_that_was_asked_about_in_vain_is_seen_when_it_comes(self):
        text = header("#include <string>\n#ifdef LIB_WIDE\nconstexpr int width = 2;\n#else\nconstexpr int width = 1;\n#endif\n", value="width")
        self.write(self.root / "list.hpp", text)
        self.warm_up()
        self.write(self.root / "own" / "wide.h", "")
        self.assertIn('"default": 2', self.expect_same()[2]["desk.tools.json"])

    def test_a_definition_before_an_include_keeps_the_header_out(self):
        self.write(self.root / "list.hpp", header("#include <string>\n#define PROJECT_MAX 3\n#include <limits>\n", value="LIB_MAX"))
        self.expect_same()
        self.assertEqual(self.leading(), ["vector", "string"])
        self.warm_up()
        self.assertIn('"default": 3', self.expect_same()[2]["desk.tools.json"])

    def test_a_definition_that_comes_before_what_is_kept_counts(self):
        self.warm_up()
        self.write(self.root / "list.hpp", header("#define PROJECT_MAX 4\n#include <string>\n#include <limits>\n", value="LIB_MAX"))
        self.assertIn('"default": 4', self.expect_same()[2]["desk.tools.json"])
        self.assertEqual(self.leading(), ["vector"])

    def test_an_include_guard_is_no_definition_and_a_configuration_is_no_guard(self):
        guarded = "#ifndef PARTS_H\n#define PARTS_H\n#include <string>\n#endif\n"
        self.write(self.root / "parts.h", guarded)
        self.write(self.root / "list.hpp", header('#include "parts.h"\n#include <limits>\n'))
        self.expect_same()
        self.assertEqual(self.leading(), ["vector", "string", "limits"])
        self.write(self.root / "parts.h", "#ifndef PROJECT_MAX\n#define PROJECT_MAX 6\n#endif\n#include <string>\n")
        self.write(self.root / "list.hpp", header('#include "parts.h"\n#include <limits>\n', value="LIB_MAX"))
        self.assertIn('"default": 6', self.warm_up() and self.expect_same()[2]["desk.tools.json"])
        self.assertEqual(self.leading(), ["vector"])

    def test_pragmas_end_what_is_kept(self):
        self.write(self.root / "list.hpp", header("#pragma pack(1)\n#include <string>\n"))
        self.expect_same()
        self.assertEqual(self.leading(), ["vector"])

    def test_a_macro_of_a_header_that_comes_later_is_not_there_yet(self):
        asks = "#ifdef LIB_MAX\nconstexpr int known = 2;\n#else\nconstexpr int known = 1;\n#endif\n"
        self.write(self.root / "list.hpp", header(asks, value="known"))
        self.write(self.root / "more.hpp", header("#include <limits>\n", "more"))
        headers = ("list.hpp", "more.hpp")
        for _ in range(5):
            self.assertIn('"default": 1', self.expect_same(headers=headers)[2]["desk.tools.json"])
        self.assertEqual(self.leading(), ["vector"])

    def test_an_include_that_is_taken_out_is_missed(self):
        self.write(self.root / "list.hpp", header("#include <limits>\n", value="LIB_MAX"))
        self.warm_up()
        self.write(self.root / "list.hpp", header("", value="LIB_MAX"))
        code, said, _, _ = self.expect_same()
        self.assertEqual(code, 1)
        self.assertIn("LIB_MAX", said)

    def test_errors_are_those_of_a_run_without(self):
        self.warm_up()
        self.write(self.root / "list.hpp", header("#include <string>\n#include <limits>\nint broken(;\n"))
        self.assertEqual(self.expect_same()[0], 1)
        self.write(self.root / "list.hpp", header("#include <string>\n#include <limits>\n", value="std::nothing"))
        self.assertEqual(self.expect_same()[0], 1)

    def test_other_flags_have_a_file_of_their_own(self):
        made = self.warm_up()
        self.write(self.root / "list.hpp", header("#include <limits>\n", value="LIB_MAX"))
        text = self.warm_up(flags=("-DPROJECT_MAX=8",)) and self.expect_same(flags=("-DPROJECT_MAX=8",))[2]["desk.tools.json"]
        self.assertIn('"default": 8', text)
        self.assertNotEqual(self.precompiled(), made)

    def test_files_that_come_first_by_a_flag_leave_nothing_to_keep(self):
        self.write(self.root / "first.h", "#define PROJECT_MAX 2\n")
        self.write(self.root / "list.hpp", header("#include <limits>\n", value="LIB_MAX"))
        for _ in range(3):
            self.assertIn('"default": 2', self.expect_same(flags=("-include", "first.h"))[2]["desk.tools.json"])
        self.assertEqual(self.kept(), [])

    def test_damaged_files_are_made_again(self):
        name, _ = self.warm_up()
        kept = self.root / "kept"
        whole = {path: path.read_bytes() for path in kept.iterdir()}
        for path, data in whole.items():
            for damage in (b"", data[:len(data) // 2], b"\xff" * len(data), data.replace(b"\n", b" ", 3)):
                with self.subTest(f"{path.name} {len(damage)}"):
                    path.write_bytes(damage)
                    self.expect_same()
                    self.expect_same()
                    self.assertEqual(self.precompiled()[0], name)

    def test_a_file_of_the_same_size_that_is_none_is_not_trusted(self):
        self.warm_up()
        path = self.root / "kept" / self.precompiled()[0]
        state = path.stat()
        path.write_bytes(b"\0" * state.st_size)
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
        self.expect_same()

    def test_a_folder_that_cannot_be_made_costs_nothing_but_time(self):
        (self.root / "kept").write_text("a file")
        for _ in range(3):
            self.assertEqual(self.expect_same()[0], 0)

    def test_runs_at_the_same_time_do_each_other_no_harm(self):
        self.expect_same()
        for again in range(3):
            runs = [subprocess.Popen(self.command(f"out{i}", "--prefix-dir", "kept"), cwd=self.root, stderr=subprocess.PIPE) for i in range(6)]
            self.assertEqual([(run.wait(), run.stderr.read()) for run in runs if not run.stderr.closed], [(0, b"")] * 6)
            for run in runs:
                run.stderr.close()
            texts = {(self.root / f"out{i}" / "desk.tools.json").read_text() for i in range(6)}
            self.assertEqual(len(texts), 1)
            self.write(self.library / "vector", LIBRARY["vector"] + f"// {again}\n")
        self.expect_same()

    def test_the_real_standard_library_is_read_the_same(self):
        self.write(self.root / "list.hpp", "#include <iam/annotations.hpp>\n#include <chrono>\n#include <map>\n#include <optional>\n#include <string>\n#include <variant>\n"
                   "#include <vector>\n/// Counts.\n[[iam::tool({.read_only = true})]] std::map<std::string, std::vector<int>> count(std::optional<std::string> name = {}, "
                   "std::chrono::milliseconds limit = std::chrono::seconds(2), std::variant<int, std::string> what = 1);\n")
        results = []
        for out, more in (("a", ("--prefix-dir", "kept")), ("b", ("--prefix-dir", "kept")), ("c", ("--prefix-dir", "kept")), ("d", ())):
            command = [ARGUMENTS.iam_gen, "--target", "desk", "--out-dir", out, "--project-root", ".", "--stamp", "stamp", "--depfile", f"{out}.d", *more,
                       "list.hpp", "--", "-std=c++20", "-I", ARGUMENTS.annotations]
            done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            results.append((done.stderr, (self.root / out / "desk.tools.json").read_text(), (self.root / out / "list.iam.cpp").read_text(),
                            (self.root / f"{out}.d").read_text()))
        name, _ = self.precompiled()
        self.assertIn(b"__iam_gen_prefix", (self.root / "kept" / name).read_bytes(), "usual uses of a std::string are kept as well")
        self.assertEqual(results, [results[-1]] * 4)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iam-gen", required=True)
    parser.add_argument("--annotations", required=True)
    ARGUMENTS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
