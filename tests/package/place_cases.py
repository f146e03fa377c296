"""Names and places of headers as projects have them: E2, E6, and headers in unusual places (B7)."""
# Tests of generator/cli/unlisted.cpp.
import json
import pathlib

from project import Build, Project, Toolchain, fresh_folder, run, stops, succeeds, write_if_changed

HEADER = """#pragma once
#include <iam/annotations.hpp>
/// Counts what is in stock.
[[iam::tool({{.title = "Count {name}", .read_only = true, .open_world = false}})]]
int count_{name}();
"""
LISTS = """cmake_minimum_required(VERSION 3.25)
project(stock LANGUAGES CXX)
find_package(iam REQUIRED)
"""


def project_of(toolchain: Toolchain, folder: pathlib.Path, files: dict[str, str]) -> Project:
    project = Project(toolchain, fresh_folder(folder))
    for name, text in files.items():
        write_if_changed(project.source / name, text)
    return project


def source(header: str, name: str) -> str:
    return f'#include "{header}"\nint count_{name}() {{ return 7; }}\n'


def tools_of(project: Project, target: str, below: str = ".") -> list[str]:
    manifest = project.build_dir / below / "iam-generated" / project.toolchain.build_type / f"{target}.tools.json"
    return [tool["name"] for tool in json.loads(manifest.read_text())["tools"]]


def builds(project: Project) -> Build:
    succeeds(project.configure())
    built = succeeds(project.build())
    again = project.build()
    assert again.did_nothing, again.output
    return built


def test_e2_a_target_and_its_header_may_have_one_name(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = project_of(toolchain, folder, {
        "CMakeLists.txt": LISTS + "add_library(inventory STATIC inventory.cpp use.cpp)\niam_generate_tools(inventory HEADERS inventory.hpp)\n",
        "inventory.hpp": HEADER.format(name="parts"), "inventory.cpp": source("inventory.hpp", "parts"),
        "use.cpp": "#include <inventory.iam.hpp>\niam::Result<void> use(iam::Registry& registry) { return register_inventory_tools(registry); }\n"})
    builds(project)
    assert tools_of(project, "inventory") == ["count_parts"]


def test_b7_headers_of_one_stem_have_files_of_their_own(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = project_of(toolchain, folder, {
        "CMakeLists.txt": LISTS + "add_library(media STATIC media.cpp)\niam_generate_tools(media HEADERS audio/api.hpp video/api.hpp)\n",
        "audio/api.hpp": HEADER.format(name="songs"), "video/api.hpp": HEADER.format(name="films"),
        "media.cpp": source("audio/api.hpp", "songs") + source("video/api.hpp", "films")})
    builds(project)
    assert tools_of(project, "media") == ["count_films", "count_songs"]
    assert '#include "video/api.hpp"' in (project.generated_dir / "api-2.iam.cpp").read_text()


def test_b7_two_targets_of_a_folder_that_would_write_one_file_are_told_apart(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = project_of(toolchain, folder, {
        "CMakeLists.txt": LISTS + "add_library(one STATIC a/api.hpp)\nadd_library(two STATIC b/api.hpp)\nset_target_properties(one two PROPERTIES LINKER_LANGUAGE CXX)\n"
        "iam_generate_tools(one HEADERS a/api.hpp)\niam_generate_tools(two HEADERS b/api.hpp)\n",
        "a/api.hpp": HEADER.format(name="a"), "b/api.hpp": HEADER.format(name="b")})
    stops(project.configure(), "api.iam.cpp is made for one of this folder already")


NESTED = "project(app LANGUAGES CXX)\nadd_library(app STATIC app.cpp)\ntarget_include_directories(app PRIVATE ../shared)\niam_generate_tools(app HEADERS ../shared/parts.hpp{root})\n"


def test_b7_a_header_beside_a_nested_project_is_below_the_whole_project(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = project_of(toolchain, folder, {
        "CMakeLists.txt": LISTS + "add_subdirectory(app)\n", "app/CMakeLists.txt": NESTED.format(root=""),
        "app/app.cpp": source("parts.hpp", "parts"), "shared/parts.hpp": HEADER.format(name="parts")})
    builds(project)
    assert tools_of(project, "app", "app") == ["count_parts"]
    (made,) = project.build_dir.rglob("parts.iam.cpp")
    assert '#include "shared/parts.hpp"' in made.read_text()


def test_b7_a_header_outside_of_every_project_wants_a_root_and_the_message_names_it(toolchain: Toolchain, folder: pathlib.Path) -> None:
    lists = "cmake_minimum_required(VERSION 3.25)\n" + NESTED.replace("add_library", "find_package(iam REQUIRED)\nadd_library")
    project = project_of(toolchain, folder, {
        "app/CMakeLists.txt": lists.format(root=""), "app/app.cpp": source("parts.hpp", "parts"), "shared/parts.hpp": HEADER.format(name="parts")})
    above = project.source
    project.source = above / "app"
    stops(project.configure(), f"ROOT {above}")
    write_if_changed(project.source / "CMakeLists.txt", lists.format(root=" ROOT .."))
    builds(project)
    assert tools_of(project, "app") == ["count_parts"]
    assert '#include "shared/parts.hpp"' in (project.generated_dir / "parts.iam.cpp").read_text()


def test_b7_a_header_may_be_named_behind_or_before_a_link(toolchain: Toolchain, folder: pathlib.Path) -> None:
    lists = LISTS + "add_library(stock STATIC stock.cpp)\niam_generate_tools(stock HEADERS {header})\n"
    project = project_of(toolchain, folder, {
        "CMakeLists.txt": lists.format(header="parts.hpp"), "stock.cpp": source("parts.hpp", "parts"), "parts.hpp": HEADER.format(name="parts")})
    real = project.source
    link = folder / "link"
    link.symlink_to(real, target_is_directory=True)
    for source_dir, named in ((link, real), (real, link)):
        project.source = source_dir
        project.build_dir = fresh_folder(folder / "build")
        write_if_changed(project.source / "CMakeLists.txt", lists.format(header=named / "parts.hpp"))
        builds(project)
        assert tools_of(project, "stock") == ["count_parts"]
        assert '#include "parts.hpp"' in (project.generated_dir / "parts.iam.cpp").read_text()


def test_e6_tagged_files_that_nobody_lists_are_named_once(toolchain: Toolchain, folder: pathlib.Path) -> None:
    lists = LISTS + ("add_library(stock STATIC stock.cpp more.hpp)\niam_generate_tools(stock HEADERS parts.hpp)\n"
                     "add_library(other STATIC other.cpp)\niam_generate_tools(other HEADERS other.hpp)\n")
    project = project_of(toolchain, folder, {
        "CMakeLists.txt": lists, "parts.hpp": HEADER.format(name="parts"), "more.hpp": HEADER.format(name="more"),
        "deep/far.hpp": HEADER.format(name="far"), "near.hpp": '#include "deep/far.hpp"\n// [[iam::tool]] in a comment\n',
        "stock.cpp": '#include "near.hpp"\n#include "other.hpp"\n' + source("parts.hpp", "parts"),
        "other.hpp": HEADER.format(name="other"), "other.cpp": source("other.hpp", "other")})
    warned = builds(project)
    for header in ("more.hpp", "deep/far.hpp"):
        assert warned.output.count(f"add '{header}' to HEADERS of iam_generate_tools(stock") == 1, warned.output
    assert warned.output.count("IAM1011") == 2, warned.output
    # Editing a source looks again, and runs nothing else of iam-gen.
    (project.source / "stock.cpp").write_text('#include "more.hpp"\n' + source("parts.hpp", "parts"))
    edited = succeeds(project.build())
    assert edited.generated == [] and edited.output.count("IAM1011") == 1, edited.output
    write_if_changed(project.source / "CMakeLists.txt", lists.replace("HEADERS parts.hpp", "HEADERS parts.hpp SILENCE IAM1011"))
    silent = succeeds(project.build())
    assert "IAM1011" not in silent.output, silent.output


FETCHED = """cmake_minimum_required(VERSION 3.25)
project(stock LANGUAGES CXX)
set(IAM_BUILD_GENERATOR OFF)
add_subdirectory({root} iam)
add_library(stock STATIC stock.cpp)
target_link_libraries(stock PRIVATE iam::core)
"""


def test_e1_a_project_around_the_library_builds_only_its_needs_and_each_module_at_once(toolchain: Toolchain, folder: pathlib.Path) -> None:
    root = pathlib.Path(__file__).resolve().parents[2]
    project = project_of(toolchain, folder, {
        "CMakeLists.txt": FETCHED.format(root=root), "stock.cpp": "#include <iam/core/json.hpp>\nint main_part() { return iam::parse_json(\"1\") ? 0 : 1; }\n"})
    succeeds(project.configure())
    planned = succeeds(run(["ninja", "-C", str(project.build_dir), "-n", "all"]))
    objects = [line for line in planned.output.splitlines() if "Building CXX object" in line]
    ours = [line for line in objects if "stock.cpp" not in line]
    assert ours and all("unity_" in line for line in ours), planned.output
    for word in ("iam_host", "iam_store_sqlite", "iam_schema_cli", "iam_gen"):
        assert word not in planned.output, f"{word} is built for nobody"
    own = [line for line in objects if "stock.cpp" in line]
    assert len(own) == 1 and "unity" not in own[0], own
