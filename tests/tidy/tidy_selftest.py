#!/usr/bin/env python3
"""Shows each rule a small tree that breaks it and one that keeps it."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from rules import RULES, features  # noqa: E402
from rules.format import Skipped  # noqa: E402
from rules.sizes import functions_of_cpp  # noqa: E402
from tree import Tree, blank  # noqa: E402


def run(rule: str, files: dict[str, str]) -> list[str]:
    """The findings of a rule for a tree of these files."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return [str(finding) for finding in sorted(RULES[rule](Tree(root)))]


class Rules(unittest.TestCase):
    def finds(self, rule: str, files: dict[str, str], *parts: str) -> None:
        """One finding, with these parts in it."""
        found = run(rule, files)
        self.assertEqual(len(found), 1, found)
        for part in parts:
            self.assertIn(part, found[0])

    def accepts(self, rule: str, files: dict[str, str]) -> None:
        self.assertEqual(run(rule, files), [])


class Arrows(Rules):
    def test_a_module_may_not_include_one_that_stands_on_it(self):
        self.finds("include_arrows", {"runtime/src/core/a.cpp": "\n#include <iam/consent/grant.hpp>\n"},
                   "runtime/src/core/a.cpp:2:", "'core'", "'consent'", "nothing")

    def test_a_module_may_include_what_it_stands_on(self):
        self.accepts("include_arrows", {
            "runtime/src/gate/a.cpp": "#include <iam/ledger/entry.hpp>\n#include <iam/annotations.hpp>\n#include <vector>\n"})

    def test_a_relative_include_is_followed(self):
        self.finds("include_arrows", {
            "runtime/src/core/a.cpp": '#include "../ledger/chain.hpp"\n', "runtime/src/ledger/chain.hpp": "#pragma once\n"}, "'ledger'")

    def test_a_store_back_end_is_named_by_the_default_and_by_programs_only(self):
        include = "#include <iam/store_sqlite/sqlite_store.hpp>\n"
        for place in ("runtime/include/iam/gate/runtime.hpp", "runtime/src/host/session/session.cpp"):
            self.finds("include_arrows", {place: include}, "'store_sqlite'")
        self.finds("link_arrows", {"runtime/src/host/CMakeLists.txt": "iam_add_module(host PRIVATE iam::store_sqlite)\n"}, "iam::store_sqlite")
        self.accepts("include_arrows", {
            "runtime/src/default_store/a.cpp": include, "samples/desk/main.cpp": include, "tests/runtime/ledger/x_test.cpp": include})

    def test_only_the_frontend_includes_clang(self):
        for place in ("generator/emit/a.cpp", "generator/main.cpp", "runtime/src/tool/a.cpp"):
            self.finds("include_arrows", {place: "#include <clang/AST/Decl.h>\n"}, "only generator/frontend knows clang")
        self.accepts("include_arrows", {"generator/frontend/a.cpp": "#include <clang/AST/Decl.h>\n#include <llvm/ADT/Twine.h>\n"})

    def test_the_frontend_knows_the_model_and_core_only(self):
        self.finds("include_arrows", {"generator/frontend/a.cpp": "#include <iam/tool/handler.hpp>\n"}, "'tool'")
        self.finds("include_arrows", {"generator/frontend/a.cpp": "#include <generator/emit/writer.hpp>\n"}, "'generator/emit'")

    def test_emitting_writes_no_files(self):
        self.finds("include_arrows", {"generator/emit/a.cpp": "#include <fstream>\n"}, "generator/io")
        self.accepts("include_arrows", {"generator/io/a.cpp": "#include <fstream>\n"})

    def test_a_private_header_stays_in_its_module(self):
        there = {"runtime/src/gate/engine/engine.hpp": "#pragma once\n"}
        self.finds("include_arrows", there | {"runtime/src/host/a.cpp": '#include "gate/engine/engine.hpp"\n'}, "private header of 'gate'")
        self.accepts("include_arrows", there | {"runtime/src/gate/a.cpp": '#include "gate/engine/engine.hpp"\n'})

    def test_annotations_use_the_standard_library_only(self):
        self.finds("include_arrows", {"annotations/include/iam/annotations.hpp": "#include <nlohmann/json.hpp>\n"}, "standard library")

    def test_sqlite_stays_in_its_module(self):
        self.finds("include_arrows", {"runtime/src/host/a.cpp": "#include <sqlite3.h>\n"}, "only store_sqlite")

    def test_libpq_stays_in_its_module(self):
        self.finds("include_arrows", {"runtime/src/store_sqlite/a.cpp": "#include <libpq-fe.h>\n"}, "only store_postgres")

    def test_an_unknown_module_needs_a_row(self):
        self.finds("include_arrows", {"runtime/src/shiny/a.cpp": "\n"}, "'shiny' has no row")

    def test_links_follow_the_same_arrows(self):
        self.finds("link_arrows", {"runtime/src/gate/CMakeLists.txt": "iam_add_module(gate PUBLIC iam::store_sqlite)\n"}, "iam::store_sqlite")
        self.accepts("link_arrows", {"runtime/src/gate/CMakeLists.txt": "# not iam::host\niam_add_module(gate PUBLIC iam::ledger iam::annotations)\n"})


class Sizes(Rules):
    def test_a_long_file(self):
        self.finds("file_length", {"runtime/src/core/a.cpp": "\n" * 601}, "601 lines")
        self.finds("comment_width", {"runtime/src/core/a.cpp": "// " + "x" * 98 + "\n"}, "column 101")
        self.accepts("comment_width", {"runtime/src/core/a.cpp": "// " + "x" * 97 + "\n", "tests/generator/cases/x/input.hpp": "// " + "x" * 200 + "\n"})
        self.finds("comment_width", {"cmake/a.cmake": "  # " + "x" * 97 + "\n"}, "column 101")
        self.finds("comment_width", {"tests/a.py": "def a():\n    \"\"\"" + "x" * 91 + "\"\"\"\n"}, "column 101")
        self.accepts("comment_width", {"tests/a.py": "#!" + "x" * 100 + "\na = '" + "x" * 100 + "'  # a\n"})
        self.accepts("file_length", {"runtime/src/core/a.cpp": "\n" * 600, "tests/generator/cases/x/expected.iam.cpp": "\n" * 900})

    def test_a_long_function(self):
        body = "    step();\n" * 69
        self.finds("function_length", {"samples/a.cpp": "void play() {\n" + body + "}\n"}, "'play' has 71 lines", "a.cpp:1:")
        self.accepts("function_length", {"samples/a.cpp": "void play() {\n" + body[len("    step();\n"):] + "}\n"})

    def test_a_long_python_function(self):
        self.finds("function_length", {"scripts/a.py": "def play():\n" + "    pass\n" * 70}, "'play' has 71 lines")

    def test_braces_that_do_not_balance_are_said_to_be_so(self):
        text = "#if A\nvoid f() {\n#else\nvoid f(int) {\n#endif\n}\n"
        self.finds("function_length", {"samples/a.cpp": text}, "do not balance")

    def test_functions_are_told_from_types_and_tables(self):
        text = """
namespace a::b {
struct Plain final : Base<int> { int x{1}; };
enum class Kind : char { one, two };
static constexpr int k_table[] = {1, 2, (3)};
template <class T>
    requires(std::is_integral_v<T>)
struct Wrapped {
    public:
    explicit Wrapped(T value)
        : value_{value}, other_(0) {
        if (value) { note("}"); }
    }
    int get() const { return 1; }
};
void defaulted(Limits limits = {}, int x = 10'000) {
    auto inner = [] { return '{'; };
}
extern "C" { int plain(void); }
TEST_CASE("a { b", "[x]") {
    // }
}
}
"""
        self.assertEqual(functions_of_cpp(text), [("Wrapped", 9, 13), ("get", 14, 14), ("defaulted", 16, 18), ("TEST_CASE", 20, 22)])


class Banned(Rules):
    def test_calls_that_are_banned_everywhere(self):
        for line in ("std::regex r;", "sprintf(b, f);", "strcpy(a, b);", "int x = atoi(s);", "std::system(c);", "thread.detach();"):
            self.finds("banned_calls", {"samples/a.cpp": line + "\n"}, "samples/a.cpp:1:")

    def test_what_only_sounds_like_them(self):
        self.accepts("banned_calls", {"samples/a.cpp": 'snprintf(b, n, f); // sprintf(\nauto s = "strcpy(";\nfile_system(x);\nmy.system(1);\n'})

    def test_the_environment_is_for_host_and_programs(self):
        self.finds("banned_calls", {"runtime/src/core/a.cpp": 'std::getenv("X");\n'}, "environment")
        self.accepts("banned_calls", {"runtime/src/host/a.cpp": 'std::getenv("X");\n', "samples/main.cpp": 'std::getenv("X");\n'})

    def test_tests_neither_sleep_nor_look_at_the_clock(self):
        self.finds("banned_calls", {"tests/a_test.cpp": "std::this_thread::sleep_for(1s);\n"}, "wait for the event")
        self.finds("banned_calls", {"tests/a_test.cpp": "auto t = std::chrono::system_clock::now();\n"}, "iam::Clock")

    def test_open_ends(self):
        self.finds("banned_calls", {"scripts/a.sh": "# FIXME later\n"}, "FIXME")

    def test_the_compiler_floor(self):
        self.finds("compiler_floor", {"runtime/include/iam/core/a.hpp": "#include <format>\n"}, "clang 14")
        self.finds("compiler_floor", {"runtime/src/core/a.cpp": "for (int i : std::views::iota(0, 3)) {}\n"}, "write the loop")
        self.accepts("compiler_floor", {"generator/io/a.cpp": "#include <format>\n"})

    def test_two_json_values_are_not_compared_with_the_librarys_operator(self):
        declared = "void f(const Json& left, const iam::Json& right) {\n    "
        self.finds("json_equality", {"samples/a.cpp": declared + "return left == right;\n}\n"}, "a.cpp:2:", "json_equal")
        self.finds("json_equality", {"samples/a.cpp": declared + 'return left["a"] != right["b"];\n}\n'}, "json_equal")
        self.accepts("json_equality", {"samples/a.cpp": declared + 'return left.size() == right.size() && left["a"] == 1 && json_equal(left, right);\n}\n'})

    def test_state_of_the_whole_program(self):
        for line in ("static int counter = 0;", "static thread_local std::string last;", "    static std::map<int, int> cache{};", "int counter = 0;", "constinit std::atomic<int> flag{0};",
                     "std::map<std::string, int> known;", "inline Table* table;"):
            self.finds("global_state", {"runtime/src/core/a.cpp": line + "\n"}, "mutable state")
        self.accepts("global_state", {"runtime/src/core/a.cpp": (
            "static constexpr int k_max = 3;\nstatic const Table table = make();\nstatic int helper(int x);\nconst auto y = static_cast<int>(x);\n"
            "const int k_min = 2;\ninline constexpr int k_mid{2};\nstruct Point {\n    int x = 0;\n};\nint twice(int x) {\n    int y = x;\n}\n"
            "    static Result<Digest> from_hex(std::string_view text);\n    static constexpr int k_result = -1;\n")})

    def test_places_of_one_machine(self):
        self.finds("foreign_places", {"samples/a.cpp": 'open("/' + 'tmp/x");\n'}, "path of one machine")
        self.finds("foreign_places", {"README.md": "see /" + "home/me\n"}, "path of one machine")
        self.finds("foreign_places", {"scripts/a.sh": "curl https://py" + "pi.org/simple\n"}, "registry")
        self.accepts("foreign_places", {"README.md": "files go to /" + "tmp/desk-1\n", "tests/a.cpp": '"/' + 'tmp/x"\n', "a.md": "frame/work/flow\n"})


class Listings(Rules):
    def test_a_test_that_nobody_names(self):
        self.finds("orphan_tests", {"tests/runtime/core/a_test.cpp": "", "tests/runtime/core/CMakeLists.txt": "# a_test.cpp\nmy_a_test.cpp\n"}, "never runs")
        self.accepts("orphan_tests", {"tests/runtime/core/a_test.cpp": "", "tests/runtime/CMakeLists.txt": "x(SOURCES core/a_test.cpp)\n"})

    def test_a_public_header_outside_the_file_set(self):
        self.finds("listed_headers", {"runtime/include/iam/core/a.hpp": "", "runtime/src/core/CMakeLists.txt": "HEADERS b.hpp"}, "does not list")
        self.accepts("listed_headers", {"runtime/include/iam/core/a.hpp": "", "runtime/src/core/CMakeLists.txt": "HEADERS a.hpp b.hpp"})

    def test_a_source_that_is_not_compiled(self):
        self.finds("listed_sources", {"runtime/src/core/a.cpp": "", "runtime/src/core/CMakeLists.txt": "SOURCES b.cpp"}, "never compiled")
        self.accepts("listed_sources", {"generator/emit/a.cpp": "", "generator/CMakeLists.txt": "emit/a.cpp"})


class Rooms(Rules):
    def test_a_folder_that_is_full(self):
        files = {f"runtime/src/core/a{n}.cpp": "" for n in range(25)}
        self.accepts("folder_size", files)
        self.finds("folder_size", files | {"runtime/src/core/b.hpp": ""}, "26 sources")

    def test_a_source_whose_test_is_not_found_by_its_path(self):
        source = {"runtime/src/core/json/a.cpp": ""}
        self.finds("mirrored_tests", source, "tests/runtime/core/json/a_test.cpp")
        self.accepts("mirrored_tests", source | {"tests/runtime/core/json/a_test.cpp": ""})
        self.accepts("mirrored_tests", {"runtime/src/gate/a.cpp": "", "tests/runtime/gate/b_test.cpp": "// It works.\n// Tests of\n// runtime/src/gate/{a}.cpp. See also c.cpp.\n"})
        self.accepts("mirrored_tests", source | {"tests/runtime/core/b_test.cpp": "// Tests of runtime/src/core/json/{a}.cpp.\n"})

    def test_a_pointer_to_a_source_that_is_gone(self):
        self.finds("mirrored_tests", {"tests/runtime/core/b_test.cpp": "// Tests of runtime/src/core/a.cpp.\n"}, "there is no runtime/src/core/a.cpp")

    def test_a_document_that_names_a_file_that_is_gone(self):
        self.finds("named_files", {"ARCHITECTURE.md": "See `runtime/src/core/a.cpp`.\n"}, "ARCHITECTURE.md:1:", "there is no runtime/src/core/a.cpp")
        self.accepts("named_files", {"ARCHITECTURE.md": "See `runtime/src/core/a.cpp`, `core/a.cpp`.\n", "runtime/src/core/a.cpp": ""})


class Promises(Rules):
    TESTS = {"tests/runtime/gate/a_test.cpp": 'TEST_CASE("a crash leaves "\n          "a question", "[x]") {}\n',
             "tests/runtime/gate/CMakeLists.txt": "iam_add_test(gate SOURCES a_test.cpp)\n",
             "tests/tidy/CMakeLists.txt": "foreach(rule banned_calls)\n"}

    def test_a_cited_test_must_be_there(self):
        self.finds("cited_tests", self.TESTS | {"docs/defences.md": "\nSo it is: `gate/a crash leaves nothing`\n"}, "docs/defences.md:2:", "a crash leaves nothing")
        self.finds("cited_tests", self.TESTS | {"docs/defences.md": "So it is: `tidy/other_rule`\n"}, "tidy/other_rule")
        self.finds("cited_tests", self.TESTS | {"docs/defences.md": "So it is: `store/a crash leaves a question`\n"}, "store/a crash")

    def test_an_attack_has_an_id_of_its_own_and_a_test_of_that_id(self):
        def rows(*rows: str) -> dict[str, str]:
            return self.TESTS | {"tests/attacks/mcp.tsv": "\n".join(["id\tattack\trequired\ttest", *rows]) + "\n",
                                 "tests/runtime/gate/b_test.cpp": 'TEST_CASE("XM01 it is refused") {'}
        good = "XM01\tit\tno\tgate/XM01 it is refused"
        self.accepts("cited_tests", rows(good))
        self.finds("cited_tests", rows(good, good), "mcp.tsv:3:", "XM01 stands twice")
        self.finds("cited_tests", rows("XM02\tit\tno\tgate/XM01 it is refused"), "does not begin with XM02")
        self.finds("cited_tests", rows("XM01\tit\tno\tgate/XM01 it is gone"), "XM01 it is gone")

    def test_an_attack_by_a_server_may_have_a_test_without_its_id(self):
        def rows(*rows: str) -> dict[str, str]:
            return self.TESTS | {"tests/attacks/servers.tsv": "\n".join(["id\tattack\trequired\ttest", *rows]) + "\n",
                                 "tests/runtime/gate/b_test.cpp": 'TEST_CASE("XR01 it is refused") {'}
        good = "XR01\tit\tno\tgate/XR01 it is refused"
        self.accepts("cited_tests", rows(good, "XR02\tit\tno\tgate/a crash leaves a question"))
        self.finds("cited_tests", rows(good, "XR02\tit\tno\tgate/a crash leaves nothing"), "servers.tsv:3:", "a crash leaves nothing")
        self.finds("cited_tests", rows(good, "XM02\tit\tno\tgate/a crash leaves a question"), "begin with XR")
        self.finds("cited_tests", rows("XR02\tit\tno\tgate/a crash leaves a question"), "XR01 of a test has no row")

    def test_a_cited_test_that_is_there(self):
        self.accepts("cited_tests", self.TESTS | {"docs/defences.md": "`gate/a crash leaves a question` `tidy/banned_calls` in `samples/embedded`\n"})

    def page(self, **changed: str) -> dict[str, str]:
        """A tree whose page of features is whole, but for these rows."""
        rows = {name: f"| {name} | it | `a.cpp` | `gate/a crash leaves a question` |" for name in features.IDS} | changed
        return self.TESTS | {"a.cpp": "", features.PAGE: "\n".join(row for row in rows.values() if row) + "\n"}

    def test_each_feature_has_a_line_with_a_file_and_a_test_that_are_there(self):
        self.accepts("consent_features", self.page())
        self.accepts("consent_features", self.page(A1="| A1 | it | | waits: console |", A2="| A2 | it | | no test: not there yet |"))
        self.finds("consent_features", self.page(A1="| A1 | it | `gone.cpp` | `gate/a crash leaves a question` |"), "consent-features.md:1:", "gone.cpp")
        self.finds("consent_features", self.page(XD05="| XD05 | it | `a.cpp` | `gate/a test that is gone` |"), "a test that is gone")
        self.finds("consent_features", self.page(T11="| T11 | it | `a.cpp` | later |"), "T11: name a test")
        self.finds("consent_features", self.page(T11="| T11 | it | | `gate/a crash leaves a question` |"), "lives in a file")
        self.finds("consent_features", self.page(C74=""), "C74 has no line")
        self.finds("consent_features", self.page(C75="| C75 | it | `a.cpp` | waits: console |"), "no feature C75")


class Headers(Rules):
    def test_pragma_once_comes_first(self):
        self.finds("header_guards", {"runtime/include/iam/core/a.hpp": "// A.\n#include <vector>\n#pragma once\n"}, "#pragma once")
        self.accepts("header_guards", {"runtime/include/iam/core/a.hpp": "// A.\n/* B\n*/\n#pragma once\n"})

    def test_the_own_header_comes_first(self):
        public = {"runtime/include/iam/core/a.hpp": "#pragma once\n"}
        self.finds("own_header_first", public | {"runtime/src/core/a.cpp": "#include <vector>\n#include <iam/core/a.hpp>\n"}, "own header")
        self.accepts("own_header_first", public | {"runtime/src/core/a.cpp": "#include <iam/core/a.hpp>\n#include <vector>\n"})
        private = {"generator/emit/b.hpp": "#pragma once\n"}
        self.finds("own_header_first", private | {"generator/emit/b.cpp": "#include <generator/emit/ab.hpp>\n"}, "own header")
        self.accepts("own_header_first", private | {"generator/emit/b.cpp": "#include <generator/emit/b.hpp>\n"})

    def test_names_of_files(self):
        self.finds("file_names", {"samples/MyFile.cpp": ""}, "snake_case")
        self.accepts("file_names", {"samples/my_file.iam.cpp": ""})


class Format(Rules):
    def script(self, text: str) -> pathlib.Path:
        root = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (root / "scripts").mkdir()
        (root / "scripts" / "format.sh").write_text("#!/bin/sh\n" + text, encoding="utf-8")
        (root / "scripts" / "format.sh").chmod(0o755)
        return root

    def test_what_the_formatter_would_change_is_named_once(self):
        root = self.script('echo "a/b.cpp:7:1: error: code should be clang-formatted" >&2\n' * 2 + "exit 1\n")
        self.assertEqual([str(finding) for finding in RULES["format"](Tree(root))], ["a/b.cpp:7: is not formatted; run scripts/format.sh"])

    def test_without_the_formatter_the_rule_is_skipped(self):
        with self.assertRaisesRegex(Skipped, "not installed"):
            RULES["format"](Tree(self.script("echo not installed >&2\nexit 77\n")))


class Text(unittest.TestCase):
    def test_comments_and_literals_are_blanked_line_by_line(self):
        text = 'a("}"); // {\nb(R"x({\n)")x", \'{\'); /* {\n */ c(10\'000);\n'
        code = blank(text)
        self.assertEqual(code.count("\n"), text.count("\n"))
        self.assertNotIn("{", code)
        self.assertIn("c(10'000);", code)

    def test_every_rule_is_a_test_case(self):
        cmake = (pathlib.Path(__file__).parent / "CMakeLists.txt").read_text(encoding="utf-8").split()
        self.assertEqual([rule for rule in RULES if rule not in " ".join(cmake).replace(")", " ").split()], [])


if __name__ == "__main__":
    unittest.main()
