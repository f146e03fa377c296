"""The program iam-gen as a build calls it: arguments, exit codes, what it writes and what it leaves
alone."""
# Tests of generator/main.cpp and generator/cli/{command_line,generate,lint,manifests}.cpp.
import argparse
import json
import os
import pathlib
import pty
import subprocess
import sys
import tempfile
import unittest

TOOL = """#pragma once
#include <iam/annotations.hpp>
#include "part.hpp"

/// Adds.
[[iam::tool({.read_only = true})]] int add(int a, int b = DESK_DEFAULT);
"""
ARGUMENTS = None


class Program(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="iam gen ")  # a space, as some users have
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        self.fill(self.root)

    def fill(self, root):
        (root / "src").mkdir(parents=True)
        (root / "src" / "alarms.hpp").write_text(TOOL)
        (root / "src" / "part.hpp").write_text("#pragma once\n")

    def run_program(self, *arguments, cwd=None, env=None):
        return subprocess.run([ARGUMENTS.iam_gen, *map(str, arguments)], cwd=cwd or self.root, capture_output=True,
                              text=True, env={**os.environ, **(env or {})})

    def generate(self, *more, root=None, **keywords):
        root = root or self.root
        return self.run_program("--target", "desk", "--out-dir", root / "out", "--project-root", root,
                                "--stamp", root / "out" / "desk.stamp", "--depfile", root / "out" / "desk.d", *more,
                                root / "src" / "alarms.hpp", "--", "-I", ARGUMENTS.annotations, "-DDESK_DEFAULT=3",
                                cwd=root, **keywords)

    def files(self, root=None):
        out = (root or self.root) / "out"
        return sorted(path.name for path in out.iterdir()) if out.exists() else []

    def test_help_and_version_need_nothing_else(self):
        self.assertEqual(self.run_program("--help").returncode, 0)
        self.assertIn("Usage: iam-gen", self.run_program("--help").stdout)
        self.assertRegex(self.run_program("--version").stdout, r"^iam-gen \d+\.\d+\.\d+\n$")

    def test_wrong_usage_is_told_apart_from_wrong_headers(self):
        header = self.root / "src" / "alarms.hpp"
        base = ["--target", "desk", "--out-dir", "out", "--project-root", self.root]
        cases = [
            ([], "--target is missing"),
            (base, "no header is given"),
            (["--target", "../desk", header], "'../desk' is no name of a CMake target"),
            (["--target", "desk", header], "--out-dir is missing"),
            ([*base, "--colour", header], "--colour"),
            ([*base, header, "--stamp"], "--stamp: 1 required"),
            ([*base, "--target", "x", header], "--target: At Most 1 required"),
            ([*base, "--profile", "strict", header], "--profile"),
            ([*base, "--name-prefix", "my.app", header], "--name-prefix takes the word namespace, or letters, digits, _ and -, and not 'my.app'"),
            ([*base, "--diagnostics-format", "xml", header], "--diagnostics-format"),
            (["explain", "IAM9999"], "there is no diagnostic 'IAM9999'"),
            ([*base, "--depfile", "x.d", header], "--depfile needs --stamp"),
            ([*base, "--flags-file", "none.rsp", header], "cannot read the flags file 'none.rsp'"),
            ([*base, header, header], "is given twice"),
            ([*base, "/elsewhere/a.hpp"], "lies outside"),
        ]
        for arguments, sentence in cases:
            with self.subTest(sentence):
                result = self.run_program(*arguments)
                self.assertEqual(result.returncode, 2, result.stderr)
                self.assertIn(sentence, result.stderr)
                self.assertEqual(self.files(), [])

    def test_a_run_writes_the_promised_files(self):
        result = self.generate()
        self.assertEqual(result.returncode, 0, result.stderr)
        for name in ["alarms.iam.cpp", "desk.iam.hpp", "desk.iam.register.cpp", "desk.tools.json", "desk.stamp", "desk.d"]:
            self.assertIn(name, self.files())
        depfile = (self.root / "out" / "desk.d").read_text()
        self.assertIn("part.hpp", depfile)
        self.assertIn("annotations.hpp", depfile)
        self.assertIn('"default": 3', (self.root / "out" / "desk.tools.json").read_text())

    def test_flags_come_from_a_file_one_a_line(self):
        flags = self.root / "flags.rsp"
        flags.write_text(f"-I{ARGUMENTS.annotations}\n\n-DDESK_DEFAULT=(1 + 4)\r\n-fno-gnu-unique\n")
        result = self.run_program("--target=desk", f"--out-dir={self.root / 'out'}", "--project-root=.",
                                  "--flags-file", flags, "src/alarms.hpp")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('"default": 5', (self.root / "out" / "desk.tools.json").read_text())

    def test_a_line_for_the_shell_is_several_flags(self):
        (self.root / "con fig.h").write_text("#define DESK_DEFAULT 6\n")
        flags = self.root / "flags.rsp"
        flags.write_text(f"-I{ARGUMENTS.annotations}\nSHELL:-include 'con fig.h' -DDESK_TEXT=\\\"a\\ b\\\" ''\n")
        header = self.root / "src" / "alarms.hpp"
        header.write_text(TOOL + "static_assert(sizeof(DESK_TEXT) == 4);\n")
        result = self.run_program("--target=desk", f"--out-dir={self.root / 'out'}", "--project-root=.",
                                  "--flags-file", flags, "src/alarms.hpp")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('"default": 6', (self.root / "out" / "desk.tools.json").read_text())

    def test_headers_to_precompile_are_read_first_as_cmake_writes_them(self):
        (self.root / "src" / "more words.h").write_text("#define DESK_DEFAULT 7\nusing Sizes = std::vector<int>;\n")
        flags = self.root / "flags.rsp"
        flags.write_text(f'-I{ARGUMENTS.annotations}\n-include<vector>\n-include"{self.root}/src/more words.h"\n')
        header = self.root / "src" / "alarms.hpp"
        header.write_text(TOOL + "static_assert(sizeof(Sizes) > 0);\n")
        result = self.run_program("--target=desk", f"--out-dir={self.root / 'out'}", "--project-root=.",
                                  "--flags-file", flags, "src/alarms.hpp")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('"default": 7', (self.root / "out" / "desk.tools.json").read_text())

    def test_the_sources_are_the_files_of_the_project_that_were_read(self):
        build = self.root / "build"
        build.mkdir()
        (build / "made.hpp").write_text("#pragma once\n")
        (self.root / "src" / "part.hpp").write_text('#pragma once\n#include <vector>\n#include "../build/made.hpp"\n')
        result = self.generate("--build-root", build, "--sources", self.root / "out" / "desk.sources")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((self.root / "out" / "desk.sources").read_text(), "src/alarms.hpp\nsrc/part.hpp\n")

    def test_the_depfile_names_folders_as_they_are_behind_links(self):
        (self.root / "real" / "inner").mkdir(parents=True)
        (self.root / "real" / "bounds.hpp").write_text("#pragma once\n")
        (self.root / "link").symlink_to(self.root / "real" / "inner")
        (self.root / "src" / "part.hpp").write_text(f'#pragma once\n#include "{self.root}/link/../bounds.hpp"\n')
        result = self.generate()
        self.assertEqual(result.returncode, 0, result.stderr)
        depfile = (self.root / "out" / "desk.d").read_text()
        self.assertIn("/real/bounds.hpp", depfile)
        self.assertNotIn("/../", depfile)

    def test_a_header_may_be_given_with_a_dot(self):
        (self.root / "src" / "alarms.hpp").write_text(TOOL + "struct Box { int width; };\n"
                                                      "/// Packs.\n[[iam::tool({.read_only = true})]] void pack(Box box);\n")
        for path in ["src/alarms.hpp", "./src/alarms.hpp"]:
            with self.subTest(path):
                result = self.run_program("--target=desk", f"--out-dir={self.root / 'out'}", "--project-root=.", path, "--",
                                          "-I", ARGUMENTS.annotations, "-DDESK_DEFAULT=3")
                self.assertIn("'Box' says nothing about 'width'", result.stderr)

    def test_a_header_of_a_build_folder_inside_the_project_does_not_carry_its_name(self):
        build = self.root / "out of tree"
        (build / "made").mkdir(parents=True)
        (build / "made" / "extra.hpp").write_text("#pragma once\n#include <iam/annotations.hpp>\n"
                                                  "/// Waits.\n[[iam::tool({.read_only = true})]] void wait();\n")
        result = self.generate("--build-root", build, build / "made" / "extra.hpp")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('#include "made/extra.hpp"', (self.root / "out" / "extra.iam.cpp").read_text())

    def test_a_second_run_touches_the_stamp_only(self):
        self.generate()
        old = 1_000_000_000
        for path in (self.root / "out").iterdir():
            os.utime(path, (old, old))
        self.assertEqual(self.generate().returncode, 0)
        touched = sorted(p.name for p in (self.root / "out").iterdir() if int(p.stat().st_mtime) != old)
        self.assertEqual(touched, ["desk.d", "desk.stamp"])

    def test_diagnostics_come_as_json_or_sarif_to_the_error_output(self):
        (self.root / "src" / "alarms.hpp").write_text(TOOL + "[[iam::tol]] void f();\n")
        result = self.generate("--diagnostics-format", "json")
        self.assertEqual(result.returncode, 1)
        found = json.loads(result.stderr)["diagnostics"]
        self.assertIn(("IAM1001", 7), [(d["id"], d["line"]) for d in found])
        log = json.loads(self.generate("--diagnostics-format", "sarif").stderr)
        self.assertEqual(log["version"], "2.1.0")
        uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for r in log["runs"][0]["results"]]
        self.assertEqual({"src/alarms.hpp"}, set(uris))

    def test_with_a_file_the_words_still_go_to_the_error_output(self):
        report = self.root / "reports" / "iam.sarif"
        result = self.generate("--diagnostics-format", "sarif", "--diagnostics-file", report)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("warning: ", result.stderr)
        self.assertEqual(json.loads(report.read_text())["runs"][0]["results"][0]["level"], "warning")
        # A run without findings leaves no old ones behind.
        result = self.generate("--silence", "IAM6010", "--diagnostics-format", "sarif", "--diagnostics-file", report)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertEqual(json.loads(report.read_text())["runs"][0]["results"], [])

    def test_colours_are_for_a_terminal_that_wants_them(self):
        for variables, coloured in [({"TERM": "xterm"}, True), ({"TERM": "dumb"}, False), ({"TERM": "xterm", "NO_COLOR": "1"}, False),
                                    ({"TERM": "xterm", "NO_COLOR": ""}, True)]:
            with self.subTest(variables):
                self.assertEqual("\x1b[" in self.at_a_terminal(variables), coloured)
        self.assertNotIn("\x1b[", self.generate(env={"TERM": "xterm"}).stderr)

    def at_a_terminal(self, variables):
        """What the error output shows when it is one."""
        reading, writing = pty.openpty()
        environment = {k: v for k, v in os.environ.items() if k not in ("TERM", "NO_COLOR")}
        with subprocess.Popen([ARGUMENTS.iam_gen, "--target", "desk", "--out-dir", "out", "--project-root", ".", "src/none.hpp"],
                              cwd=self.root, stderr=writing, env={**environment, **variables}) as program:
            os.close(writing)
            shown = b""
            try:
                while part := os.read(reading, 4096):
                    shown += part
            except OSError:  # the other end is closed
                pass
            os.close(reading)
            program.wait()
        self.assertIn(b"src/none.hpp", shown)
        return shown.decode()

    def test_only_warnings_can_be_silenced(self):
        for name in ("IAM1001", "IAM9999"):
            result = self.generate("--silence", name)
            self.assertEqual(result.returncode, 2)
            self.assertIn(f"'{name}' is none", result.stderr)

    def test_the_profile_changes_what_is_published_and_not_the_contract(self):
        (self.root / "src" / "alarms.hpp").write_text(TOOL.replace("int a", "long a"))
        contracts = {}
        for profile in ("portable", "full"):
            self.assertEqual(self.generate("--profile", profile).returncode, 0)
            tool = json.loads((self.root / "out" / "desk.tools.json").read_text())["tools"][0]
            contracts[profile] = tool["_meta"]["iam/contract"]["digests"]
            self.assertEqual("maximum" in tool["inputSchema"]["properties"]["a"], profile == "full")
        for digest in ("wire", "consent"):
            self.assertEqual(contracts["portable"][digest], contracts["full"][digest])
        self.assertNotEqual(contracts["portable"]["behaviour"], contracts["full"]["behaviour"])

    def manifest(self):
        self.assertEqual(self.generate().returncode, 0)
        return self.root / "out" / "desk.tools.json"

    def test_lint_names_tool_pointer_rule_and_way_out(self):
        result = self.run_program("lint", "--profile", "openai-strict", self.manifest())
        self.assertEqual(result.returncode, 1)  # b has a default, and strict schemas require every property
        self.assertRegex(result.stdout, r"(?m)^add: /inputSchema/properties/b: error: .*; make it required .* \[openai-strict/required\]$")
        found = json.loads(self.run_program("lint", "--profile", "openai-strict", "--json", self.manifest()).stdout)["findings"]
        self.assertIn(("add", "/inputSchema/properties/b", "openai-strict/required"), [(f["tool"], f["pointer"], f["rule"]) for f in found])

    def test_lint_takes_several_profiles_and_passes_with_warnings(self):
        result = self.run_program("lint", "--profile", "anthropic", "--profile", "ollama", self.manifest())
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("[ollama/dropped]", result.stdout)
        for arguments, code, sentence in [(["--profile", "llama", self.manifest()], 2, "there is no profile 'llama'"),
                                          (["--profile", "openai", "none.json"], 1, "none.json: cannot be read"),
                                          ([self.manifest()], 2, "--profile"), (["--profile", "openai"], 2, "MANIFEST")]:
            with self.subTest(sentence):
                result = self.run_program("lint", *arguments)
                self.assertEqual(result.returncode, code)
                self.assertIn(sentence, result.stderr)

    def test_tokens_are_estimated_and_held_against_a_budget(self):
        result = self.run_program("tokens", self.manifest())
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"(?m)^ +\d+ +\d+ +\d+  add$")
        self.assertIn("Estimates", result.stdout)
        result = self.run_program("tokens", "--budget", "5", self.manifest())
        self.assertEqual(result.returncode, 1)
        self.assertIn("more than the budget of 5", result.stdout)
        self.assertEqual(self.run_program("tokens", "--budget", "5000", self.manifest()).returncode, 0)

    def test_manifests_of_others_are_read_with_care(self):
        other = self.root / "other.tools.json"
        other.write_text('{"iam": 1, "tools": [{"name": "a\\u001b[2Jb", "description": 5}]}', encoding="utf-8")
        result = self.run_program("tokens", other)
        self.assertEqual(result.returncode, 1)
        self.assertIn("the description of the tool 'a<U+001B>[2Jb' is no text", result.stderr)
        other.write_text('{"iam": 1, "tools": [{"name": "a\\u001b[2Jb", "description": "d", "inputSchema": {"type": "object"}}]}', encoding="utf-8")
        for arguments in (("tokens", "--budget", "1"), ("lint", "--profile", "openai")):
            result = self.run_program(*arguments, other)
            self.assertIn("a<U+001B>[2Jb", result.stdout)
            self.assertNotIn("\x1b", result.stdout)

    def test_an_error_writes_nothing(self):
        self.generate()
        before = {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in (self.root / "out").iterdir()}
        for broken in ["[[iam::tol]] void f();\n", "void f(Missing a);\n"]:
            with self.subTest(broken):
                (self.root / "src" / "alarms.hpp").write_text(TOOL + broken)
                result = self.generate()
                self.assertEqual(result.returncode, 1)
                self.assertRegex(result.stderr, r"alarms\.hpp:7:\d+: error: .*\[IAM\d{4}\]")
                after = {p: (p.read_bytes(), p.stat().st_mtime_ns) for p in (self.root / "out").iterdir()}
                self.assertEqual(before, after)

    def test_clang_without_its_own_headers_is_told_before_what_follows_from_it(self):
        (self.root / "src" / "part.hpp").write_text("#pragma once\n#include <cstddef>\n")
        for option in ("-resource-dir=/nowhere/at/all", "-resource-dir"):
            more = [option] if "=" in option else [option, "/nowhere/at/all"]
            done = self.run_program("--target", "desk", "--out-dir", "out", "--project-root", self.root, self.root / "src" / "alarms.hpp",
                                    "--", "-I", ARGUMENTS.annotations, "-DDESK_DEFAULT=3", "-nobuiltininc", *more)
            self.assertEqual(done.returncode, 1, done.stderr)
            first = done.stderr.splitlines()[0]
            self.assertIn("clang's own headers are not in '/nowhere/at/all'", first)
            self.assertIn("-print-resource-dir", first)

    def test_the_same_bytes_in_another_place(self):
        self.generate()
        with tempfile.TemporaryDirectory() as other:
            root = pathlib.Path(other) / "deeper" / "still"
            self.fill(root)
            old_umask = os.umask(0o077)
            try:
                result = self.generate(root=root, env={"TZ": "Asia/Tokyo", "LC_ALL": "C", "USER": "nobody"})
            finally:
                os.umask(old_umask)
            self.assertEqual(result.returncode, 0, result.stderr)
            for name in self.files():
                if name not in ("desk.d", "desk.stamp"):
                    self.assertEqual((self.root / "out" / name).read_bytes(), (root / "out" / name).read_bytes(), name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--iam-gen", required=True)
    parser.add_argument("--annotations", required=True)
    ARGUMENTS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
