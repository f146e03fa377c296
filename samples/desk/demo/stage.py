"""The demo's folder, the program in it, and the words around what it prints."""
import dataclasses
import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap

from terminal import Person, Seen

WIDTH = 100


def say(text: str = "") -> None:
    for paragraph in text.splitlines() or [""]:
        print(textwrap.fill(paragraph, WIDTH, drop_whitespace=True), flush=True)


def headline(text: str) -> None:
    rule = "─" * max(4, WIDTH - len(text) - 4)
    print(f"\n── {text} {rule}\n", flush=True)


def show_bytes(chunk: bytes) -> None:
    sys.stdout.buffer.write(chunk)
    sys.stdout.buffer.flush()


@dataclasses.dataclass
class Stage:
    """Where the program keeps its files, and who is at the keyboard."""

    build: pathlib.Path      # the build's folder of the desk
    proposals: pathlib.Path
    me: bool
    server: str = ""         # the folder of a PostgreSQL server's socket; empty: a folder of SQLite
    folder: pathlib.Path = dataclasses.field(default_factory=lambda: pathlib.Path(tempfile.mkdtemp(prefix="iam-demo-")))

    def __post_init__(self) -> None:
        # The program under a short name, with its own state: what the last lines tell the reader to
        # type.
        self.desk = self.program("desk", self.folder / "keys")

    def program(self, name: str, keys: pathlib.Path) -> pathlib.Path:
        """The desk with the files of this demo; over a server, as the host with these keys."""
        script = self.folder / name
        place = f'export IAM_STATE="postgresql://iam@/postgres?host={self.server}&keys={keys}"\n' if self.server else "unset IAM_STATE\n"
        script.write_text(
            "#!/usr/bin/env bash\n# The desk with the files of this demo. It sees no desktop, so that no browser opens.\n"
            f'export XDG_STATE_HOME="{self.state.parent}" XDG_DATA_HOME="{self.data.parent}"\n{place}'
            f'unset DISPLAY WAYLAND_DISPLAY\nexec -a "$0" "{self.build.resolve() / "desk"}" "$@"\n')
        script.chmod(0o755)
        return script

    @property
    def state(self) -> pathlib.Path:
        return self.folder / "state" / "desk"

    @property
    def data(self) -> pathlib.Path:
        return self.folder / "files" / "desk"

    def proposal(self, name: str) -> pathlib.Path:
        """A copy of the proposal with a date of tomorrow, a year late, where it asks for one."""
        tomorrow = datetime.date.today() + datetime.timedelta(days=1)
        late = f"{tomorrow.year + 1:04}-{tomorrow:%m-%d}" if (tomorrow.month, tomorrow.day) != (2, 29) else f"{tomorrow.year + 1:04}-03-01"
        copy = self.folder / name
        copy.write_text((self.proposals / name).read_text().replace("@TOMORROW_BUT_A_YEAR_LATE@", late))
        return copy

    def prompts(self) -> list[dict]:
        """The prompts of the chat, each with the turns of its answer."""
        tomorrow = datetime.date.today() + datetime.timedelta(days=1)
        text = (self.proposals / "prompts.json").read_text().replace("@TOMORROW@", tomorrow.isoformat())
        return json.loads(text)["prompts"]

    def command(self, *arguments: str) -> list[str]:
        print(f"\n$ desk {' '.join(quoted(argument, self.folder) for argument in arguments)}\n", flush=True)
        return [str(self.desk), *arguments]

    def run(self, *arguments: str) -> str:
        """A command that asks nobody; its words go to the reader, too."""
        done = subprocess.run(self.command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        print(textwrap.indent(done.stdout.rstrip(), "  "), flush=True)
        return done.stdout

    def ask(self, answers: dict[str, str], *arguments: str) -> Seen:
        """A command whose questions are answered: by the reader, or by the tool's name as `answers`
        has it."""
        command = self.command(*arguments)
        if self.me:
            return Seen(subprocess.run(command, check=False).returncode, "", [])
        english = {"TERM": "dumb", **os.environ, "LC_ALL": "C.UTF-8"}  # what the scripted person reads
        return Person(lambda prompt: self.choose(answers, prompt), show_bytes).run(command, english)

    @staticmethod
    def choose(answers: dict[str, str], prompt: str) -> str:
        for tool, key in answers.items():
            if f"({tool})" in prompt:
                words = {"1": "Allow once", "3": "Deny once"}[key]
                print(f"\n[the scripted person reads this and presses {key}: {words}]\n", flush=True)
                return key
        return "3"


def quoted(argument: str, folder: pathlib.Path) -> str:
    short = argument.replace(f"{folder}/", "")
    return f"'{short}'" if set(short) & set("{}\" ") else short
