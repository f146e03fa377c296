"""The embedding example of docs/manual.md, from its own text: built, answered, and its record
looked at."""
import pathlib
import re
import subprocess

from project import Project, Toolchain, fresh_folder, succeeds, write_if_changed

MANUAL = pathlib.Path(__file__).resolve().parents[2] / "docs" / "manual.md"
BLOCK = re.compile(r"<!-- embedding: file (?P<name>[^>]+?) -->\n```\w+\n(?P<text>.*?)```\n", re.DOTALL)


def play(project: Project, folder: pathlib.Path, word: str) -> tuple[int, str]:
    done = subprocess.run([project.build_dir / "notebook"], cwd=folder, input=f"{word}\n", capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_e8_the_embedding_example_of_the_manual_asks_records_and_undoes(toolchain: Toolchain, folder: pathlib.Path) -> None:
    project = Project(toolchain, fresh_folder(folder))
    blocks = {match["name"]: match["text"] for match in BLOCK.finditer(MANUAL.read_text())}
    assert sorted(blocks) == ["CMakeLists.txt", "main.cpp", "notes.hpp"], sorted(blocks)
    for name, text in blocks.items():
        write_if_changed(project.source / name, text)
    succeeds(project.configure())
    succeeds(project.build())
    home = fresh_folder(folder / "home")
    code, shown = play(project, home, "y")
    assert code == 0 and 'Allow Add a note {"text":"Buy milk"}?' in shown and "add_note: 1\n" in shown and "undo: done\n" in shown, shown
    assert (home / "state" / "ledger.db").exists(), "the record outlives the program"
    code, shown = play(project, home, "n")
    assert code == 1 and "add_note: user_denied" in shown, shown
