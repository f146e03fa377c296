#!/usr/bin/env python3
"""scripts/setup.sh against a pretended package manager: what it asks, installs, refuses and
reports."""
import os
import pathlib
import pty
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "setup.sh"

# Each notes its call in $STATE/calls. Packages in $STATE/absent are not installed; without
# $STATE/lists nothing can be had.
PRETENDED = {
    "id": "echo 0",
    "dpkg-query": 'for name; do :; done; grep -qx "$name" "$STATE/absent" && exit 1; printf installed',
    "apt-cache": 'for name; do :; done; [ -e "$STATE/lists" ] || exit 0\n'
                 'case "$1" in policy) echo "  Candidate: 1.0" ;; show) echo "Size: 1500000" ;; esac',
    "apt-get": 'echo "$*" >> "$STATE/calls"\n'
               'case "$*" in\n'
               "*--print-uris*) echo \"'http://x' x.deb 2500000 h\" ;;\n"
               '*update*) [ ! -e "$STATE/offline" ] && touch "$STATE/lists" ;;\n'
               '*install*) [ ! -e "$STATE/offline" ] && : > "$STATE/absent" ;;\n'
               "esac",
}


class Machine:
    """A folder of pretended programs and what they remember."""

    def __init__(self, folder: str, absent: tuple[str, ...], lists: bool = True, offline: bool = False):
        self.state = pathlib.Path(folder)
        (self.state / "absent").write_text("".join(f"{name}\n" for name in absent), encoding="utf-8")
        for name, wanted in (("lists", lists), ("offline", offline)):
            if wanted:
                (self.state / name).touch()
        (self.state / "calls").touch()
        programs = self.state / "bin"
        programs.mkdir()
        for name, text in PRETENDED.items():
            (programs / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
            (programs / name).chmod(0o755)
        self.environment = os.environ | {"STATE": folder, "PATH": f"{programs}:{os.environ['PATH']}"}

    def leave_only(self, *programs: str) -> None:
        """Nothing else can be started."""
        alone = self.state / "alone"
        alone.mkdir()
        for name in programs:
            own = self.state / "bin" / name
            (alone / name).symlink_to(own if own.exists() else str(shutil.which(name)))
        self.environment["PATH"] = str(alone)

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        return subprocess.run([str(SCRIPT), *arguments], env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, timeout=60)

    def run_on_terminal(self, typed: str) -> tuple[int, str]:
        """Exit code and what the terminal showed."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(str(SCRIPT), [str(SCRIPT)], self.environment)
        shown = b""
        answered = False
        try:
            while chunk := os.read(terminal, 4096):
                shown += chunk
                if not answered and b"[y/N]" in shown:
                    os.write(terminal, typed.encode())
                    answered = True
        except OSError:
            pass  # a closed terminal reads as an input/output error
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode(errors="replace")

    def changes(self) -> list[str]:
        """The calls that would change a system."""
        calls = (self.state / "calls").read_text(encoding="utf-8").splitlines()
        return [call for call in calls if "--print-uris" not in call]


class Setup(unittest.TestCase):
    def machine(self, *absent: str, **others: bool) -> Machine:
        return Machine(self.enterContext(tempfile.TemporaryDirectory()), absent, **others)

    def test_nothing_to_do(self):
        machine = self.machine()
        for arguments in ((), ("--yes",), ("--check",)):
            self.assertEqual(machine.run(*arguments).returncode, 0)
        self.assertEqual(machine.changes(), [])

    def test_check_reports_and_changes_nothing(self):
        machine = self.machine("ccache", "catch2")
        run = machine.run("--check")
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stdout, r"ccache +1\.5 MB +makes a second build short")
        self.assertIn("2.5 MB", run.stdout)
        self.assertIn("run 'scripts/setup.sh --for ci'", run.stderr)
        self.assertEqual(machine.changes(), [])

    def test_without_a_terminal_it_refuses_and_names_the_way_out(self):
        machine = self.machine("ccache", lists=False)
        run = machine.run()
        self.assertEqual(run.returncode, 1)
        self.assertIn("scripts/setup.sh --yes", run.stderr)
        self.assertEqual(machine.changes(), [])

    def test_yes_installs_without_a_question(self):
        machine = self.machine("ccache", "catch2")
        run = machine.run("--yes")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(len(machine.changes()), 1)
        self.assertRegex(machine.changes()[0], r"install -y --no-install-recommends ccache catch2$")

    def test_a_fresh_image_gets_its_package_lists_first(self):
        machine = self.machine("ccache", lists=False)
        self.assertEqual(machine.run("--yes").returncode, 0)
        self.assertRegex(machine.changes()[0], r"update$")
        self.assertRegex(machine.changes()[1], r"install .* ccache$")

    def test_a_package_manager_that_fails_is_not_believed(self):
        machine = self.machine("ccache", lists=False, offline=True)
        self.assertEqual(machine.run("--yes").returncode, 1)
        machine = self.machine("ccache", offline=True)
        run = machine.run("--yes")
        self.assertEqual(run.returncode, 1)
        self.assertIn("apt-get", run.stderr)

    def test_on_a_terminal_one_question_is_asked(self):
        machine = self.machine("ccache")
        code, shown = machine.run_on_terminal("n\n")
        self.assertEqual(code, 1)
        self.assertEqual(shown.count("[y/N]"), 1)
        self.assertEqual(machine.changes(), [])
        code, shown = machine.run_on_terminal("y\n")
        self.assertEqual(code, 0, shown)
        self.assertEqual(len(machine.changes()), 1)

    def test_on_another_system_it_names_what_is_needed_and_changes_nothing(self):
        for arguments in ((), ("--yes",), ("--check",)):
            machine = self.machine("ccache")
            machine.leave_only("bash", "env", "dirname", "awk", "sed", "cat", "id")
            run = machine.run(*arguments)
            self.assertEqual(run.returncode, 3, run.stderr)
            self.assertIn("nothing was changed", run.stderr)
            for name in ("cmake", "libclang-19-dev", "nlohmann-json3-dev", "catch2"):
                self.assertIn(name, run.stderr)
            self.assertEqual(machine.changes(), [])

    def test_without_root_and_sudo_it_names_the_way_out(self):
        machine = self.machine("ccache")
        (machine.state / "bin" / "id").write_text("#!/bin/sh\necho 1000\n", encoding="utf-8")
        machine.leave_only("bash", "env", "dirname", "awk", "sed", "cat", "grep", "id", "apt-get", "apt-cache", "dpkg-query", "sh", "touch")
        run = machine.run("--yes")
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertIn("there is no sudo; run 'scripts/setup.sh --yes --for ci' as root", run.stderr)
        self.assertEqual(machine.changes(), [])

    def test_e1_each_set_asks_for_its_own_packages(self):
        absent = ("cmake", "catch2", "faketime", "g++-aarch64-linux-gnu", "clang-tidy-14")
        for arguments, wanted in ((("--for", "demo"), "cmake"), (("--for", "tests"), "cmake catch2"), (("--for", "ci"), None), ((), None)):
            machine = self.machine(*absent)
            run = machine.run("--yes", *arguments)
            self.assertEqual(run.returncode, 0, run.stderr)
            installed = machine.changes()[-1].split("--no-install-recommends ")[1]
            self.assertEqual(set(installed.split()), set((wanted or " ".join(absent)).split()), arguments)

    def test_e1_what_a_set_lacks_does_not_make_another_incomplete(self):
        machine = self.machine("faketime", "clang-tidy-14", "g++-aarch64-linux-gnu")
        self.assertEqual(machine.run("--check", "--for", "demo").returncode, 0)
        self.assertEqual(machine.run("--check", "--for", "tests").returncode, 0)
        self.assertEqual(machine.run("--check", "--for", "ci").returncode, 1)

    def test_wrong_usage(self):
        machine = self.machine("ccache")
        self.assertEqual(machine.run("--for").returncode, 2)
        self.assertEqual(machine.run("--for", "everybody").returncode, 2)
        self.assertEqual(machine.run("--force").returncode, 2)
        self.assertEqual(machine.run("--yes", "--check").returncode, 2)
        self.assertEqual(machine.changes(), [])


if __name__ == "__main__":
    release = pathlib.Path("/etc/os-release")
    if not release.exists() or 'VERSION_ID="12"' not in release.read_text(encoding="utf-8"):
        print("skipped: not Debian 12, where the script does nothing")
        sys.exit(77)
    unittest.main()
