#!/usr/bin/env python3
"""A witness and a ledger as two processes: witness_test.py --desk PROGRAM CASE

Tests of runtime/src/host/commands/witness/witness_command.cpp.
"""
import hashlib
import http.client
import os
import pathlib
import re
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from desk_cases import run_case  # noqa: E402

SECONDS_MAX = 60
DONE = 0
USAGE = 2
UNAVAILABLE = 6
NOT_VERIFIED = 8
HELLO = '{"message":"hello"}'
ORIGIN = "example.com/desk"
NAME = "example.com/witness"


class Desk:
    def __init__(self, desk: pathlib.Path, folder: pathlib.Path):
        self.desk = str(desk)
        self.folder = folder
        self.state = folder / "state"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_STATE_HOME": str(folder),
                            "TESTDESK_EFFECTS": str(folder / "effects")}
        self.allow()

    def run(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.desk, "--state", str(self.state), *words], env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, start_new_session=True, timeout=SECONDS_MAX)

    def must(self, *words: str) -> str:
        done = self.run(*words)
        assert done.returncode == DONE, done
        return done.stdout

    def allow(self) -> None:
        self.must("policy", "set", "echo", "auto")

    def seal(self, *words: str) -> str:
        """The note key of the ledger, after a call and a checkpoint."""
        self.must("call", "echo", HELLO)
        return re.search(r"note key (\S+)", self.must("audit", "checkpoint", "--origin", ORIGIN, *words))[1]


class Witness:
    def __init__(self, desk: Desk, *ledgers: str):
        words = [desk.desk, "witness", "--http", "0", "--folder", str(desk.folder / "witness"), "--name", NAME]
        for ledger in ledgers:
            words += ["--ledger", ledger]
        self.process = subprocess.Popen(words, env=desk.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        text=True, start_new_session=True)
        greeting = self.process.stdout.readline()
        found = re.fullmatch(r"Witness at (http://127\.0\.0\.1:(\d+)) until it is stopped \(Ctrl-C\)\.\n", greeting)
        assert found, greeting
        self.url = found[1]
        self.port = int(found[2])
        self.key = self.process.stdout.readline().removeprefix("note key ").strip()
        assert self.key.startswith(NAME + "+"), self.key

    def options(self) -> tuple[str, ...]:
        return ("--cosigner", self.url, "--cosigner-key", self.key)

    def ask(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS_MAX)
        connection.request(method, path, body.encode())
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def stop(self, with_signal: int = signal.SIGTERM) -> int:
        self.process.send_signal(with_signal)
        return self.process.wait(timeout=SECONDS_MAX)

    def __enter__(self) -> "Witness":
        return self

    def __exit__(self, *_) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def test_a_cosigned_proof_is_checked_with_both_keys(program: pathlib.Path, folder: pathlib.Path) -> None:
    desk = Desk(program, folder)
    key = desk.seal()
    with Witness(desk, key) as witness:
        desk.seal(*witness.options())
        proof = folder / "entry.tlog-proof"
        proof.write_text(desk.must("audit", "prove", "0.2"))
        said = desk.must("audit", "verify-proof", str(proof), "--key", key, "--key", witness.key)
        assert f"signed by {witness.key}" in said, said
        status, note = witness.ask("GET", f"/{hashlib.sha256(ORIGIN.encode()).hexdigest()}/checkpoint")
        assert status == 200 and re.match(ORIGIN + r"\n6\n", note), note
        assert f"\u2014 {NAME} " in note
        # Without the line of the witness the proof is no proof for who wants one.
        lines = proof.read_text().splitlines(keepends=True)
        proof.write_text("".join(line for line in lines if not line.startswith(f"\u2014 {NAME}")))
        assert desk.run("audit", "verify-proof", str(proof), "--key", key).returncode == DONE
        refused = desk.run("audit", "verify-proof", str(proof), "--key", key, "--key", witness.key)
        assert refused.returncode == NOT_VERIFIED and f"the witness {NAME} did not cosign" in refused.stderr, refused
        assert witness.stop() == DONE


def test_a_killed_witness_remembers_what_it_cosigned(program: pathlib.Path, folder: pathlib.Path) -> None:
    desk = Desk(program, folder)
    key = desk.seal()
    with Witness(desk, key) as witness:
        desk.seal(*witness.options())
        first_key = witness.key
        witness.stop(signal.SIGKILL)
    with Witness(desk, key) as witness:
        assert witness.key == first_key
        assert witness.ask("POST", "/add-checkpoint", "old 0\n\n")[0] == 400
        desk.seal(*witness.options())
        # A ledger that lost its end gets no cosignature any more.
        for file in desk.state.iterdir():
            file.unlink()
        desk.allow()
        refused = desk.run("audit", "checkpoint", "--origin", ORIGIN, *witness.options())
        assert refused.returncode != DONE
        assert "The checkpoint is in the ledger, and no witness cosigned it" in refused.stderr, refused


def test_two_witnesses_do_not_share_a_folder_and_strangers_are_not_cosigned(program: pathlib.Path, folder: pathlib.Path) -> None:
    desk = Desk(program, folder)
    key = desk.seal()
    other = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
    with Witness(desk, other) as witness:
        words = ("witness", "--http", "0", "--folder", str(folder / "witness"), "--name", NAME, "--ledger", key)
        second = desk.run(*words)
        assert second.returncode == UNAVAILABLE and "in use" in second.stderr, second
        refused = desk.run("audit", "checkpoint", *witness.options())
        assert refused.returncode == UNAVAILABLE and "does not know the ledger" in refused.stderr, refused
        assert desk.run(*words[:-1], witness.key).returncode == USAGE
        assert desk.run(*words[:-4], "a b", *words[-2:]).returncode in (USAGE, UNAVAILABLE)


if __name__ == "__main__":
    sys.exit(run_case(globals()))
