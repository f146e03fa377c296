"""The recipes of docs/builds.md, from their own text, with the C++ files of README's tutorial."""
import pathlib
import re
import shutil
import subprocess

import tutorial_cases
from project import Skipped, Toolchain, fresh_folder, touch_later

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"<!-- (?P<tool>\w+): (?P<what>[^>]+?) -->\n```\w+\n(?P<text>.*?)```\n", re.DOTALL)


class Recipe:
    """A folder with the tutorial's sources and the files of one recipe."""

    def __init__(self, tool: str, toolchain: Toolchain, folder: pathlib.Path):
        if shutil.which(tool) is None:
            raise Skipped(f"there is no {tool}")
        home = fresh_folder(folder)
        (home / "iam").symlink_to(toolchain.prefix, target_is_directory=True)
        self.folder = home / "a shopping list" if tool == "meson" else home / "shopping"
        self.folder.mkdir()
        for block in tutorial_cases.blocks():
            if block.file.endswith(("main.cpp", "list.hpp")):
                (self.folder / pathlib.Path(block.file).name).write_text(block.text)
        self.commands = ""
        for match in BLOCK.finditer((ROOT / "docs" / "builds.md").read_text()):
            if match["tool"] != tool:
                continue
            if match["what"].startswith("file "):
                (self.folder / match["what"].removeprefix("file ")).write_text(match["text"])
            else:
                self.commands += match["text"]
        assert self.commands, f"docs/builds.md has no recipe for {tool}"
        self.environment = {**tutorial_cases.environment_of(toolchain, home), "CXX": toolchain.compiler}
        # A toolchain's flags are those that the library was built with.
        self.environment["CXXFLAGS"] = f"{toolchain.flags} -O0"

    def type_in(self, commands: str) -> str:
        done = subprocess.run(["bash", "-ec", commands], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, start_new_session=True)
        assert done.returncode == 0, f"{commands}exit code {done.returncode}:\n{done.stdout}"
        return done.stdout

    def changed_header(self) -> None:
        header = self.folder / "list.hpp"
        header.write_text(header.read_text().replace("std::string read_list();", "std::string read_list();\n\n/// Counts.\n[[iam::tool({.read_only = true})]]\n"
                                                     "inline int count_lines(int from = 1) { return from; }"))
        touch_later(header, self.folder)


def test_the_recipe_for_make_works_as_written(toolchain: Toolchain, folder: pathlib.Path) -> None:
    recipe = Recipe("make", toolchain, folder)
    shown = recipe.type_in(recipe.commands)
    assert "add_item" in shown and "count_lines" not in shown, shown
    again = recipe.type_in("make")
    assert "iam-gen" not in again and "-c" not in again, again
    recipe.changed_header()
    assert "count_lines" in recipe.type_in(recipe.commands)


def test_the_recipe_for_meson_works_as_written(toolchain: Toolchain, folder: pathlib.Path) -> None:
    recipe = Recipe("meson", toolchain, folder)
    shown = recipe.type_in(recipe.commands)
    assert "add_item" in shown and "count_lines" not in shown, shown
    again = recipe.type_in("meson compile -C build")
    assert "no work to do" in again, again
    recipe.changed_header()
    assert "count_lines" in recipe.type_in("meson compile -C build && ./build/shopping tools")
