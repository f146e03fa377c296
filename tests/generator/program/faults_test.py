"""Faults of headers and folders: whatever is wrong with them, iam-gen ends with a sentence, leaves
whole files, and the next run is right."""
# Tests of generator/frontend/tags/hidden_tags.cpp.
import json
import os
import pathlib
import shutil
import subprocess
import sys

from fault_desk import HEAD, MB, OUTPUTS, TAG, TOOL, Skip, equal, expect, main

# Headers


def test_a_syntax_error_is_told_with_its_place_and_mended_by_the_next_run(desk):
    desk.refused(HEAD + TOOL + "int broken(;\n", "list.hpp:6:12: error: expected", "[IAM1000]")
    desk.accepted(HEAD + TOOL, "add")
    before = desk.files()
    desk.write("list.hpp", HEAD + TOOL.replace("add", "other") + "}\n")
    equal(desk.run().returncode, 1)
    equal(desk.files(), before, "an error left the last outputs alone")


def test_headers_that_end_too_early_are_refused(desk):
    for rest in ("namespace x { struct S {", "/* never closed", "[[", "[[iam::", "[[iam::tool", "[[iam::tool(", "[[iam::tool({.read_only = true})]",
                 "#if 1", "int x = R\"(", "#define A(", "template <", "\"", "/// @param", "#include <", "#include \"list.hpp"):
        desk.write("list.hpp", HEAD + TOOL + rest)
        done = desk.run()
        if rest in ("\"", "/// @param", "#define A("):
            expect(done.returncode in (0, 1), done.stderr)
        else:
            equal(done.returncode, 1, rest)
            expect("IAM10" in done.stderr, rest)
        shutil.rmtree(desk.root / "out", ignore_errors=True)


def test_a_missing_include_is_told_where_it_is_included(desk):
    desk.refused(HEAD + '#include "nowhere.hpp"\n' + TOOL, "list.hpp:3:10: error: 'nowhere.hpp' file not found")
    desk.refused(HEAD + '#include "list2.hpp"\n' + TOOL, "'list2.hpp' file not found")
    desk.refused(None, "nothere.hpp: error: 'nothere.hpp' file not found", headers=("nothere.hpp",))
    desk.write("list2.hpp", "#pragma once\n")
    desk.accepted(HEAD + '#include "list2.hpp"\n' + TOOL, "add")


def test_a_header_that_includes_itself_without_end_is_refused(desk):
    desk.refused('#include "list.hpp"\n' + TOOL, "#include nested too deeply")


def cost(desk, text):
    """Seconds of work and MB of memory of one run."""
    desk.write("list.hpp", text)
    with open(desk.root / "said", "wb") as said:
        running = subprocess.Popen(desk.command(("list.hpp",)), cwd=desk.root, stderr=said)
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    equal(running.returncode, 0, (desk.root / "said").read_text()[:2000])
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def in_proportion(desk, make, count):
    """Four times as much takes about four times as long; twice that is left for noise."""
    base, base_mb = cost(desk, make(1))
    some, some_mb = cost(desk, make(count // 4))
    many, many_mb = cost(desk, make(count))
    expect(many - base < 8 * max(some - base, 0.25), f"{base}, {some}, {many} s")
    expect(many_mb - base_mb < 8 * max(some_mb - base_mb, 30), f"{base_mb}, {some_mb}, {many_mb} MB")
    expect(many < 60 and many_mb < 2000, f"{many} s, {many_mb} MB")


def test_a_hundred_thousand_declarations_take_time_and_memory_in_proportion(desk):
    def make(count):
        kinds = ("int f{0}(int a, struct S{0}* b);", "struct R{0} {{ [[nodiscard]] int a = {0}; }};", "enum class E{0} {{ a, b }};",
                 "template <class T> T t{0}(T a);", "/// Words.\nusing A{0} = int;")
        others = "\n".join(kinds[i % len(kinds)].format(i) for i in range(count))
        tools = "".join(f"\n/// Adds.\n/// @param a first\n{TAG} int add{i}(int a);" for i in range(count // 500 + 1))
        return HEAD + others + tools + "\n"
    in_proportion(desk, make, 100_000)
    equal(sorted(desk.tools()), sorted(f"add{i}" for i in range(201)))


def test_ten_thousand_mistakes_take_time_in_proportion(desk):
    def make(count):
        lines = "".join(f"/// @param a{i} nobody\n" for i in range(count))
        return HEAD + "/// Adds.\n" + lines + f"{TAG} int add(int a);\n"
    in_proportion(desk, make, 10_000)


def test_thousands_of_macros_that_stand_for_each_other_take_time_in_proportion(desk):
    def make(count):
        lines = "".join(f"#define M{i} M{i + 1}\n" for i in range(count))
        return HEAD + lines + f"#define M{count} {TAG}\n#define X iam\n" + TOOL
    in_proportion(desk, make, 40_000)


def test_templates_five_hundred_deep_are_read_and_deeper_ones_are_refused(desk):
    counter = ("template <int N> struct D { using type = typename D<N - 1>::type; static constexpr int v = D<N - 1>::v + 1; };\n"
               "template <> struct D<0> { using type = int; static constexpr int v = 0; };\n")
    tools = desk.accepted(HEAD + counter + TOOL.replace("int a = 1", "D<500>::type a = D<500>::v"), "add")
    equal(tools["add"]["inputSchema"]["properties"]["a"]["default"], 500)
    shutil.rmtree(desk.root / "out")
    desk.refused(HEAD + counter + TOOL.replace("int a = 1", "D<50000>::type a"), "recursive template instantiation exceeded maximum depth")
    endless = "template <int N> struct D { using type = typename D<N + 1>::type; };\n"
    desk.refused(HEAD + endless + TOOL.replace("int a = 1", "D<0>::type a"), "recursive template instantiation exceeded maximum depth")
    box = "template <class T> struct Box { T value; };\n"
    desk.refused(HEAD + box + TOOL.replace("int a = 1", "Box<" * 500 + "int" + ">" * 500 + " a"), "[IAM6009]")
    desk.refused(HEAD + "template <class T> struct Box { Box<Box<T>>* next; };\n" + TOOL.replace("int a = 1", "Box<int> a"), "IAM")


def test_nesting_beyond_the_parser_ends_with_a_sentence_and_no_crash(desk):
    desk.accepted(HEAD + TOOL.replace("= 1", "= 1" + " + 1" * 2000), "add")
    shutil.rmtree(desk.root / "out")
    desk.refused(HEAD + TOOL.replace("= 1", "= " + "(" * 100_000 + "1" + ")" * 100_000), "bracket nesting level exceeded")
    desk.refused(HEAD + TOOL.replace("({.read_only = true})", "(" + "{" * 100_000), "IAM10")
    desk.refused(HEAD + "namespace a {" * 5000 + TOOL + "}" * 5000, "bracket nesting level exceeded")
    for deep in (TOOL.replace("= 1", "= 1" + " + 1" * 1_000_000), TOOL.replace("int a = 1", "int " + "*" * 1_000_000 + "a")):
        done = desk.refused(HEAD + deep, "iam-gen: error: reading the headers was ended by signal 11 (Segmentation fault)", "[IAM1000]")
        equal(done.stderr.count("\n"), 1)
    desk.run("--diagnostics-format", "json", "--diagnostics-file", "said.json")
    said = json.loads((desk.root / "said.json").read_text())["diagnostics"]
    equal([each["id"] for each in said], ["IAM1000"], "what the last run said is not left over")
    desk.accepted(HEAD + TOOL, "add")


def test_a_comment_of_a_megabyte_is_the_whole_description_and_that_of_a_parameter_is_refused(desk):
    words = "words and more words " * (MB // 21)
    for comment in (f"/// {words}\n", f"/** {words}*/\n", "".join(f"/// {words[at:at + 63]}\n" for at in range(0, len(words), 63))):
        tools = desk.accepted(HEAD + comment + f"{TAG} int add(int a);\n", "add")
        equal(" ".join(tools["add"]["description"].split()), " ".join(words.split()) if "\n///" not in comment[4:-1] else
              " ".join(" ".join(words[at:at + 63].strip() for at in range(0, len(words), 63)).split()))
    shutil.rmtree(desk.root / "out")
    desk.refused(HEAD + f"/// Adds.\n/// @param a {words}\n{TAG} int add(int a);\n", "[IAM6009]", "262144 characters")


def test_macros_that_make_attributes_make_tools(desk):
    for text in (
        f"#define TOOL {TAG}\nTOOL int add(int a);\n",
        "#define OPEN [[\n#define CLOSE ]]\n#define NAME iam::tool\n#define ARGS ({.read_only = true})\nOPEN NAME ARGS CLOSE int add(int a);\n",
        "#define HALF [[iam::tool({.read_only =\nHALF true})]] int add(int a);\n",
        "#define PASTE(a, b) a##b\n[[PASTE(i, am)::PASTE(to, ol)({.read_only = true})]] int add(int a);\n",
        "#define ALL(...) __VA_ARGS__\nALL([[iam::tool({.read_only = true, .destructive = false})]] int add(int a);)\n",
        "#define E\n[ E [ E iam E :: E tool E ({.read_only = true}) E ] E ] int add(int a);\n",
        "<:<:iam::tool({.read_only = true}):>:> int add(int a);\n",
        "[[i\\\nam::to\\\nol({.read_only = true})]] int add(int a);\n",
        "#define TEXT(x) #x\n[[iam::tool({.title = TEXT([[iam::tool]])})]] int add(int a);\n",
        "_Pragma(\"GCC diagnostic push\") [[iam::tool({.read_only = true})]] int add(int a); _Pragma(\"GCC diagnostic pop\")\n",
        "#define iam iam\n" + TOOL,
        "#define iam() other\n" + TOOL,
    ):
        desk.accepted(HEAD + text, "add")


def test_no_tag_is_lost_with_a_header_that_nothing_else_says_is_one(desk):
    for text in ("#define PASTE(a, b) a##b\n[[PASTE(i, am)::tool]] int add(int a);\n", "[[i\\\nam::tool]] int add(int a);\n",
                 "%:define A [[iam::tool]]\nA int add(int a);\n", "# /* */ def\\\nine A /*\n*/ [[ia\\\nm::tool]]\nA int add(int a);\n"):
        desk.accepted("#pragma once\n" + text, "add")
        desk.write("first.hpp", "#pragma once\n" + text.partition("\n")[0] + "\n")
    wide = (HEAD + TOOL).encode("utf-16-le")
    shutil.rmtree(desk.root / "out")
    desk.refused(b"\xff\xfe" + wide, "UTF-16")
    desk.refused(wide, "IAM10")
    desk.refused((HEAD + TOOL).encode("utf-16-be"), "IAM10")


def test_half_attributes_and_those_of_other_names_are_refused(desk):
    for text, sentence in (
        ("#define HALF [[iam::tool({.read_only =\nHALF int add(int a);\n", "IAM10"),
        ("#define HALF() [[iam::tool({\nHALF( true})]] int add(int a);\n", "too many arguments"),
        ("#define A (\n[[iam::tool A {.read_only = true}]] int add(int a);\n", "IAM10"),
        ("#define tool\n" + TOOL, "IAM10"),
        ("#define tool other\n" + TOOL, "unknown attribute 'iam::other'"),
        ("#define tool(x) noreturn\n" + TOOL, "unknown attribute 'iam::noreturn'"),
        ("[[iam::tool::more]] int add(int a);\n", "IAM10"),
        ("#define PASTE(a, b) a##b\n[[PASTE(iam, ::)tool]] int add(int a);\n", "IAM10"),
        ("[[iam:: tool({.name = \"a\", .name = \"b\"})]] int add(int a);\n", "IAM10"),
        ("#define X X [[iam::tool]] X\nX int add(int a);\n", "IAM10"),
        ("[[]]([[using", "[IAM1000]"),  # which clang 19 does not survive
    ):
        desk.refused(HEAD + text, sentence)


def test_a_macro_called_iam_hides_no_tag_unnoticed(desk):
    for definition in ("#define iam gnu\n", "#define iam\n", "#define iam 1\n"):
        desk.refused(HEAD + definition + TOOL, "[IAM1016]", "list.hpp:3:9: note: the macro is defined here")
    done = desk.refused(TOOL, "[IAM1016]", flags=("-Diam=gnu",))
    expect("note:" not in done.stderr, done.stderr)
    desk.accepted(HEAD + "#define iam gnu\n#undef iam\n" + TOOL, "add")


def test_attributes_in_templates_are_refused_and_in_their_full_specialisations_they_count(desk):
    for text in (f"template <class T> struct Box {{ {TAG} T get(); }};\n", f"template <class T> struct Box {{ {TAG} static int get(); }};\n",
                 f"template <class T> {TAG} T f(T a);\n", f"template <class T> T f(T a);\ntemplate <> {TAG} int f<int>(int a);\n",
                 f"{TAG} int f(auto a);\n",
                 f"template <class T> struct Box {{ template <class U> {TAG} U get(); }};\ntemplate struct Box<int>;\n"):
        desk.refused(HEAD + text, "[IAM2002]")
    desk.refused(HEAD + "template <class T> struct Box { [[iam::range(0, T::max)]] int x; };\nstruct M { static constexpr int max = 7; };\n"
                 + TOOL.replace("int a = 1", "Box<M> a"), "[IAM1004]")
    desk.accepted(HEAD + f"template <class T> struct Box;\ntemplate <> struct Box<int> {{ /// F.\n{TAG} static int get(); }};\n", "get")
    desk.accepted(HEAD + f"template <class T> struct Box {{ int get(); }};\ntemplate <> {TAG} int Box<char>::get();\n", "get")
    tools = desk.accepted(HEAD + "template <class T> struct Box { [[iam::range(0, 5)]] T x; };\n" + TOOL.replace("int a = 1", "Box<int> a"), "add")
    equal(tools["add"]["inputSchema"]["properties"]["a"]["properties"]["x"]["maximum"], 5)


def test_tags_in_system_headers_are_refused_and_listed_headers_count_wherever_they_lie(desk):
    desk.write("vendor/vendor.hpp", HEAD + TOOL)
    system = ("-isystem", "vendor")
    desk.refused(HEAD + "#include <vendor.hpp>\n", "[IAM1010]", flags=system)
    desk.write("list.hpp", HEAD + "#include <vendor.hpp>\n" + TOOL.replace("add", "own"))
    done = desk.run(headers=("list.hpp", "vendor/vendor.hpp"), flags=system)
    equal((done.returncode, done.stderr), (0, ""))
    equal({name: tool["description"] for name, tool in desk.tools().items()}, {"add": "Adds.", "own": "Adds."})
    desk.write("vendor/vendor.hpp", HEAD + TOOL.replace("iam::tool", "iam::tol"))
    done = desk.run(headers=("list.hpp", "vendor/vendor.hpp"), flags=system)
    equal(done.returncode, 1)
    expect("[IAM1001]" in done.stderr, done.stderr)
    shutil.rmtree(desk.root / "out")
    desk.refused("#pragma GCC system_header\n" + HEAD + TOOL.replace("iam::tool", "iam::tol"), "[IAM1001]")
    desk.write("list.hpp", "#pragma GCC system_header\n" + HEAD + TOOL)
    equal((desk.run().returncode, desk.run().stderr), (0, ""))


def test_bytes_that_are_no_plain_text_are_refused_or_harmless(desk):
    text = HEAD + TOOL
    for harmless in (text.replace("\n", "\r\n"), "\ufeff" + text, text.rstrip("\n"), text.replace("int add", "int\0add"), text + "\x1a\n",
                     (text + "/* \xe4 */\n").encode("latin-1"), HEAD + TOOL.replace("= 1", "\t\v\f = 1")):
        desk.write("list.hpp", harmless)
        done = desk.run()
        equal((done.returncode, done.stderr), (0, "") if harmless != text + "\x1a\n" else (done.returncode, done.stderr))
        if done.returncode == 0:
            equal(desk.tools()["add"]["description"], "Adds.")
    shutil.rmtree(desk.root / "out", ignore_errors=True)
    desk.refused(text.replace("Adds", "Ad\0ds"), "[IAM1012]")
    desk.refused(text.replace("\n", "\r"), "[IAM1012]")
    desk.refused(text.replace("Adds", "Ad\u202eds"), "[IAM1012]")
    desk.refused(text.replace("Adds", "Ad\xe4ds").encode("latin-1"), "[IAM1013]")
    desk.refused(text.replace("int add", "int \xe4dd").encode("latin-1"), "not valid UTF-8")
    desk.refused(os.urandom(0) + bytes(range(256)) * 400 + b"\n[[iam::tool]]", "IAM10")


def test_a_line_of_ten_megabytes_is_read_and_shown_in_part(desk):
    blanks = " " * (10 * MB)
    desk.accepted(HEAD + f"/* {'x' * 10 * MB} */ int {'y' * 10 * MB}; " + TOOL.replace("int a", blanks + "int a"), "add")
    shutil.rmtree(desk.root / "out")
    done = desk.refused(HEAD + TOOL + blanks + " broken here(;" + blanks + "\n", "error: unknown type name 'broken'", "| ...", "...\n")
    expect(len(done.stderr) < 20_000, len(done.stderr))


# Places


def test_what_is_no_readable_file_in_place_of_a_header_is_named(desk):
    (desk.root / "folder.hpp").mkdir()
    desk.refused(None, "folder.hpp: error:", headers=("folder.hpp",))
    os.mkfifo(desk.root / "pipe.hpp")
    desk.refused(None, "pipe.hpp: error:", headers=("pipe.hpp",))
    desk.refused(HEAD + '#include "pipe.hpp"\n' + TOOL, "cannot open file './pipe.hpp'")
    desk.refused(HEAD + TOOL, "pipe.hpp'", flags=("-include", "pipe.hpp"))
    (desk.root / "loop.hpp").symlink_to("loop.hpp")
    desk.refused(None, "loop.hpp: error:", headers=("loop.hpp",))
    (desk.root / "lost.hpp").symlink_to("nowhere")
    desk.refused(None, "lost.hpp: error:", headers=("lost.hpp",))
    desk.write("list.hpp", HEAD + TOOL)
    done = desk.run(headers=("list.hpp", "pipe.hpp"))
    equal((done.returncode, desk.names()), (1, []))


def as_nobody(desk):
    """For a run without the rights of root."""
    if os.geteuid() != 0:
        return {}
    for path in (desk.root, desk.root / "out"):
        if path.is_dir():
            path.chmod(0o777)
    nobody = {"user": 65534, "group": 65534, "extra_groups": []}
    try:
        subprocess.run([desk.iam_gen, "--version"], check=True, capture_output=True, cwd=desk.root, **nobody)
    except (OSError, subprocess.SubprocessError):
        raise Skip("nobody but root may run iam-gen here") from None
    return nobody


def test_a_header_that_may_not_be_read_and_a_folder_that_may_not_be_written_are_named(desk):
    desk.write("list.hpp", HEAD + TOOL).chmod(0)
    desk.refused(None, "list.hpp: error: cannot open file './list.hpp': Permission denied", **as_nobody(desk))
    desk.write("list.hpp", HEAD + TOOL)
    (desk.root / "out").mkdir(mode=0o555)
    nobody = as_nobody(desk)
    (desk.root / "out").chmod(0o555)
    desk.refused(None, "cannot write 'out/", "Permission denied", **nobody)


def test_what_is_no_file_in_place_of_an_output_is_named_and_left_alone(desk):
    desk.write("list.hpp", HEAD + TOOL)
    for name in (*OUTPUTS, "desk.stamp"):
        for make in (os.mkdir, os.mkfifo):
            if (make, name) == (os.mkfifo, "desk.stamp"):
                continue  # is written to
            (desk.root / "out").mkdir()
            make(desk.root / "out" / name)
            done = desk.run()
            equal(done.returncode, 1, name)
            expect(f"cannot replace 'out/{name}'" in done.stderr, done.stderr)
            if name in OUTPUTS:
                equal(desk.names(), [name])
            shutil.rmtree(desk.root / "out")
    (desk.root / "out").write_text("a file")
    equal(desk.run().returncode, 1)
    equal((desk.root / "out").read_text(), "a file")


def test_devices_are_written_to_and_not_replaced(desk):
    desk.write("list.hpp", HEAD + TOOL + "int broken(;\n")
    if not pathlib.Path("/dev/full").is_char_device():
        raise Skip("/dev/full is not there")
    # Links, so that a generator that gets this wrong costs the machine nothing.
    full, output = desk.root / "full", desk.root / "output"
    full.symlink_to("/dev/full")
    output.symlink_to("/dev/stdout")
    done = desk.run("--diagnostics-format", "json", "--diagnostics-file", "full")
    equal(done.returncode, 1)
    expect("cannot write 'full': No space left on device" in done.stderr, done.stderr)
    done = desk.run("--diagnostics-format", "json", "--diagnostics-file", "output")
    equal(json.loads(done.stdout)["diagnostics"][0]["id"], "IAM1000")
    expect(full.is_char_device() and output.is_symlink(), "they are what they were")


if __name__ == "__main__":
    sys.exit(main(globals(), __doc__))
