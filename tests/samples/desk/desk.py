"""The desk program with a home of its own, and nobody at a terminal."""
import dataclasses
import json
import os
import pathlib
import subprocess

TOOLS = ("schedule_weekday_alarm", "create_calendar_event", "open_map_directions", "compose_email_draft", "echo")


@dataclasses.dataclass
class Desk:
    program: pathlib.Path
    home: pathlib.Path

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen:
        variables = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "XDG_STATE_HOME": str(self.home / "state"),
            "XDG_DATA_HOME": str(self.home / "data"), "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8", **environment,
        }
        # A session of its own has no controlling terminal: whoever runs the tests is never asked.
        return subprocess.Popen([self.program, *arguments], env=variables, cwd=self.home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, start_new_session=True)

    def end(self, process: subprocess.Popen) -> subprocess.CompletedProcess:
        try:
            stdout, stderr = process.communicate(timeout=120)
        finally:
            process.kill()
        return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess:
        return self.end(self.start(*arguments, **environment))

    def call_at_once(self, count: int, tool: str, **arguments) -> list[dict]:
        """What `count` equal calls said about themselves, each in a process of its own. All must
        succeed."""
        started = [self.start("call", tool, json.dumps(arguments), "--json") for _ in range(count)]
        ended = [self.end(process) for process in started]
        assert [done.returncode for done in ended] == [0] * count, ended
        return [json.loads(done.stdout) for done in ended]

    def succeeds(self, *arguments: str, **environment: str) -> str:
        done = self.run(*arguments, **environment)
        assert done.returncode == 0, f"{arguments}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
        return done.stdout

    def allow_everything(self) -> "Desk":
        for tool in TOOLS:
            self.succeeds("policy", "set", tool, "allow")
        return self

    def call(self, tool: str, **arguments) -> dict:
        """What a call that must succeed said about itself."""
        return json.loads(self.succeeds("call", tool, json.dumps(arguments), "--json"))

    def refusal(self, code: int, tool: str, **arguments) -> dict:
        done = self.run("call", tool, json.dumps(arguments), "--json")
        assert done.returncode == code, f"exit code {done.returncode}, expected {code}\n{done.stdout}{done.stderr}"
        return json.loads(done.stdout)

    def contents(self) -> dict[str, bytes]:
        """All that the tools keep on disk, counters included."""
        return {str(path): path.read_bytes() for path in sorted((self.home / "data").rglob("*")) if path.is_file()}

    def files(self) -> list[str]:
        """What the tools have left on disk, without their counters."""
        root = self.home / "data" / "desk"
        return sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file() and not path.name.startswith("."))
