"""The tutorial of README.md, from its own text: its files are written, its commands typed. Only the
first block, which builds and installs the library, is configured and no more: the tests have
installed it already."""
import dataclasses
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from project import Skipped, Toolchain, fresh_folder

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "samples" / "desk" / "demo"))
from terminal import Person  # noqa: E402

BLOCK = re.compile(r"<!-- tutorial: (?P<what>[^>]+?) -->\n```\w+\n(?P<text>.*?)```\n", re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Block:
    what: str
    text: str

    @property
    def file(self) -> str:
        return self.what.removeprefix("file ") if self.what.startswith("file ") else ""

    @property
    def answer(self) -> str:
        found = re.search(r"answer (\d)", self.what)
        return found.group(1) if found else ""

    @property
    def exit_code(self) -> int:
        found = re.search(r"exit code (\d)", self.what)
        return int(found.group(1)) if found else 0


def blocks() -> list[Block]:
    text = (ROOT / "README.md").read_text()
    found = [Block(match["what"], match["text"]) for match in BLOCK.finditer(text)]
    assert len(found) == text.count("<!-- tutorial:"), "a block is not written as <!-- tutorial: … -->, then ```language"
    return found


def environment_of(toolchain: Toolchain, home: pathlib.Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"], "HOME": str(home), "TERM": "dumb", "LC_ALL": "C.UTF-8",
        "CXX": toolchain.compiler, "CXXFLAGS": toolchain.flags, "CMAKE_CXX_COMPILER_LAUNCHER": toolchain.launcher,
        "CCACHE_DIR": os.environ.get("CCACHE_DIR", str(pathlib.Path.home() / ".cache" / "ccache")), "CCACHE_NOHASHDIR": "1",
    }


def type_in(block: Block, folder: pathlib.Path, environment: dict[str, str]) -> str:
    """Runs a block's commands in one shell, with somebody at the keyboard where the text says so;
    gives what the terminal showed."""
    script = f"set -e\ncd {shlex.quote(str(folder))}\n{block.text}"
    # Whoever takes something back sits at a terminal, else it is a program's undo.
    if block.answer or " undo " in block.text:
        seen = Person(lambda _: block.answer).run(["bash", "-c", script], environment)
        assert len(seen.prompts) == len(block.answer), f"asked {len(seen.prompts)} times:\n{seen.text}"
        code, text = seen.code, seen.text
    else:
        done = subprocess.run(["bash", "-c", script], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False, start_new_session=True)
        code, text = done.returncode, done.stdout
    assert code == block.exit_code, f"{block.text}exit code {code}:\n{text}"
    return text


def serve_real_client(config: str, folder: pathlib.Path, environment: dict[str, str]) -> None:
    """A client on the official SDK, started by the printed configuration, waits for the person of
    the tutorial."""
    sdk = ROOT / "tests" / "runtime" / "host" / "mcp_sdk"
    if shutil.which("node") is None or not (sdk / "node_modules").is_dir():
        raise Skipped(f"the configuration was not tried with a client; run `npm ci` in {sdk}")
    (folder / "claude.json").write_text(config)
    # A client starts its servers in a folder of its own.
    with subprocess.Popen(["node", sdk / "tutorial.mjs", folder / "claude.json"], env=environment, cwd="/", stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, text=True, start_new_session=True) as client:
        assert client.stdout.readline() == "waits\n"
        listed = subprocess.run(["./build/shopping", "approvals", "list", "--json"], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True)
        (question,) = json.loads(listed.stdout)["approvals"]
        answered = Person(lambda _: "1").run(["bash", "-c", f"cd {shlex.quote(str(folder))}; ./build/shopping approvals answer {question['id']}"], environment)
        assert answered.code == 0, answered.text
        assert client.wait(timeout=60) == 0


def test_the_tutorial_of_the_readme_works_as_written(toolchain: Toolchain, folder: pathlib.Path) -> None:
    home = fresh_folder(folder)
    (home / "iam").symlink_to(toolchain.prefix, target_is_directory=True)
    environment = environment_of(toolchain, home)
    shown = {}
    place = home
    files = 0
    for block in blocks():
        if block.file:
            (home / block.file).parent.mkdir(exist_ok=True)
            (home / block.file).write_text(block.text)
            files += 1
        elif block.what != "install":
            shown[block.text.strip().splitlines()[-1]] = type_in(block, place, environment)
            place = home / "shopping"
    assert files == 3
    assert "add_item" in shown["./build/shopping tools"]
    assert "/count" in shown["./build/shopping call add_item '{\"item\": \"apples\", \"count\": 600}'"], shown
    assert "6 apples" in shown["./build/shopping call read_list '{}'"], shown
    assert '"input_schema"' in shown["./build/shopping tools --for anthropic"], shown
    # Undone at the end: the list is empty again.
    assert (home / "shopping.txt").read_text() == ""
    serve_real_client(shown["./build/shopping serve --print-config claude"], place, environment)
    assert (home / "shopping.txt").read_text() == "6 apples\n"


def test_the_tutorial_installs_by_presets_that_are_there(toolchain: Toolchain, folder: pathlib.Path) -> None:
    configure, build, install = next(block.text for block in blocks() if block.what == "install").strip().splitlines()
    presets = json.loads((ROOT / "CMakePresets.json").read_text())
    assert configure == "cmake --preset install"
    done = subprocess.run([*configure.split(), "-B", str(fresh_folder(folder))], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    assert done.returncode == 0, done.stdout
    built = [preset["configurePreset"] for preset in presets["buildPresets"] if f"cmake --build --preset {preset['name']}" == build]
    assert built == ["install"], build
    base = next(preset for preset in presets["configurePresets"] if preset["name"] == "base")
    place = base["binaryDir"].replace("${sourceDir}/", "").replace("${presetName}", built[0])
    assert install == f"cmake --install {place} --prefix ~/iam", install
