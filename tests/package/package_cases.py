"""The installed package in the hands of a stand-alone project."""
import contextlib
import json
import os
import pathlib
import subprocess

from project import Project, Skipped, Toolchain, edit, fresh_folder, run, snapshot, succeeds, write_if_changed

HERE = pathlib.Path(__file__).resolve().parent


def generate_only(project: Project, environment: dict[str, str], **options) -> dict[str, bytes]:
    """The bytes that the generator writes; nothing is compiled."""
    succeeds(project.configure(environment=environment, **options))
    stamp = f"iam-generated/{project.toolchain.build_type}/notebook.stamp"
    succeeds(project.build("--target", stamp, environment=environment, **options))
    return {name: content for name, (_, content) in snapshot(project.generated_dir).items()}


def assert_same_bytes(folder: pathlib.Path, first: dict[str, bytes], second: dict[str, bytes]) -> None:
    assert first == second, [name for name in first if first[name] != second.get(name)]
    assert sorted(first) == ["notebook.iam.hpp", "notebook.iam.register.cpp", "notebook.tools.json", "notes.iam.cpp"]
    for name, content in first.items():
        assert str(folder).encode() not in content, f"{name} names the folder it was made in"


def two_checkouts(toolchain: Toolchain, folder: pathlib.Path) -> tuple[Project, Project]:
    projects = (Project(toolchain, fresh_folder(folder / "one")), Project(toolchain, fresh_folder(folder / "another folder" / "deeper")))
    for project in projects:
        project.reset_sources()
    return projects


def test_two_checkouts_give_the_same_bytes(toolchain: Toolchain, folder: pathlib.Path) -> None:
    one, two = two_checkouts(toolchain, folder)
    first = generate_only(one, {"LC_ALL": "C", "TZ": "UTC", "HOME": str(folder)}, umask=0o022)
    second = generate_only(two, {"LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo", "HOME": str(folder)}, umask=0o077)
    assert_same_bytes(folder, first, second)


def test_another_user_gets_the_same_bytes(toolchain: Toolchain, folder: pathlib.Path) -> None:
    other = {"user": 65534, "group": 65534, "extra_groups": []}
    if os.geteuid() != 0:
        raise Skipped("only root can become another user")
    # Whoever it is has to reach the folder and the compilers.
    fresh_folder(folder)
    reaches = subprocess.run(["test", "-x", toolchain.prefix / "bin" / "iam-gen", "-a", "-x", folder], check=False, **other)
    if reaches.returncode != 0:
        raise Skipped("another user does not reach the installed iam-gen")
    one, two = two_checkouts(toolchain, folder)
    first = generate_only(one, {"HOME": str(folder)})
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, other["user"], other["group"])
    assert_same_bytes(folder, first, generate_only(two, {"HOME": str(folder)}, **other))


def notes(project: Project, *arguments: str) -> subprocess.CompletedProcess:
    """The program, with its state and its file in the project's folder, and nobody at a
    terminal."""
    home = project.build_dir.parent / "home"
    home.mkdir(exist_ok=True)
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "XDG_STATE_HOME": str(home / "state")}
    return subprocess.run([project.build_dir / "notes", *arguments], cwd=home, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False, start_new_session=True)


def told(done: subprocess.CompletedProcess, code: int = 0) -> dict:
    """What --json said on standard output."""
    if done.returncode != code:
        raise AssertionError(f"exit code {done.returncode}, expected {code}:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def test_the_program_calls_records_and_undoes(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = Project(toolchain, folder)
    project.make_current("-DNOTEBOOK_PROGRAM=ON")
    fresh_folder(folder / "home")
    file = folder / "home" / "notes.txt"
    assert notes(project, "call", "add_note", '{"text":"a"}').returncode == 5, "nobody was there to allow it"
    assert not file.exists()
    assert notes(project, "policy", "set", "add_note", "allow").returncode == 0
    called = told(notes(project, "call", "add_note", '{"text":"ab","copies":2}', "--json"))
    assert called["result"] == {"number": 1, "text": "abab"}, called
    assert file.read_text() == "abab\n"
    assert notes(project, "call", "add_note", '{"text":"ab","copies":10}').returncode == 3, "over the bound"
    assert notes(project, "undo", called["entry"]).returncode == 0
    assert file.read_text() == ""
    assert notes(project, "audit", "verify").returncode == 11
    assert (folder / "home" / "state" / "notebook").is_dir(), "the state is named after the target"


def test_two_targets_with_tools_stand_side_by_side(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = Project(toolchain, folder)
    project.make_current("-DNOTEBOOK_PROGRAM=ON", "-DNOTEBOOK_CHORES=ON")
    listed = notes(project, "tools").stdout
    for tool in ("add_note", "count_notes", "next_task"):
        assert tool in listed, listed
    called = told(notes(project, "call", "next_task", '{"area":"attic"}', "--json"))
    assert called["result"] == "tidy up the attic", called


def test_flags_of_the_target_reach_the_generator(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = Project(toolchain, folder / "a folder with spaces")
    project.reset_sources()
    edit(project.source / "CMakeLists.txt", "add_library(notebook STATIC notes.cpp)",
         "add_library(notebook STATIC notes.cpp)\ntarget_compile_options(notebook PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>\n"
         "  \"SHELL:-DNOTEBOOK_PAIR='{1, 2}' -DNOTEBOOK_SHELL\")\n"
         "set_target_properties(notebook PROPERTIES CXX_STANDARD 23 CXX_EXTENSIONS OFF UNITY_BUILD ON)")
    edit(project.source / "notes.hpp", "#ifdef NOTEBOOK_EXTRA\n",
         "#ifdef NOTEBOOK_EXTRA\nstatic_assert(sizeof(NOTEBOOK_WORDS) == 10);\nstatic_assert(__cplusplus > 202002L);\n"
         "#ifndef NOTEBOOK_SHELL\n#error the words of an option for the shell\n#endif\n"
         "inline constexpr int k_pair[] = NOTEBOOK_PAIR;\n")
    succeeds(project.configure("-DNOTEBOOK_EXTRA=ON"))
    succeeds(project.build())
    catalogue = json.loads((project.generated_dir / "notebook.tools.json").read_text())
    assert [tool["name"] for tool in catalogue["tools"]] == ["add_note", "clear_notes", "count_notes"]


LIBRARY = """#pragma once
#include <iam/annotations.hpp>
/// Rings.
[[iam::tool({.idempotent = true})]] void ring();
"""
LIBRARIES = """
add_library(imported INTERFACE IMPORTED)
target_include_directories(imported INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/library)
add_library(through INTERFACE)
target_link_libraries(through INTERFACE imported)
add_library(own INTERFACE)
target_include_directories(own SYSTEM INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/library)
target_link_libraries(notebook PRIVATE %s)
"""


def test_headers_of_imported_libraries_are_system_headers(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = Project(toolchain, folder)
    for library in ("through", "own"):
        project.reset_sources()
        write_if_changed(project.source / "library" / "bell.hpp", LIBRARY)
        edit(project.source / "notes.hpp", "#include <bounds.hpp>", "#include <bounds.hpp>\n#include <bell.hpp>")
        # Libraries may be linked after the call.
        lists = project.source / "CMakeLists.txt"
        lists.write_text(lists.read_text() + LIBRARIES % library)
        succeeds(project.configure())
        built = project.build()
        assert built.code != 0 and "IAM1010" in built.output, f"{library}:\n{built.output}"


WRONG_CALLS = {
    "iam_generate_tools(missing HEADERS notes.hpp)": "there is no such target",
    "iam_generate_tools(notebook HEADERS notes.hpp LOCKS a.json)": "there is no file",
    "iam_generate_tools(notebook LOCK a.json)": "HEADERS is empty",
    "iam_generate_tools(notebook HEADERS notes.hpp LOCK)": "LOCK wants a value",
    "iam_generate_tools(notebook notes.hpp)": "unknown argument notes.hpp",
    "iam_generate_tools(notebook HEADERS notes.hpp PROFILE strict)": "there is no PROFILE strict",
    "iam_generate_tools(notebook HEADERS notes.hpp NAME_PREFIX note.book)": "NAME_PREFIX takes the word namespace",
    "iam_generate_tools(notebook HEADERS notes.hpp LINT gemini opanai)": "there is no profile opanai",
    "iam_generate_tools(notebook HEADERS notes.hpp ./notes.hpp)": "names ./notes.hpp twice",
    "iam_generate_tools(notebook HEADERS notes.hpp ROOT nowhere)": "there is no such folder",
    "iam_generate_tools(notebook HEADERS ../outside.hpp)": "Name one that holds the header: ROOT",
    "add_library(only INTERFACE)\niam_generate_tools(only HEADERS notes.hpp)": "an INTERFACE library compiles nothing",
    "iam_generate_tools(notebook HEADERS notes.hpp)\niam_generate_tools(notebook HEADERS tasks.hpp)": "was called for it already",
    "add_subdirectory(include)": "call this function there",
    "add_library(note.book notes.cpp)\niam_generate_tools(note.book HEADERS notes.hpp)\n"
    "add_library(note-book notes.cpp)\niam_generate_tools(note-book HEADERS tasks.hpp)": "note.book has a function register_note_book_tools",
    "add_library(alias ALIAS notebook)\niam_generate_tools(alias HEADERS notes.hpp)": "is an alias",
}


def test_wrong_arguments_stop_with_a_sentence(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = Project(toolchain, folder)
    project.reset_sources()
    line = "iam_generate_tools(notebook HEADERS ${NOTEBOOK_HEADERS} LOCK notebook.tools.lock.json)"
    for call, sentence in WRONG_CALLS.items():
        project.reset_sources()
        edit(project.source / "CMakeLists.txt", line, call)
        (project.source / "include" / "CMakeLists.txt").write_text("iam_generate_tools(notebook HEADERS bounds.hpp)\n")
        configured = project.configure()
        # CMake breaks long messages into lines.
        words = " ".join(configured.output.split())
        assert configured.code != 0, f"accepted: {call}"
        assert sentence in words, f"{call}:\n{configured.output}"


def test_the_lock_is_checked_and_never_fails_the_build(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = Project(toolchain, folder)
    lock = project.source / "notebook.tools.lock.json"
    project.make_current()
    missing = project.ctest("-R", "notebook.tools.lock")
    assert missing.code != 0 and "--target notebook_lock" in missing.output, missing.output

    succeeds(project.build("--target", "notebook_lock"))
    written = lock.read_bytes()
    succeeds(project.ctest("-R", "notebook.tools.lock"))
    edit(project.source / "notes.hpp", "namespace notebook {\n\nstruct", "// one line further down\nnamespace notebook {\n\nstruct")
    succeeds(project.build())
    succeeds(project.ctest("-R", "notebook.tools.lock"))

    edit(project.source / "include" / "bounds.hpp", "k_copies_max = 9", "k_copies_max = 7")
    succeeds(project.build())
    different = project.ctest("-R", "notebook.tools.lock")
    assert different.code != 0, different.output
    for words in ["add_note: /inputSchema/properties/copies: maximum lowered", "[I25]", 'only before: {"copies":8']:
        assert words in different.output, different.output
    command = next(line.split("To accept all of it:", 1)[1].strip() for line in different.output.splitlines() if "To accept all of it:" in line)
    assert lock.read_bytes() == written, "a check writes nothing"
    succeeds(run(["bash", "-c", command], cwd=project.source))
    succeeds(project.ctest("-R", "notebook.tools.lock"))


def test_several_targets_have_one_lock(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = Project(toolchain, folder)
    lock = project.source / "notebook.tools.lock.json"
    project.make_current("-DNOTEBOOK_CHORES=ON", "-DCHORES_LOCK=./notebook.tools.lock.json")
    for target in ("chores_lock", "notebook_lock"):
        lock.unlink(missing_ok=True)
        succeeds(project.build("--target", target))
        assert [tool["name"] for tool in json.loads(lock.read_text())["tools"]] == ["add_note", "count_notes", "next_task"]
    checked = project.ctest("-R", "tools.lock")
    succeeds(checked)
    assert "out of 1" in checked.output, checked.output
    edit(project.source / "tasks.hpp", "next_task", "first_task")
    edit(project.source / "tasks.cpp", "next_task", "first_task")
    succeeds(project.build())
    different = project.ctest("-R", "tools.lock")
    assert different.code != 0 and "[T01]" in different.output and "--target notebook_lock" in different.output, different.output


def installed_files(toolchain: Toolchain) -> list[str]:
    files = sorted(path.relative_to(toolchain.prefix).as_posix() for path in toolchain.prefix.rglob("*") if path.is_file())
    config = f"iamTargets-{toolchain.build_type.lower() or 'noconfig'}.cmake"
    return [name.replace(config, "iamTargets-<config>.cmake") for name in files]


def test_installed_files_are_those_that_we_mean(toolchain: Toolchain, folder: pathlib.Path) -> None:
    golden = HERE / "installed_files.golden"
    text = "\n".join(installed_files(toolchain)) + "\n"
    if os.environ.get("IAM_UPDATE_GOLDEN") == "1":
        write_if_changed(golden, text)
    expected = golden.read_text().splitlines()
    actual = text.splitlines()
    with contextlib.suppress(ValueError):
        expected.remove("")
    changes = [f"+ {name}" for name in actual if name not in expected] + [f"- {name}" for name in expected if name not in actual]
    assert not changes, "\n".join([*changes, "if this is meant: IAM_UPDATE_GOLDEN=1 ctest -R package/installed"])
    for path in toolchain.prefix.rglob("*.cmake"):
        text = path.read_text()
        assert str(HERE.parents[1]) not in text, f"{path} names the source tree"
