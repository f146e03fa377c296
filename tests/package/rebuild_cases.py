"""What a second build does, with Ninja and with Make. The build folder is kept from case to case:
each begins with the template built, which is no work where the case before left it so."""
import json
import shutil

from project import Project, edit, snapshot, succeeds, touch_later


def manifest_of(project: Project) -> dict:
    catalogue = json.loads((project.generated_dir / "notebook.tools.json").read_text())
    return {tool["name"]: tool for tool in catalogue["tools"]}


def test_a_build_where_nothing_changed_runs_nothing(project: Project) -> None:
    project.make_current()
    again = project.build()
    assert again.did_nothing, again.output


def test_a_touched_header_reruns_the_generator_and_no_file_changes(project: Project) -> None:
    project.make_current()
    before = snapshot(project.generated_dir)
    touch_later(project.source / "include" / "bounds.hpp", project.build_dir)
    touched = succeeds(project.build())
    assert touched.generated == ["notebook"], touched.output
    # These two include the header themselves. What the generator wrote and does not include it
    # stays as it is.
    assert touched.compiled == ["notes.cpp", "notes.iam.cpp"], touched.compiled
    assert snapshot(project.generated_dir) == before
    again = project.build()
    assert again.did_nothing, again.output


def test_another_iam_gen_reruns_the_generator(project: Project) -> None:
    project.make_current()
    before = snapshot(project.generated_dir)
    # The installed program serves other cases as well: this one has a copy of its own.
    program = project.build_dir.parent / "iam-gen-copy"
    shutil.copy2(project.toolchain.prefix / "bin" / "iam-gen", program)
    place = f"IMPORTED_LOCATION_{project.toolchain.build_type.upper() or 'NOCONFIG'}"
    edit(project.source / "CMakeLists.txt", "find_package(iam REQUIRED)",
         f'find_package(iam REQUIRED)\nset_target_properties(iam::gen PROPERTIES {place} "{program}")')
    succeeds(project.build())
    assert project.build().did_nothing
    touch_later(program, project.build_dir)
    touched = succeeds(project.build())
    assert touched.generated == ["notebook"] and touched.compiled == [], touched.output
    assert snapshot(project.generated_dir) == before
    assert project.build().did_nothing


def test_an_edited_cmake_file_that_changes_no_flag_runs_nothing(project: Project) -> None:
    project.make_current()
    edit(project.source / "CMakeLists.txt", "enable_testing()", "enable_testing()\nset(NOBODY_LOOKS_AT_THIS ON)")
    changed = succeeds(project.build())
    assert changed.generated == [] and changed.compiled == [], changed.output


def test_a_new_definition_reruns_the_generator(project: Project) -> None:
    project.make_current()
    succeeds(project.configure("-DNOTEBOOK_EXTRA=ON"))
    changed = succeeds(project.build())
    assert changed.generated == ["notebook"], changed.output
    assert sorted(manifest_of(project)) == ["add_note", "clear_notes", "count_notes"]


def test_another_prefix_renames_the_tools(project: Project) -> None:
    project.make_current()
    for prefix, names in (("", ["add_note", "count_notes"]), ("NAME_PREFIX namespace", ["notebook_add_note", "notebook_count_notes"]),
                          ("NAME_PREFIX my", ["my_add_note", "my_count_notes"])):
        project.reset_sources()
        if prefix:
            edit(project.source / "CMakeLists.txt", "iam_generate_tools(notebook", f"iam_generate_tools(notebook {prefix}")
        changed = succeeds(project.build())
        assert changed.generated == (["notebook"] if prefix else []), changed.output
        assert sorted(manifest_of(project)) == names
        again = project.build()
        assert again.did_nothing, again.output


def test_a_changed_header_changes_the_tools(project: Project) -> None:
    project.make_current()
    edit(project.source / "include" / "bounds.hpp", "k_copies_max = 9", "k_copies_max = 7")
    changed = succeeds(project.build())
    assert changed.generated == ["notebook"], changed.output
    assert manifest_of(project)["add_note"]["inputSchema"]["properties"]["copies"]["maximum"] == 7
    again = project.build()
    assert again.did_nothing, again.output


def test_a_removed_tool_disappears(project: Project) -> None:
    project.make_current()
    assert sorted(manifest_of(project)) == ["add_note", "count_notes"]
    edit(project.source / "notes.hpp", '[[iam::tool({.title = "Count notes", .policy = iam::allow, .read_only = true, .open_world = false})]]\n', "")
    succeeds(project.build())
    assert sorted(manifest_of(project)) == ["add_note"]
    assert "count_notes" not in (project.generated_dir / "notes.iam.cpp").read_text()


def test_a_removed_header_takes_its_tools_along(project: Project) -> None:
    project.reset_sources()
    edit(project.source / "CMakeLists.txt", "add_library(notebook STATIC notes.cpp)", "add_library(notebook STATIC notes.cpp tasks.cpp)")
    succeeds(project.configure("-UNOTEBOOK_*", "-DNOTEBOOK_HEADERS=notes.hpp;tasks.hpp"))
    succeeds(project.build())
    assert sorted(manifest_of(project)) == ["add_note", "count_notes", "next_task"]
    succeeds(project.configure("-DNOTEBOOK_HEADERS=notes.hpp"))
    succeeds(project.build())
    assert sorted(manifest_of(project)) == ["add_note", "count_notes"]
    assert "tasks" not in (project.generated_dir / "notebook.iam.register.cpp").read_text()
    again = project.build()
    assert again.did_nothing, again.output


def test_an_error_in_a_header_fails_the_build_and_leaves_the_outputs(project: Project) -> None:
    project.make_current()
    before = snapshot(project.generated_dir)
    edit(project.source / "notes.hpp", "int count_notes();", "int count_notes(undeclared_type);")
    failed = project.build()
    assert failed.code != 0, failed.output
    assert "notes.hpp:" in failed.output and "undeclared_type" in failed.output, failed.output
    assert snapshot(project.generated_dir) == before
    # Nor is it forgotten: the next build fails again.
    assert project.build().code != 0


def test_a_tag_in_a_header_that_is_not_listed_is_a_warning(project: Project) -> None:
    project.make_current()
    edit(project.source / "notes.hpp", "#include <bounds.hpp>", '#include <bounds.hpp>\n#include "tasks.hpp"')
    warned = succeeds(project.build())
    assert "tasks.hpp:" in warned.output and "warning:" in warned.output and "HEADERS" in warned.output, warned.output
    assert sorted(manifest_of(project)) == ["add_note", "count_notes"]
