#!/usr/bin/env python3
"""Tests of scripts/precache_model.sh: precache_model_test.py CASE"""
import hashlib
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading

from script_cases import SCRIPTS, SECONDS_MAX, run_case

WEIGHTS = b"GGUF" + bytes(range(256)) * 4000
DIGEST = hashlib.sha256(WEIGHTS).hexdigest()


class Files(http.server.BaseHTTPRequestHandler):
    """Serves WEIGHTS at /m.gguf, in ranges as well, unless the server breaks off first."""

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.server.seen.append((self.path, wanted))
        if self.path == "/v2/library/tiny/manifests/7b":
            layers = [{"mediaType": "application/vnd.ollama.image.template", "digest": "sha256:" + "0" * 64},
                      {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{DIGEST}"}]
            return self.send(200, json.dumps({"schemaVersion": 2, "layers": layers}).encode())
        if self.path == "/page.gguf":
            return self.send(200, b"<html>Log in first</html>")
        if self.path not in ("/m.gguf", f"/v2/library/tiny/blobs/sha256:{DIGEST}"):
            return self.send(404, b"")
        first = int(re.match(r"bytes=(\d+)-$", wanted)[1]) if wanted and self.server.knows_ranges else 0
        if first >= len(WEIGHTS):
            return self.send(416, b"")
        self.send(206 if first else 200, WEIGHTS[first:], f"bytes {first}-{len(WEIGHTS) - 1}/{len(WEIGHTS)}")

    def send(self, status: int, body: bytes, content_range: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        if status == 206:
            self.send_header("Content-Range", content_range)
        self.end_headers()
        cuts = self.server.cuts
        self.wfile.write(body[:cuts.pop()] if cuts else body)

    def log_message(self, *_) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, *cuts: int, knows_ranges: bool = True):
        super().__init__(("127.0.0.1", 0), Files)
        self.cuts = list(cuts)
        self.knows_ranges = knows_ranges
        self.seen: list[tuple[str, str | None]] = []
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()


def run(folder: pathlib.Path, *words: object, **variables: str) -> subprocess.CompletedProcess:
    if not shutil.which("curl"):
        print("skipped: curl is not installed")
        sys.exit(77)
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), **variables}
    return subprocess.run([SCRIPTS / "precache_model.sh", *map(str, words)], env=environment, cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False, timeout=SECONDS_MAX)


def file_of(done: subprocess.CompletedProcess) -> pathlib.Path:
    assert done.returncode == 0, done
    file = pathlib.Path(done.stdout.removesuffix("\n"))
    assert file.is_absolute() and file.read_bytes() == WEIGHTS, done
    assert not file.with_name(file.name + ".part").exists()
    return file


def test_a_file_of_this_machine_is_copied_by_its_path_or_url(folder: pathlib.Path) -> None:
    (folder / "m.gguf").write_bytes(WEIGHTS)
    for source in ("m.gguf", folder / "m.gguf", f"file://{folder}/m.gguf"):
        file = file_of(run(folder, "--sha256", DIGEST.upper(), source))
        assert file.is_relative_to(folder / ".cache/iam/models") and file.name == "m.gguf", file
    assert file_of(run(folder, "--cache", "kept here", "m.gguf")).is_relative_to(folder / "kept here")


def test_a_download_is_checked_and_made_once(folder: pathlib.Path) -> None:
    server = Server()
    first = run(folder, f"{server.url}/m.gguf")
    assert f"--sha256 {DIGEST}" in first.stderr, first
    assert file_of(run(folder, "--sha256", DIGEST, f"{server.url}/m.gguf")) == file_of(first)
    assert len(server.seen) == 1, server.seen


def test_runs_at_once_make_one_download(folder: pathlib.Path) -> None:
    server = Server()
    runs = [threading.Thread(target=lambda: done.append(run(folder, f"{server.url}/m.gguf"))) for _ in range(3)]
    done: list[subprocess.CompletedProcess] = []
    for one in runs:
        one.start()
    for one in runs:
        one.join()
    assert len({file_of(one) for one in done}) == 1 and len(server.seen) == 1, (done, server.seen)


def test_a_broken_download_goes_on_where_it_ended(folder: pathlib.Path) -> None:
    server = Server(5000)
    broken = run(folder, "--sha256", DIGEST, f"{server.url}/m.gguf")
    assert broken.returncode == 1 and "goes on with it" in broken.stderr and broken.stdout == "", broken
    file_of(run(folder, "--sha256", DIGEST, f"{server.url}/m.gguf"))
    assert server.seen == [("/m.gguf", None), ("/m.gguf", "bytes=5000-")], server.seen


def test_a_broken_download_begins_again_without_a_digest_or_without_ranges(folder: pathlib.Path) -> None:
    server = Server(5000)
    assert run(folder, f"{server.url}/m.gguf").returncode == 1
    file_of(run(folder, f"{server.url}/m.gguf"))
    assert server.seen[1] == ("/m.gguf", None), server.seen
    server = Server(5000, knows_ranges=False)
    assert run(folder, "--sha256", DIGEST, f"{server.url}/m.gguf").returncode == 1
    file_of(run(folder, "--sha256", DIGEST, f"{server.url}/m.gguf"))


def test_another_digest_and_a_page_are_refused_and_removed(folder: pathlib.Path) -> None:
    server = Server()
    wrong = run(folder, "--sha256", "0" * 64, f"{server.url}/m.gguf")
    assert wrong.returncode == 1 and DIGEST in wrong.stderr and wrong.stdout == "", wrong
    page = run(folder, f"{server.url}/page.gguf")
    assert page.returncode == 1 and "no GGUF file" in page.stderr, page
    missing = run(folder, f"{server.url}/none.gguf")
    assert missing.returncode == 1 and "404" in missing.stderr, missing
    assert not list((folder / ".cache").rglob("*.gguf*"))


def test_a_kept_file_that_has_changed_is_fetched_again(folder: pathlib.Path) -> None:
    server = Server()
    file = file_of(run(folder, "--sha256", DIGEST, f"{server.url}/m.gguf"))
    file.write_bytes(b"GGUF and something else")
    file_of(run(folder, "--sha256", DIGEST, f"{server.url}/m.gguf"))


def test_a_model_of_ollama_is_found_by_its_name_and_checked_by_its_manifest(folder: pathlib.Path) -> None:
    server = Server()
    file = file_of(run(folder, "ollama:tiny:7b", IAM_OLLAMA_REGISTRY=server.url))
    assert file.name == "ollama_tiny_7b.gguf", file
    unknown = run(folder, "ollama:none", IAM_OLLAMA_REGISTRY=server.url)
    assert unknown.returncode == 1 and "no model none" in unknown.stderr, unknown


def test_wrong_usage_is_told_with_the_way_out(folder: pathlib.Path) -> None:
    for words, why in (([], "which model?"), (["--sha256", "12", "m.gguf"], "64 hexadecimal"), (["--bytes", "m.gguf"], "known are"),
                       (["a", "b"], "second one"), (["http://models.example/m.gguf"], "this machine only"), (["ftp://x/m.gguf"], "no https:"),
                       (["ollama:../x"], "no name of a model"), (["--cache"], "needs a value")):
        done = run(folder, *words)
        assert done.returncode == 2 and why in done.stderr and done.stdout == "", done
    missing = run(folder, "none.gguf")
    assert missing.returncode == 1 and "there is no file none.gguf" in missing.stderr, missing
    assert "ollama:NAME[:TAG]" in run(folder, "--help").stdout


if __name__ == "__main__":
    sys.exit(run_case(globals()))
