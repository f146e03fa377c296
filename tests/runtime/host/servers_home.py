"""A user's home for tests of the program iam: its file of servers, its state, its commands."""
import json
import os
import pathlib
import subprocess

SECONDS_MAX = 60
DONE, FAILED, USAGE, TOOL_NOT_FOUND = 0, 1, 2, 9
HERE = pathlib.Path(__file__).parent
PYTHON = "/usr/bin/python3"
SMALL = HERE.parent / "mcp/client/small_server.py"
CHANGING = HERE.parent / "mcp/client/changing_server.py"
HOSTILE = HERE.parent / "mcp/client/attacks/hostile_server.py"
OFFERING = HERE.parent / "mcp/client/offering_server.py"
ODD = HERE / "odd_server.py"


class Home:
    def __init__(self, program: pathlib.Path, folder: pathlib.Path):
        self.program = program
        self.folder = folder
        self.file = folder / "iam/servers.json"
        self.secrets = folder / "iam/secrets"
        self.calls = folder / "calls"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}

    def run(self, *words: str, text: str = "", cwd: pathlib.Path | None = None) -> subprocess.CompletedProcess:
        """Runs a command; nobody can be asked, since it has no terminal."""
        return subprocess.run([str(self.program), "--state", str(self.folder / "state"), *map(str, words)], env=self.environment, input=text, capture_output=True, text=True,
                              check=False, start_new_session=True, timeout=SECONDS_MAX, cwd=cwd or self.folder)

    def done(self, *words: str, **more) -> str:
        """The standard output of a command that succeeds."""
        ended = self.run(*words, **more)
        assert ended.returncode == DONE, ended
        return ended.stdout

    def refused(self, *words: str, **more) -> str:
        """The message of a command that fails and prints nothing else."""
        ended = self.run(*words, **more)
        assert ended.returncode != DONE and not ended.stdout, ended
        return ended.stderr

    def add(self, name: str, server: pathlib.Path, *modes: str) -> None:
        self.done("servers", "add", name, "--no-sandbox", "--", PYTHON, str(server), *modes)

    def add_odd(self) -> None:
        self.add("odd", ODD, str(self.calls))

    def pass_on(self, name: str, *parts: str) -> None:
        """Lets these parts of a server pass, and no others."""
        servers = self.servers()
        servers[name]["pass_on"] = list(parts)
        self.write(json.dumps({"servers": servers}))

    def write(self, text: str, mode: int = 0o600) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(text)
        self.file.chmod(mode)

    def servers(self) -> dict:
        return json.loads(self.file.read_text())["servers"]

    def entries(self) -> list[dict]:
        return [json.loads(line)["entry"] for line in self.done("audit", "--json").splitlines()]
