#!/usr/bin/env python3
"""The command serve with TLS and with access tokens of an issuer: serve_authorization_test.py
--desk PROGRAM CASE (77: openssl or faketime is missing)

Tests of runtime/src/host/commands/serve_http.cpp.
"""
import base64
import http.client
import http.server
import json
import os
import pathlib
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse

from desk_cases import run_case
from serve_network_test import DONE, SECONDS_MAX, Client, Server, new_token, private

ISSUER = "https://login.test"
AUDIENCE = "https://desk.test/mcp"


def skip_without(program: str) -> None:
    if shutil.which(program) is None:
        print(f"skipped: this machine has no {program}")
        sys.exit(77)


def skip_unless_under_faketime(desk: pathlib.Path) -> None:
    """A program with a sanitizer ends or hangs: it wants to be loaded before everything else."""
    skip_without("faketime")
    with subprocess.Popen(["faketime", "-f", "+0", str(desk), "--help"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, start_new_session=True) as program:
        try:
            runs = program.wait(timeout=10) == DONE
        except subprocess.TimeoutExpired:
            os.killpg(program.pid, signal.SIGKILL)
            runs = False
    if not runs:
        print("skipped: the program does not run under faketime")
        sys.exit(77)


def openssl(*words: str, given: bytes = b"") -> bytes:
    return subprocess.run(["openssl", *words], input=given, capture_output=True, check=True, timeout=SECONDS_MAX).stdout


def url_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class SigningKey:
    """A key of an issuer of tokens."""

    def __init__(self, folder: pathlib.Path, name: str):
        skip_without("openssl")
        self.name = name
        self.file = str(folder / f"{name}.pem")
        openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", self.file)

    def public(self) -> dict:
        modulus = bytes.fromhex(openssl("rsa", "-in", self.file, "-noout", "-modulus").decode().strip().partition("=")[2])
        return {"kty": "RSA", "kid": self.name, "alg": "RS256", "n": url_base64(modulus), "e": "AQAB"}

    def token(self, **claims) -> str:
        claims = {"iss": ISSUER, "aud": AUDIENCE, "sub": "ann", "exp": int(time.time()) + 86400, **claims}
        signed = ".".join(url_base64(json.dumps(part).encode()) for part in ({"alg": "RS256", "kid": self.name}, claims))
        return signed + "." + url_base64(openssl("dgst", "-sha256", "-sign", self.file, given=signed.encode()))


class Issuer(http.server.ThreadingHTTPServer):
    """Answers GET with its keys. Answers POST of a known client whether a token is active."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.keys = []
        self.fetched = 0
        self.active = {}
        self.credentials = ""
        self.thread = threading.Thread(target=self.serve_forever)
        self.thread.start()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.server.fetched += 1
            self.answer(200, {"keys": [key.public() for key in self.server.keys]})

        def do_POST(self) -> None:
            form = urllib.parse.parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            known = self.headers["Authorization"] == "Basic " + base64.b64encode(self.server.credentials.encode()).decode()
            self.answer(200 if known else 401, self.server.active.get(form["token"][0], {"active": False}))

        def answer(self, status: int, body: dict) -> None:
            text = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_) -> None:
            pass

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}{path}"

    def __exit__(self, *_) -> None:
        self.shutdown()
        self.thread.join()
        self.server_close()


def status_with(port: int, token: str) -> int:
    """How a client with this token is answered: 200 if it may begin a session."""
    try:
        Client(port, token=token)
        return 200
    except AssertionError as refused:
        return refused.args[0]


def certificate(folder: pathlib.Path, name: str) -> tuple[str, str]:
    """The files of a certificate that is its own authority, and of its key."""
    skip_without("openssl")
    chain, key = str(folder / f"{name}.chain.pem"), str(folder / f"{name}.key.pem")
    openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj", f"/CN={name}",
            "-addext", f"subjectAltName=DNS:{name}", "-keyout", key, "-out", chain)
    return chain, key


class TlsClient(Client):
    """A client that asks a server at an address by a name, and trusts one certificate."""

    def __init__(self, server: tuple[str, int], name: str, chain: str, token: str):
        self.server, self.name = server, name
        self.context = ssl.create_default_context(cafile=chain)
        super().__init__(server[1], name, token)

    def post(self, message: dict) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = http.client.HTTPSConnection(self.name, self.port, timeout=SECONDS_MAX, context=self.context)
        plain = socket.create_connection(self.server, timeout=SECONDS_MAX)
        connection.sock = self.context.wrap_socket(plain, server_hostname=self.name)
        return self.exchange(connection, message)


def test_a_client_over_tls_asks_for_the_server_by_its_name_and_with_a_token(desk: pathlib.Path, folder: pathlib.Path) -> None:
    chain, key = certificate(folder, "desk.test")
    other_chain, _ = certificate(folder, "other.test")
    token, line = new_token(desk, folder, "ci")
    tokens = private(folder / "tokens", line + "\n")
    with Server(desk, folder, "--http", "127.0.0.2:0", "--tls-certificate", chain, "--tls-key", key, "--tokens", tokens, "--host", "desk.test") as server:
        at = ("127.0.0.2", server.port("https", "127.0.0.2"))
        assert "isError" not in TlsClient(at, "desk.test", chain, token).call("quick")
        for wrong in ("", token + "x", line.split()[1]):
            try:
                TlsClient(at, "desk.test", chain, wrong)
                raise SystemExit(f"'{wrong}' was taken")
            except AssertionError as refused:
                assert refused.args == (401,), refused
        try:
            TlsClient(at, "desk.test", other_chain, token)
            raise SystemExit("a certificate that the client does not know was believed")
        except ssl.SSLCertVerificationError:
            pass
        client = TlsClient(at, "desk.test", chain, token)
        client.fields["Host"] = "other.test"
        assert client.post({"id": 9, "method": "ping"})[0] == 421
        plain = http.client.HTTPConnection(*at, timeout=SECONDS_MAX)
        try:
            plain.request("POST", "/mcp", "{}", client.fields)
            raise SystemExit(f"plain text was answered: {plain.getresponse().status}")
        except (http.client.HTTPException, OSError):
            plain.close()
        assert server.stop() == DONE
        assert server.done() == ["quick"]
        report = server.command("audit", "--json").stdout
        assert "token#ci" in report and "from 127.0.0." in report, report


def test_a_certificate_that_does_not_fit_its_key_starts_no_server(desk: pathlib.Path, folder: pathlib.Path) -> None:
    chain, _ = certificate(folder, "desk.test")
    _, key = certificate(folder, "other.test")
    with Server(desk, folder, "--http", "0", "--tls-certificate", chain, "--tls-key", key) as server:
        assert server.process.wait(timeout=SECONDS_MAX) != DONE and not server.greeting
        server.errors.seek(0)
        assert key in server.errors.read()


def test_tokens_of_an_issuer_call_the_tools_of_their_scopes(desk: pathlib.Path, folder: pathlib.Path) -> None:
    scopes = private(folder / "scopes.json", '{"iam": 1, "scopes": {"alarms": ["quick"], "notes": ["echo"]}}')
    with Issuer() as issuer:
        issuer.keys = [SigningKey(folder, "a")]
        stranger = SigningKey(folder, "b")
        with Server(desk, folder, "--http", "0", "--token-issuer", ISSUER, "--token-keys", issuer.url("/keys"), "--token-audience", AUDIENCE,
                    "--scopes", scopes) as server:
            port, key = server.port(), issuer.keys[0]
            client = Client(port, token=key.token(scope="alarms"))
            assert "isError" not in client.call("quick")
            status, fields, _ = client.post({"id": 2, "method": "tools/call", "params": {"name": "echo", "arguments": {"message": "x"}}})
            assert status == 403 and 'scope="notes"' in fields["WWW-Authenticate"], (status, fields)
            for wrong in (stranger.token(), key.token(aud="https://other.test/mcp"), key.token(iss="https://other.test"),
                          key.token(exp=int(time.time()) - 120), key.token()[:-4] + "AAAA", "opaque"):
                assert status_with(port, wrong) == 401, wrong
            assert server.stop() == DONE
            assert server.done() == ["quick"]
            assert ISSUER + "#ann" in server.command("audit", "--json").stdout
        assert issuer.fetched == 1


def test_a_key_that_the_issuer_rotates_in_is_fetched_within_a_minute(desk: pathlib.Path, folder: pathlib.Path) -> None:
    skip_unless_under_faketime(desk)
    with Issuer() as issuer:
        old, new = SigningKey(folder, "old"), SigningKey(folder, "new")
        issuer.keys = [old]
        # The minutes of the server are six seconds.
        with Server(desk, folder, "--http", "0", "--token-issuer", ISSUER, "--token-keys", issuer.url("/keys"), "--token-audience", AUDIENCE,
                    before=("faketime", "-f", "+0 x10")) as server:
            port = server.port()
            assert status_with(port, old.token()) == 200
            issuer.keys = [new]
            assert status_with(port, new.token()) == 401
            until = time.monotonic() + SECONDS_MAX
            while status_with(port, new.token()) != 200:
                assert time.monotonic() < until
            assert status_with(port, old.token()) == 401
            assert issuer.fetched == 2


def test_an_issuer_that_cannot_be_reached_lets_nobody_in(desk: pathlib.Path, folder: pathlib.Path) -> None:
    with Issuer() as issuer:
        nobody = issuer.url("/keys")
    key = SigningKey(folder, "a")
    with Server(desk, folder, "--http", "0", "--token-issuer", ISSUER, "--token-keys", nobody, "--token-audience", AUDIENCE) as server:
        assert status_with(server.port(), key.token()) == 503
        server.errors.seek(0)
        assert urllib.parse.urlsplit(nobody).netloc in server.errors.read()


def test_an_issuer_is_asked_about_each_token_by_a_client_with_a_secret(desk: pathlib.Path, folder: pathlib.Path) -> None:
    secret = private(folder / "secret", "s3cret word\n")
    with Issuer() as issuer:
        issuer.credentials = "desk:s3cret%20word"
        issuer.active["opaque"] = {"active": True, "aud": AUDIENCE, "sub": "ann"}
        issuer.active["foreign"] = {"active": True, "aud": "https://other.test", "sub": "ann"}
        with Server(desk, folder, "--http", "0", "--token-issuer", ISSUER, "--token-introspection", issuer.url("/introspect"),
                    "--token-audience", AUDIENCE, "--token-client", "desk", "--token-client-secret", secret) as server:
            port = server.port()
            client = Client(port, token="opaque")
            assert "isError" not in client.call("quick")
            assert status_with(port, "foreign") == 401
            assert status_with(port, "unknown") == 401
            issuer.active["opaque"] = {"active": False}
            assert client.post({"id": 2, "method": "ping"})[0] == 401
            issuer.credentials = "desk:another"
            assert status_with(port, "opaque") == 503
            assert server.stop() == DONE
            assert server.done() == ["quick"]
            assert ISSUER + "#ann" in server.command("audit", "--json").stdout
            kept = [file.read_bytes() for file in (folder / "state").rglob("*") if file.is_file()]
            server.errors.seek(0)
            problems = server.errors.read()
            assert "client id and its secret" in problems, problems
            assert not any(b"s3cret" in text or b"opaque" in text for text in [*kept, problems.encode()])


def test_options_about_an_issuer_that_do_not_fit_start_no_server(desk: pathlib.Path, folder: pathlib.Path) -> None:
    secret = private(folder / "secret", "s3cret\n")
    (folder / "open").write_text("s3cret\n")
    (folder / "open").chmod(0o644)
    issuer = ["--token-issuer", ISSUER, "--token-audience", AUDIENCE]
    asked = [*issuer, "--token-introspection", "https://login.test/introspect"]
    for words, why in ((issuer, "--token-introspection"), ([*asked, "--token-keys", secret], "--token-keys"),
                       ([*asked, "--token-client", "desk"], "--token-client-secret"),
                       ([*asked, "--token-client-secret", secret], "--token-client"),
                       ([*asked, "--token-client", "desk", "--token-client-secret", str(folder / "open")], "chmod 600"),
                       ([*asked, "--token-client", "desk", "--token-client-secret", str(folder / "gone")], "gone"),
                       ([*issuer, "--token-introspection", "login.test"], "https://"),
                       (["--token-introspection", "https://login.test/introspect"], "--token-issuer")):
        with Server(desk, folder, "--http", "0", *words) as server:
            assert server.process.wait(timeout=SECONDS_MAX) != DONE and not server.greeting, words
            server.errors.seek(0)
            problem = server.errors.read()
            assert why in problem and "s3cret" not in problem, problem


def test_options_about_tokens_alone_let_nobody_in(desk: pathlib.Path, folder: pathlib.Path) -> None:
    for words in (["--token-audience", AUDIENCE], ["--scopes", str(folder / "scopes")]):
        refused = subprocess.run([desk, "--state", str(folder / "state"), "serve", "--http", "0", *words], capture_output=True, text=True,
                                 check=False, stdin=subprocess.DEVNULL, env={"PATH": os.environ["PATH"], "HOME": str(folder)}, timeout=SECONDS_MAX)
        assert refused.returncode == 2 and "--token-issuer" in refused.stderr, refused


if __name__ == "__main__":
    sys.exit(run_case(globals()))
