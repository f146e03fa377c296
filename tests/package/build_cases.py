"""The builds that users have: their compilers, kinds of targets, flags and folders."""
# Tests of generator/cli/collect.cpp.
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess

from project import Project, Skipped, Toolchain, edit, fresh_folder, run, snapshot, stops, succeeds

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = "add_library(notebook STATIC notes.cpp)"
GENERATE = "iam_generate_tools(notebook HEADERS ${NOTEBOOK_HEADERS} LOCK notebook.tools.lock.json)"


def fresh_project(toolchain: Toolchain, folder: pathlib.Path, generator: str = "Ninja") -> Project:
    project = Project(toolchain, fresh_folder(folder), generator)
    project.reset_sources()
    return project


def tools_of(project: Project, configuration: str = "") -> list[str]:
    folder = project.build_dir / "iam-generated" / (configuration or project.toolchain.build_type)
    return [tool["name"] for tool in json.loads((folder / "notebook.tools.json").read_text())["tools"]]


def listed_by_program(project: Project, configuration: str = "") -> str:
    """What the program says that it has: linked, started, every tool registered."""
    home = fresh_folder(project.build_dir.parent / "home")
    done = subprocess.run([project.build_dir / configuration / "notes", "tools"], cwd=home, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                          env={"PATH": os.environ["PATH"], "HOME": str(home), "XDG_STATE_HOME": str(home / "state")})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build_program(project: Project, *arguments: str) -> None:
    succeeds(project.configure("-DNOTEBOOK_PROGRAM=ON", *arguments))
    succeeds(project.build())
    assert "add_note" in listed_by_program(project)
    again = project.build()
    assert again.did_nothing, again.output


def test_each_configuration_of_ninja_multi_config_has_its_own_tools(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(toolchain, folder, "Ninja Multi-Config")
    edit(project.source / "CMakeLists.txt", LIBRARY,
         f"{LIBRARY}\ntarget_compile_definitions(notebook PUBLIC $<$<CONFIG:Release>:NOTEBOOK_EXTRA=1>)\n"
         "set_target_properties(notebook PROPERTIES UNITY_BUILD ON)")
    succeeds(project.configure("-DNOTEBOOK_PROGRAM=ON"))
    for configuration, count in {"Debug": 2, "Release": 3}.items():
        succeeds(project.build("--config", configuration))
        assert len(tools_of(project, configuration)) == count, configuration
        assert ("clear_notes" in listed_by_program(project, configuration)) == (count == 3), configuration
        again = project.build("--config", configuration)
        assert again.did_nothing, again.output
    succeeds(project.build("--target", "notebook_lock", "--config", "Debug"))
    locked = project.ctest("-R", "notebook.tools.lock", "-C", "Debug")
    assert locked.code == 0, locked.output


def with_compiler(toolchain: Toolchain, compiler: str) -> Toolchain:
    path = shutil.which(compiler)
    if path is None:
        raise Skipped(f"there is no {compiler}")
    return dataclasses.replace(toolchain, compiler=path, flags="")


def test_the_project_may_be_compiled_by_clang_14(toolchain: Toolchain, folder: pathlib.Path) -> None:
    build_program(fresh_project(with_compiler(toolchain, "clang++-14"), folder))


def test_the_project_may_be_compiled_by_clang_19(toolchain: Toolchain, folder: pathlib.Path) -> None:
    build_program(fresh_project(with_compiler(toolchain, "clang++-19"), folder))


FLAGS_OF_GCC = ("-fmodules-ts", "-fconcepts", "-fno-gnu-unique", "-fanalyzer", "-fconcepts-diagnostics-depth=3", "-fno-implicit-inline-templates",
                "-mno-avx256-split-unaligned-load", "-fcondition-coverage", "-fprofile-abs-path", "-fhardened", "-Wduplicated-cond", "-Wlogical-op",
                "-fno-such-flag-of-a-later-gcc", "-Werror", "-pedantic-errors")


def test_flags_that_clang_does_not_know_do_not_reach_it(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(toolchain, folder)
    edit(project.source / "CMakeLists.txt", LIBRARY, f"{LIBRARY}\ntarget_compile_options(notebook PRIVATE {' '.join(FLAGS_OF_GCC)})")
    succeeds(project.configure())
    # GCC 12 itself does not know all of them: nothing is compiled.
    built = succeeds(project.build("--target", f"iam-generated/{toolchain.build_type}/notebook.stamp"))
    assert "unknown" not in built.output and "unused" not in built.output and "ignored" not in built.output, built.output
    assert "'-fmodules-ts' is left out" in built.output and "IAM1017" in built.output, built.output
    assert tools_of(project) == ["add_note", "count_notes"]


def test_flags_that_make_clang_like_another_compiler_reach_the_parser(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(with_compiler(toolchain, "clang++-19"), folder)
    edit(project.source / "CMakeLists.txt", LIBRARY, f"{LIBRARY}\ntarget_compile_options(notebook PRIVATE -fms-compatibility -fms-compatibility-version=19.33)")
    # A word of MSVC, which clang takes for a name without the flag.
    edit(project.source / "notes.hpp", "int count_notes();", "__int64 count_notes();")
    succeeds(project.configure())
    # libstdc++ as a whole does not compile so: what is asked is whether the parser reads the header
    # as the compiler would.
    succeeds(project.build("--target", f"iam-generated/{toolchain.build_type}/notebook.stamp"))
    assert tools_of(project) == ["add_note", "count_notes"]


PRECOMPILED = """
target_precompile_headers(notebook PRIVATE <string> <vector> "words.hpp" [["more words.hpp"]])
"""


def test_headers_may_rely_on_what_is_precompiled(toolchain: Toolchain, folder: pathlib.Path) -> None:
    for compiler in (toolchain.compiler, "clang++-19"):
        project = fresh_project(with_compiler(toolchain, compiler), folder)
        (project.source / "words.hpp").write_text("#pragma once\n#define NOTEBOOK_WORD int\n")
        (project.source / "more words.hpp").write_text("#pragma once\nusing MoreWords = std::vector<int>;\n")
        edit(project.source / "CMakeLists.txt", LIBRARY, LIBRARY + PRECOMPILED + "add_library(totals STATIC second.cpp)\n"
             "target_precompile_headers(totals REUSE_FROM notebook)\niam_generate_tools(totals HEADERS second.hpp)")
        edit(project.source / "notes.hpp", "int count_notes();", "NOTEBOOK_WORD count_notes();")
        edit(project.source / "notes.hpp", "#include <string>\n", "")
        (project.source / "second.hpp").write_text("#pragma once\n#include <iam/annotations.hpp>\n/// Counts.\n"
                                                   "[[iam::tool({.read_only = true})]] NOTEBOOK_WORD total(MoreWords numbers);\n")
        (project.source / "second.cpp").write_text('#include "second.hpp"\nNOTEBOOK_WORD total(MoreWords numbers) { return int(numbers.size()); }\n')
        # GCC takes a precompiled header only for the very same options.
        edit(project.source / "CMakeLists.txt", "enable_testing()", "enable_testing()\nadd_compile_options(-Wall -Wextra -Wpedantic -Werror)")
        edit(project.source / "CMakeLists.txt", "target_compile_options(notebook PRIVATE $<$<CXX_COMPILER_ID:GNU,Clang>:-Wall -Wextra -Wpedantic -Werror>)\n", "")
        edit(project.source / "CMakeLists.txt", "target_include_directories(notebook PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include)",
             "include_directories(${CMAKE_CURRENT_SOURCE_DIR}/include)")
        succeeds(project.configure())
        succeeds(project.build())
        assert tools_of(project) == ["add_note", "count_notes"]


def test_standard_headers_are_precompiled_from_the_second_run_on(toolchain: Toolchain, folder: pathlib.Path) -> None:
    for option, files in (("ON", 1), ("OFF", 0)):
        project = fresh_project(toolchain, folder)
        stamp = f"iam-generated/{toolchain.build_type}/notebook.stamp"
        succeeds(project.configure(f"-DIAM_GEN_PREFIX={option}"))
        for changed in ("int count_notes();", "int tally_notes();", "int weigh_notes();"):
            edit(project.source / "notes.hpp", "int count_notes();", changed)
            succeeds(project.build("--target", stamp))
            assert tools_of(project) == sorted(["add_note", changed[4:-3]]), changed
            edit(project.source / "notes.hpp", changed, "int count_notes();")
        assert len(list(project.build_dir.glob("**/prefix/*.pch"))) == files
        succeeds(project.build())
        again = project.build()
        assert again.did_nothing, again.output


def test_tags_behind_macros_are_found_where_these_are_named(toolchain: Toolchain, folder: pathlib.Path) -> None:
    for argument, tools in (("", []), ("TAG_MACROS NOTEBOOK_TOOL", ["total"])):
        project = fresh_project(toolchain, folder)
        (project.source / "macros.hpp").write_text("#pragma once\n#define NOTEBOOK_TOOL [[iam::tool({.read_only = true})]]\n")
        (project.source / "total.hpp").write_text('#pragma once\n#include "macros.hpp"\n/// Counts.\nNOTEBOOK_TOOL int total();\n')
        (project.source / "total.cpp").write_text('#include "total.hpp"\nint total() { return 3; }\n')
        edit(project.source / "CMakeLists.txt", GENERATE, f"{GENERATE}\nadd_library(totals STATIC total.cpp)\niam_generate_tools(totals HEADERS total.hpp {argument})")
        succeeds(project.configure())
        succeeds(project.build())
        manifest = json.loads((project.build_dir / "iam-generated" / toolchain.build_type / "totals.tools.json").read_text())
        assert [tool["name"] for tool in manifest["tools"]] == tools


def test_tools_of_several_targets_are_collected_and_two_of_one_name_are_found(toolchain: Toolchain, folder: pathlib.Path) -> None:
    for generator in ("Ninja", "Unix Makefiles"):
        project = fresh_project(toolchain, folder, generator)
        with (project.source / "CMakeLists.txt").open("a") as lists:
            lists.write("iam_collect_tools(everything FROM notebook chores)\n")
        succeeds(project.configure("-DNOTEBOOK_CHORES=ON"))
        succeeds(project.build("--target", "everything"))
        collected = project.build_dir / "iam-generated" / toolchain.build_type / "everything.tools.json"
        assert [tool["name"] for tool in json.loads(collected.read_text())["tools"]] == ["add_note", "count_notes", "next_task"]
        succeeds(project.build())
        again = project.build()
        assert again.did_nothing, again.output
        before = collected.read_text()
        edit(project.source / "tasks.hpp", ".policy = iam::allow", '.name = "add_note", .policy = iam::allow')
        failed = project.build()
        assert failed.code != 0 and "tasks.hpp:14" in failed.output and "notes.hpp:" in failed.output and "'add_note'" in failed.output, failed.output
        assert collected.read_text() == before
        edit(project.source / "tasks.hpp", '"add_note"', '"next_chore"')
        succeeds(project.build())
        assert "next_chore" in collected.read_text()


def test_tools_of_an_installed_library_are_collected_with_the_project_s_own(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(toolchain, folder)
    with (project.source / "CMakeLists.txt").open("a") as lists:
        lists.write("install(FILES $<TARGET_PROPERTY:chores,IAM_MANIFEST> DESTINATION share/chores)\n")
    succeeds(project.configure("-DNOTEBOOK_CHORES=ON", f"-DCMAKE_INSTALL_PREFIX={folder / 'vendor'}"))
    succeeds(project.build())
    succeeds(run(["cmake", "--install", str(project.build_dir)]))
    # What the vendor's package says of its library.
    project.reset_sources()
    with (project.source / "CMakeLists.txt").open("a") as lists:
        lists.write("add_library(vendor::chores INTERFACE IMPORTED)\n"
                    f"set_target_properties(vendor::chores PROPERTIES IAM_MANIFEST [[{folder / 'vendor/share/chores/chores.tools.json'}]])\n"
                    "iam_collect_tools(everything FROM notebook vendor::chores)\n")
    succeeds(project.configure("-DNOTEBOOK_CHORES=OFF"))
    succeeds(project.build("--target", "everything"))
    collected = project.build_dir / "iam-generated" / toolchain.build_type / "everything.tools.json"
    assert [tool["name"] for tool in json.loads(collected.read_text())["tools"]] == ["add_note", "count_notes", "next_task"]


def test_who_asks_for_iam_gen_is_not_given_a_package_without_it(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(toolchain, folder)
    find = "find_package(iam REQUIRED COMPONENTS gen)"
    edit(project.source / "CMakeLists.txt", "find_package(iam REQUIRED)", find)
    succeeds(project.configure())
    # A build without LLVM installs one that has no such target.
    package = folder / "package"
    shutil.copytree(toolchain.prefix, package, copy_function=os.link)
    for targets in package.rglob("iamTargets*.cmake"):
        text = targets.read_text().replace("iam::gen", "iam::nobody")
        targets.unlink()
        targets.write_text(text)
    without = fresh_project(dataclasses.replace(toolchain, prefix=package), folder / "without")
    edit(without.source / "CMakeLists.txt", "find_package(iam REQUIRED)", find)
    configured = without.configure()
    assert configured.code != 0 and "gen" in configured.output, configured.output


def test_what_cannot_be_collected_stops_the_configure_step(toolchain: Toolchain, folder: pathlib.Path) -> None:
    cases = {"everything": "say FROM", "notebook FROM notebook": "a target of this name", "everything FROM nothing": "nothing has no tools",
             "everything LOCK x FROM notebook": "nothing else"}
    for arguments, sentence in cases.items():
        project = fresh_project(toolchain, folder)
        with (project.source / "CMakeLists.txt").open("a") as lists:
            lists.write(f"iam_collect_tools({arguments})\n")
        configured = project.configure()
        said = " ".join(configured.output.split())
        assert configured.code != 0 and sentence in said, configured.output


def test_tools_of_object_and_shared_libraries_are_linked(toolchain: Toolchain, folder: pathlib.Path) -> None:
    for kind in ("OBJECT", "SHARED"):
        project = fresh_project(toolchain, folder)
        edit(project.source / "CMakeLists.txt", LIBRARY, LIBRARY.replace("STATIC", kind))
        build_program(project)


def test_tools_of_an_interface_library_are_made_by_one_beside_it(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(toolchain, folder)
    # All that the headers need comes from the INTERFACE library, which stays one.
    edit(project.source / "CMakeLists.txt", "find_package(iam REQUIRED)", "find_package(iam REQUIRED)\nadd_library(paper INTERFACE)\n"
         "target_include_directories(paper INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/paper)\ntarget_compile_definitions(paper INTERFACE PAPER_SIZES=4)\n"
         "add_library(paper_tools STATIC)\ntarget_link_libraries(paper_tools PUBLIC paper)\niam_generate_tools(paper_tools HEADERS paper/paper.hpp)")
    (project.source / "paper").mkdir()
    (project.source / "paper" / "sizes.hpp").write_text("#pragma once\ninline constexpr int k_sizes = PAPER_SIZES;\n")
    (project.source / "paper" / "paper.hpp").write_text("#pragma once\n#include <iam/annotations.hpp>\n#include <sizes.hpp>\n/// Counts.\n"
                                                        "[[iam::tool({.read_only = true})]] inline int count_sheets([[iam::range(1, k_sizes)]] int size) { return size; }\n")
    succeeds(project.configure())
    succeeds(project.build("--target", "paper_tools"))
    manifest = json.loads((project.generated_dir / "paper_tools.tools.json").read_text())
    assert [tool["inputSchema"]["properties"]["size"]["maximum"] for tool in manifest["tools"]] == [4]


def test_generator_expressions_reach_the_generator(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(toolchain, folder)
    edit(project.source / "CMakeLists.txt", "target_include_directories(notebook PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include)",
         "target_include_directories(notebook PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>\n"
         "  $<INSTALL_INTERFACE:include> $<$<BOOL:OFF>:/nowhere>)\n"
         "target_compile_definitions(notebook PUBLIC $<$<COMPILE_LANGUAGE:CXX>:NOTEBOOK_EXTRA=$<IF:$<BOOL:ON>,1,0>> \"NOTEBOOK_WORDS=\\\"two words\\\"\"\n"
         "  $<$<COMPILE_LANGUAGE:C>:NOTEBOOK_IN_C> $<$<NOT:$<TARGET_EXISTS:nobody>>:NOTEBOOK_ALONE>)")
    edit(project.source / "notes.hpp", "#ifdef NOTEBOOK_EXTRA\n",
         "#if NOTEBOOK_EXTRA != 1 || !defined(NOTEBOOK_ALONE) || defined(NOTEBOOK_IN_C)\n#error the definitions\n#endif\n#ifdef NOTEBOOK_EXTRA\n")
    succeeds(project.configure())
    succeeds(project.build())
    assert tools_of(project) == ["add_note", "clear_notes", "count_notes"]


def test_folders_may_have_blanks_and_letters_of_any_language(toolchain: Toolchain, folder: pathlib.Path) -> None:
    for generator in ("Ninja", "Unix Makefiles"):
        project = fresh_project(toolchain, folder / "Übung für 文書", generator)
        succeeds(project.configure())
        succeeds(project.build())
        again = project.build()
        assert again.did_nothing, again.output
        # The build tool understands the paths of the headers that were included.
        edit(project.source / "include" / "bounds.hpp", "k_copies_max = 9", "k_copies_max = 7")
        assert succeeds(project.build()).generated == ["notebook"], generator
        succeeds(project.build("--target", "notebook_lock"))
        succeeds(project.ctest("-R", "notebook.tools.lock"))
        code = (project.generated_dir / "notes.iam.cpp").read_text()
        assert '#include "notes.hpp"' in code, code[:500]


def test_the_source_tree_may_be_read_only(toolchain: Toolchain, folder: pathlib.Path) -> None:
    other = {"user": 65534, "group": 65534, "extra_groups": []}
    if os.geteuid() != 0:
        raise Skipped("only root can become a user who may not write there")
    project = fresh_project(toolchain, folder)
    project.build_dir.mkdir()
    os.chown(project.build_dir, other["user"], other["group"])
    if subprocess.run(["test", "-x", toolchain.prefix / "bin" / "iam-gen", "-a", "-x", project.source], check=False, **other).returncode != 0:
        raise Skipped("another user does not reach the installed iam-gen")
    assert subprocess.run(["test", "-w", project.source], check=False, **other).returncode != 0
    project = Project(dataclasses.replace(toolchain, launcher=""), folder)
    home = {"HOME": str(project.build_dir)}
    succeeds(project.configure(environment=home, **other))
    succeeds(project.build(environment=home, **other))
    assert tools_of(project) == ["add_note", "count_notes"]


def test_generated_files_are_in_the_compile_commands(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(toolchain, folder)
    succeeds(project.configure("-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"))
    commands = json.loads((project.build_dir / "compile_commands.json").read_text())
    compiled = {pathlib.Path(command["file"]).name for command in commands}
    assert compiled == {"notes.cpp", "notes.iam.cpp", "notebook.iam.register.cpp"}, compiled


CROSS = """set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
"""
K_MACHINE_OF_ELF = 18
K_AARCH64 = 183


def test_tools_are_made_for_another_machine(toolchain: Toolchain, folder: pathlib.Path) -> None:
    cross = with_compiler(toolchain, "aarch64-linux-gnu-g++")
    project = fresh_project(cross, folder)
    (folder / "toolchain.cmake").write_text(CROSS)
    edit(project.source / "CMakeLists.txt", LIBRARY, LIBRARY.replace("STATIC", "OBJECT"))
    edit(project.source / "notes.hpp", "namespace notebook {\n\nstruct",
         "#include <bits/wordsize.h>\n#ifndef __aarch64__\n#error another machine\n#endif\nstatic_assert(sizeof(long double) == 16 && __LDBL_MANT_DIG__ == 113);\n"
         "namespace notebook {\n\nstruct")
    # The package's own is one for this machine here; where it is not, the user names one that is.
    program = shutil.copy2(toolchain.prefix / "bin" / "iam-gen", folder / "iam-gen")
    # Nothing is linked here, so the libraries of the other machine need not be there.
    libraries = [f"-D{name}={folder}/nothing.so" for name in
                 ("RE2_LIBRARY", "Utf8proc_LIBRARY", "LibEdit_LIBRARY", "Md4c_LIBRARY", "SQLite3_LIBRARY", "PostgreSQL_LIBRARY", "ICU_UC_LIBRARY_RELEASE", "ICU_I18N_LIBRARY_RELEASE")]
    succeeds(project.configure(f"-DCMAKE_TOOLCHAIN_FILE={folder / 'toolchain.cmake'}", f"-DIAM_GEN_PROGRAM={program}", *libraries))
    built = succeeds(project.build("--verbose"))
    assert str(program) in built.output, built.output
    assert tools_of(project) == ["add_note", "count_notes"]
    for source in ("notes.iam.cpp", "notebook.iam.register.cpp"):
        (made,) = project.build_dir.rglob(f"{source}.o")
        header = made.read_bytes()[:20]
        assert int.from_bytes(header[K_MACHINE_OF_ELF:], "little") == K_AARCH64, source


def is_gcc(toolchain: Toolchain) -> bool:
    said = subprocess.run([toolchain.compiler, "--version"], capture_output=True, text=True, check=False).stdout
    return "Free Software Foundation" in said


def test_B2_headers_of_the_compiler_itself_are_found_behind_those_of_clang(toolchain: Toolchain, folder: pathlib.Path) -> None:
    if not is_gcc(toolchain):
        raise Skipped("the toolchain is not GCC")
    project = fresh_project(toolchain, folder)
    own = "#include <immintrin.h>\n#include <quadmath.h>\n" if os.uname().machine == "x86_64" else ""
    edit(project.source / "notes.hpp", "namespace notebook {\n\nstruct",
         f"#include <cstddef>\n#include <omp.h>\n{own}\ninline int threads() {{ return omp_get_max_threads(); }}\nnamespace notebook {{\n\nstruct")
    succeeds(project.configure())
    succeeds(project.build("--target", f"iam-generated/{toolchain.build_type}/notebook.stamp"))
    assert tools_of(project) == ["add_note", "count_notes"]


def test_B2_a_header_that_tells_the_compiler_something_else_fails_the_build(toolchain: Toolchain, folder: pathlib.Path) -> None:
    if not is_gcc(toolchain):
        raise Skipped("the toolchain is not GCC")
    project = fresh_project(toolchain, folder)
    edit(project.source / "notes.hpp", "namespace notebook {\n\nstruct",
         "#ifdef __clang__\n#define struct_of_notes struct\n#else\n#define struct_of_notes class\n#endif\nnamespace notebook {\n\nstruct_of_notes")
    succeeds(project.configure())
    failed = project.build()
    assert failed.code != 0 and "[IAM1020]" in failed.output, failed.output
    assert snapshot(project.generated_dir) == {}


def test_a_wrong_sysroot_fails_and_writes_nothing(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(toolchain, folder)
    edit(project.source / "CMakeLists.txt", LIBRARY, f"{LIBRARY}\ntarget_compile_options(notebook PRIVATE --sysroot=/nowhere --gcc-install-dir=/nowhere)")
    succeeds(project.configure())
    failed = project.build("--target", f"iam-generated/{toolchain.build_type}/notebook.stamp")
    assert failed.code != 0 and "error:" in failed.output, failed.output
    assert snapshot(project.generated_dir) == {}


FETCHED = """
include(FetchContent)
set(IAM_BUILD_GENERATOR OFF)
FetchContent_Declare(iam SOURCE_DIR "{root}")
FetchContent_MakeAvailable(iam)
"""


def test_the_library_may_be_fetched_instead_of_installed(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(toolchain, folder)
    edit(project.source / "CMakeLists.txt", "find_package(iam REQUIRED)", FETCHED.format(root=ROOT))
    program = toolchain.prefix / "bin" / "iam-gen"
    # The library's own modules are built by whoever tests them: a static library does not wait for
    # what it is linked with in the end.
    succeeds(project.configure(f"-DIAM_GEN_PROGRAM={program}", "-DCMAKE_OPTIMIZE_DEPENDENCIES=ON", "-DCMAKE_PREFIX_PATH=",
                               "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_CXX_FLAGS_DEBUG=-O0"))
    succeeds(project.build("--target", "notebook_lock"))
    succeeds(project.ctest("-R", "notebook.tools.lock"))
    assert tools_of(project) == ["add_note", "count_notes"]
    assert not list(project.build_dir.rglob("*iam_test*")), "the library's own tests are not the user's"


def test_the_library_may_be_a_folder_of_the_project(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(toolchain, folder)
    (project.source / "third_party").mkdir()
    (project.source / "third_party" / "iam").symlink_to(ROOT, target_is_directory=True)
    edit(project.source / "CMakeLists.txt", "find_package(iam REQUIRED)", "set(IAM_BUILD_GENERATOR OFF)\nadd_subdirectory(third_party/iam)")
    succeeds(project.configure(f"-DIAM_GEN_PROGRAM={toolchain.prefix / 'bin' / 'iam-gen'}", "-DCMAKE_OPTIMIZE_DEPENDENCIES=ON", "-DCMAKE_PREFIX_PATH="))
    # Nothing of the library is compiled for it, nor is anything of it among the tests of the
    # project.
    built = succeeds(project.build("--target", f"iam-generated/{toolchain.build_type}/notebook.stamp"))
    assert built.generated == ["notebook"] and built.compiled == [], built.output
    assert tools_of(project) == ["add_note", "count_notes"]
    listed = succeeds(project.ctest("-N"))
    assert "Total Tests: 1" in listed.output, listed.output


def pregenerated_project(toolchain: Toolchain, folder: pathlib.Path) -> Project:
    """The files of iam-gen are in the source tree."""
    project = fresh_project(toolchain, folder)
    edit(project.source / "CMakeLists.txt", GENERATE, "iam_generate_tools(notebook HEADERS ${NOTEBOOK_HEADERS} LOCK notebook.tools.lock.json PREGENERATED made)")
    succeeds(project.configure())
    missing = project.build("--target", "notebook_pregenerated")
    assert missing.code == 0, missing.output
    succeeds(project.build("--target", "notebook_lock"))
    return project


def test_committed_files_are_built_without_iam_gen(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = pregenerated_project(toolchain, folder)
    names = sorted(path.name for path in (project.source / "made").iterdir())
    assert names == ["notebook.iam.hpp", "notebook.iam.register.cpp", "notebook.sources.sha256", "notebook.tools.json", "notes.iam.cpp"], names
    made = {path.name: path.read_bytes() for path in (project.source / "made").iterdir()}
    shutil.rmtree(project.build_dir)
    # A checkout with other line ends is the same.
    for header in ("notes.hpp", "include/bounds.hpp"):
        path = project.source / header
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    configured = project.configure("-DNOTEBOOK_PROGRAM=ON", "-DIAM_USE_PREGENERATED=ON")
    succeeds(configured)
    built = succeeds(project.build())
    assert built.generated == [] and not (project.build_dir / "iam-generated").exists(), built.output
    assert "add_note" in listed_by_program(project)
    succeeds(project.ctest("-R", "notebook.tools.lock"))
    assert made == {path.name: path.read_bytes() for path in (project.source / "made").iterdir()}
    again = project.build()
    assert again.did_nothing, again.output


def test_committed_files_of_other_sources_stop_the_configure_step(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = pregenerated_project(toolchain, folder)
    made = project.source / "made"
    kept = {path: path.read_text() for path in [*made.iterdir(), project.source / "notes.hpp", project.source / "include" / "bounds.hpp"]}
    succeeds(project.configure("-DIAM_USE_PREGENERATED=ON"))
    spoilt = {
        "include/bounds.hpp has changed": lambda: edit(project.source / "include" / "bounds.hpp", "k_copies_max = 9", "k_copies_max = 7"),
        "include/bounds.hpp is gone": lambda: (project.source / "include" / "bounds.hpp").unlink(),
        "made/notes.iam.cpp": lambda: (made / "notes.iam.cpp").unlink(),
        "made/notebook.sources.sha256": lambda: (made / "notebook.sources.sha256").unlink(),
        "notebook_pregenerated": lambda: edit(project.source / "notes.hpp", "/// How many notes", "/// How many lines"),
        "is no list of digests": lambda: (made / "notebook.sources.sha256").write_text("<<<<<<< mine\n"),
    }
    for sentence, spoil in spoilt.items():
        spoil()
        stops(project.configure(), sentence)
        for path, text in kept.items():
            path.write_text(text)
    stops(project.configure("-DNOTEBOOK_HEADERS=notes.hpp;tasks.hpp"), "tasks.hpp is new among HEADERS")
    stops(project.configure("-DNOTEBOOK_HEADERS=tasks.hpp"), "notes.hpp is not among HEADERS any more")
    succeeds(project.configure("-DNOTEBOOK_HEADERS=notes.hpp"))
    # An edit after the configure step is found before anything is compiled.
    succeeds(project.build())
    edit(project.source / "notes.hpp", "/// How many notes", "/// How many lines")
    stops(project.build(), "notes.hpp has changed")


def test_committed_files_out_of_date_are_told_where_iam_gen_is(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = pregenerated_project(toolchain, folder)
    succeeds(project.ctest("-R", "notebook.tools.pregenerated"))
    edit(project.source / "include" / "bounds.hpp", "k_copies_max = 9", "k_copies_max = 7")
    succeeds(project.build())
    stale = project.ctest("-R", "notebook.tools.pregenerated")
    words = " ".join(stale.output.split())
    assert stale.code != 0 and "notebook.tools.json" in words and "--target notebook_pregenerated" in words, stale.output
    succeeds(project.build("--target", "notebook_pregenerated"))
    succeeds(project.ctest("-R", "notebook.tools.pregenerated"))


def test_without_iam_gen_and_without_committed_files_there_is_a_way_out(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = fresh_project(toolchain, folder)
    succeeds(project.configure())
    stops(project.configure("-DIAM_USE_PREGENERATED=ON"), "name the folder of committed generated files with PREGENERATED")
    stops(project.configure("-DIAM_USE_PREGENERATED=OFF", "-DIAM_GEN_PROGRAM=/nowhere/iam-gen"), "there is no file /nowhere/iam-gen")
