#!/usr/bin/env python3
"""The commands about MCP servers: servers_test.py --desk PROGRAM CASE, with the program iam

Tests of runtime/src/host/commands/servers/{servers,discover,import,secret_files,show,trust}.cpp.
Tests of runtime/src/host/output/trust_words.cpp.
Tests of runtime/src/program/main.cpp.
"""
import contextlib
import json
import pathlib
import socket
import sqlite3
import stat
import sys
import threading

from desk_cases import run_case
from serve_network_test import Server
from servers_home import DONE, FAILED, HOSTILE, ODD, PYTHON, SMALL, TOOL_NOT_FOUND, USAGE, Home


def test_a_server_is_added_listed_and_removed(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    nothing = home.run("servers", "list")
    assert nothing.returncode == DONE and "servers add" in nothing.stderr, nothing
    assert home.done("servers", "add", "files", "--write", "notes", "--root", "notes", "--env", "LOG=a=b", "--", "files-server", "--root", "[1,2]", "--", "") == "added server files\n"
    assert home.done("servers", "add", "docs", "--url", "https://docs.example/mcp?key=hidden", "--header", "X-Client: desk") == "added server docs\n"
    assert home.servers() == {
        "docs": {"url": "https://docs.example/mcp?key=hidden", "headers": {"X-Client": "desk"}},
        "files": {"command": "files-server", "args": ["--root", "[1,2]", "--", ""], "env": {"LOG": "a=b"}, "sandbox": {"writable": [str(folder / "notes")]},
                  "roots": [str(folder / "notes")]},
    }
    assert stat.S_IMODE(home.file.stat().st_mode) == 0o600
    listed = home.done("servers", "list")
    assert "files-server" in listed and "https://docs.example/mcp" in listed and "hidden" not in listed, listed
    listed = json.loads(home.done("servers", "list", "--json"))["servers"]
    assert listed == [{"enabled": True, "name": "docs", "place": "https://docs.example/mcp", "sandbox": "-", "trust": "not trusted"},
                      {"enabled": True, "name": "files", "place": "files-server", "sandbox": "sandbox", "trust": "not trusted"}], listed
    assert home.done("servers", "remove", "docs") == "removed server docs\n"
    assert list(home.servers()) == ["files"]


def test_the_file_stands_below_the_home_where_no_variable_says_otherwise(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    del home.environment["XDG_CONFIG_HOME"]
    home.add("small", SMALL)
    assert (folder / ".config/iam/servers.json").exists() and not home.file.exists()
    # A relative folder would let the working folder choose the programs.
    home.environment["XDG_CONFIG_HOME"] = "elsewhere"
    assert "small" in home.done("servers", "list")


def test_a_server_that_cannot_be_added_leaves_the_file_as_it_is(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.done("servers", "add", "files", "--", "files-server")
    before = home.file.read_text()
    for words, *parts in (
        (["a"], "command or --url"),
        (["a", "--url", "https://a.example", "--", "b"], "command or --url"),
        (["a", "b", "--", "c"], '"c"'),
        (["--", "a", "b"], "its whole command behind it"),
        (["a", "--env", "LOG", "--", "b"], '"LOG"', "NAME=VALUE"),
        (["a", "--env", "=x", "--", "b"], "NAME=VALUE"),
        (["a", "--url", "https://a.example", "--header", "X-Client"], "NAME: VALUE"),
        (["a", "--url", "https://a.example", "--header", "Authorization: Bearer 123"], "Authorization", "secret"),
        (["a", "--url", "https://a.example", "--header", "X-API-Key: 123"], "X-API-Key", "secret"),
        (["a", "--url", "https://ann:pass@a.example"], "user"),
        (["a", "--url", "ftp://a.example"], "http"),
        (["a", "--url", "https://a.example", "--env", "LOG=1"], "--env", "leave"),
        (["a", "--url", "https://a.example", "--no-sandbox"], "--no-sandbox"),
        (["a", "--header", "X-Client: 1", "--", "b"], "--header", "--env"),
        (["a", "--no-sandbox", "--network", "--", "b"], "choose one"),
        (["files", "--", "b"], 'a server "files" already', "another name"),
        (["FILES", "--", "b"], "FILES"),
        (["a b", "--", "b"], "name"),
        (["", "--", "b"], "name"),
    ):
        said = home.refused("servers", "add", *words)
        assert all(part in said for part in parts), (words, said)
        assert "123" not in said and "pass@" not in said, said
        assert home.file.read_text() == before
    assert home.run("servers", "add").returncode == USAGE
    said = home.refused("servers", "remove", "nobody")
    assert '"nobody"' in said and "servers list" in said, said


def test_every_mistake_of_the_file_is_named_on_a_line_of_its_own(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.write('{"servers": {\n  "a": {"comand": "x"},\n  "b": {"url": 7}\n}}')
    for words in (["servers", "list"], ["servers", "status"], ["servers", "add", "c", "--", "d"], ["servers", "remove", "a"],
                  ["tools"], ["call", "a/b"], ["serve"]):
        lines = home.refused(*words).splitlines()
        assert len(lines) >= 2 and all(line.startswith(f"{home.file}:") for line in lines), (words, lines)
        assert any(":2:" in line and '"command"' in line for line in lines) and any(":3:" in line for line in lines), lines
    home.write('{"servers": {"a": {"command": "x"}, "a": {"command": "y"}}}')
    assert "a" in home.refused("servers", "list")
    home.write("no JSON")
    assert f"{home.file}:1:" in home.refused("servers", "list")


def test_a_file_that_is_missing_or_that_others_can_write_starts_nothing(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    other = folder / "other.json"
    said = home.refused("--servers", str(other), "servers", "status")
    assert str(other) in said and "servers add" in said, said
    assert "servers add" in home.refused("servers", "status")
    for mode in (0o602, 0o666):
        home.write(json.dumps({"servers": {"a": {"command": "touch", "args": [str(folder / "started")], "sandbox": False}}}), mode)
        for words in (["servers", "list"], ["servers", "status"], ["tools"]):
            said = home.refused(*words)
            assert "chmod go-w" in said and str(home.file) in said, said
    assert not (folder / "started").exists()
    said = home.refused("--servers", str(folder), "servers", "list")
    assert str(folder) in said and "file" in said, said


def test_a_file_of_claude_is_imported_and_its_secrets_are_kept_in_files(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.done("servers", "add", "old", "--", "mine")
    (folder / "claude.json").write_text(json.dumps({"mcpServers": {
        "old": {"url": "https://old.example/mcp", "headers": {"Authorization": "Bearer top-secret-3"}},
        "files": {"command": "files-server", "args": ["notes"]},
        "web": {"type": "http", "url": "https://web.example/mcp", "headers": {"Authorization": "Bearer top-secret-1"}},
        "keyed": {"type": "http", "url": "https://keyed.example/mcp", "headers": {"X-API-Key": "top-secret-2"}}}}))
    ended = home.run("servers", "import", "claude.json")
    assert ended.returncode == DONE and "top-secret" not in ended.stdout + ended.stderr, ended
    assert ended.stdout == "imported server files\nimported server keyed\nimported server web\n", ended
    assert "old is in the file already" in ended.stderr, ended
    assert "top-secret" not in home.file.read_text()
    assert home.servers()["old"] == {"command": "mine"} and home.servers()["web"]["auth"]["type"] == "bearer"
    assert stat.S_IMODE(home.secrets.stat().st_mode) == 0o700
    assert stat.S_IMODE(home.file.stat().st_mode) == 0o600
    kept = {path.read_text() for path in home.secrets.iterdir()}
    assert kept == {"top-secret-1", "top-secret-2"}, kept
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in home.secrets.iterdir())
    for name, secret in (("web", "top-secret-1"), ("keyed", "top-secret-2")):
        assert pathlib.Path(home.servers()[name]["auth"]["file"]).read_text() == secret
    again = home.run("servers", "import", "claude.json")
    assert again.returncode == DONE and not again.stdout, again


def test_a_file_of_vs_code_is_imported_and_missing_secrets_are_asked_for(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    text = """{ // a comment
      "inputs": [{"type": "promptString", "id": "key", "description": "API key", "password": true}],
      "servers": {
        "search": {"type": "stdio", "command": "search-server", "env": {"API_KEY": "${input:key}"}},
        "api": {"type": "http", "url": "https://api.example/mcp", "headers": {"Authorization": "Bearer top-secret"}},
      }
    }"""
    (folder / "work").mkdir()
    # The references to secrets are whole paths, from wherever the command is run.
    ended = home.run("--servers", "../s/servers.json", "servers", "import", "-", text=text, cwd=folder / "work")
    assert ended.returncode == DONE and "top-secret" not in ended.stdout + ended.stderr, ended
    servers = json.loads((folder / "s/servers.json").read_text())["servers"]
    wanted = pathlib.Path(servers["search"]["env"]["API_KEY"]["file"])
    assert wanted.is_absolute() and wanted.resolve().parent == folder / "s/secrets", wanted
    assert wanted.name in ended.stderr and "search" in ended.stderr, ended
    assert stat.S_IMODE(wanted.stat().st_mode) == 0o600 and wanted.read_text() == ""
    assert pathlib.Path(servers["api"]["auth"]["file"]).read_text() == "top-secret"


CLAUDE = {"mcpServers": {"web": {"type": "http", "url": "https://web.example/mcp", "headers": {"Authorization": "Bearer first"}}}}


def test_an_import_never_overwrites_the_secret_of_another_server(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.done("servers", "import", "-", text=json.dumps(CLAUDE))
    # Another file of servers in the same folder shares the folder of secrets.
    other = folder / "iam/other.json"
    home.done("--servers", str(other), "servers", "import", "-", text=json.dumps(CLAUDE).replace("first", "second"))
    first = pathlib.Path(home.servers()["web"]["auth"]["file"])
    second = pathlib.Path(json.loads(other.read_text())["servers"]["web"]["auth"]["file"])
    assert first != second and (first.read_text(), second.read_text()) == ("first", "second"), (first, second)
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 for path in (first, second))


def test_a_removed_server_takes_the_secret_of_its_import_with_it(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.done("servers", "import", "-", text=json.dumps(CLAUDE))
    kept = pathlib.Path(home.servers()["web"]["auth"]["file"])
    own = folder / "own-key"
    own.write_text("mine")
    servers = home.servers()
    for name, file in (("twin", kept), ("mine", own)):
        servers[name] = {"url": "https://a.example/mcp", "auth": {"type": "bearer", "file": str(file)}}
    home.write(json.dumps({"servers": servers}))
    said = home.run("servers", "remove", "web").stderr
    assert f"{kept} stays, since another server uses it" in said and kept.exists(), said
    # Not made for this one: the file may be of use elsewhere.
    said = home.run("servers", "remove", "twin").stderr
    assert f"{kept} stays; remove the file" in said and kept.exists(), said
    said = home.run("servers", "remove", "mine").stderr
    assert f"{own} stays; remove the file" in said and own.exists(), said
    kept.unlink()
    home.done("servers", "import", "-", text=json.dumps(CLAUDE))
    removed = home.run("servers", "remove", "web")
    assert f"{kept} was removed" in removed.stderr and not kept.exists(), removed


def test_keys_that_stay_readable_in_the_file_are_noted(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    for words, *parts in (
        (["a", "--env", "API_KEY=top-secret", "--env", "LOG=1", "--", "b"], "a/env/API_KEY", '"file"'),
        (["b", "--url", "https://b.example/mcp?token=top-secret"], "b/url", "'token'", '"auth"'),
        (["c", "--url", "https://c.example/mcp", "--header", "X-My-Token: top-secret"], "c/headers/X-My-Token", '"auth"'),
    ):
        added = home.run("servers", "add", *words)
        assert added.returncode == DONE and added.stdout == f"added server {words[0]}\n", added
        assert all(part in added.stderr for part in parts) and "top-secret" not in added.stderr and "LOG" not in added.stderr, added
    said = home.refused("servers", "add", "d", "--env", "API_KEY", "--", "b")
    assert "NAME=VALUE" in said and '{"environment": "API_KEY"}' in said, said
    text = json.dumps({"mcpServers": {"e": {"url": "https://e.example/mcp?api_key=top-secret"}}})
    said = home.run("servers", "import", "-", text=text).stderr
    assert "'api_key'" in said and "(at /mcpServers/e/url)" in said and "top-secret" not in said, said


def test_a_program_that_needs_another_sandbox_is_noted_when_it_is_added(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    for name, words, part in (("a", ["--", "npx", "-y", "x"], '"network": true'), ("b", ["--", "/usr/bin/docker", "run"], '"sandbox": false'),
                              ("c", ["--network", "--", "uvx", "x"], ""), ("d", ["--no-sandbox", "--", "docker"], "")):
        said = home.run("servers", "add", name, *words).stderr
        assert part in said and bool(part) == bool(said), (name, said)


def test_a_file_that_cannot_be_imported_is_named(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    assert "gone.json" in home.refused("servers", "import", "gone.json")
    assert "mcpServers" in home.refused("servers", "import", "-", text="{}")
    assert home.refused("servers", "import", "-", text="no JSON")
    assert not home.file.exists() and not home.secrets.exists()


def test_the_status_shows_each_server_and_why_it_is_not_connected(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.add("small", SMALL)
    home.add_odd()
    home.done("servers", "add", "missing", "--no-sandbox", "--", "no-such-program")
    home.done("servers", "add", "ends", "--no-sandbox", "--", PYTHON, "-c", r"import sys; sys.exit('no \x1b[31mdisk')")
    home.done("servers", "add", "off", "--", "no-such-program")
    servers = home.servers()
    servers["off"]["enabled"] = False
    home.write(json.dumps({"servers": servers}))
    ended = home.run("servers", "status")
    assert ended.returncode == FAILED and "\x1b" not in ended.stdout + ended.stderr, ended
    rows = {line.split()[0]: line for line in ended.stdout.splitlines()}
    assert "connected" in rows["small"] and "3 tools" in rows["small"] and "small 1" in rows["small"], rows
    assert "failed" in rows["missing"] and "failed" in rows["ends"] and "connected" in rows["odd"], rows
    assert "missing is not connected: the program no-such-program is in no folder of PATH" in ended.stderr, ended
    assert "ends is not connected" in ended.stderr and "[31mdisk" in ended.stderr, ended
    assert rows["off"].split()[1] == "off" and "opened in " in rows["small"], rows
    assert "has ended (exit code 1)" in ended.stderr, ended
    ended = home.run("servers", "status", "--json")
    assert ended.returncode == FAILED, ended
    states = {server["name"]: server for server in json.loads(ended.stdout)["servers"]}
    assert states["off"]["state"] == "off" and states["small"]["health"]["era"] == "sessions", states
    assert states["small"]["state"] == "connected" and states["small"]["tools"] == 3 and states["small"]["revision"] == "2025-06-18", states
    assert states["missing"]["state"] == "failed" and "PATH" in states["missing"]["last_error"], states


def test_the_status_of_servers_that_are_all_connected_or_off_is_a_success(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.add("small", SMALL)
    home.done("servers", "add", "off", "--", "no-such-program")
    servers = home.servers()
    servers["off"]["enabled"] = False
    home.write(json.dumps({"servers": servers}))
    assert "off" in home.done("servers", "status")


def test_a_call_to_a_server_that_is_away_says_so_and_why(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.done("servers", "add", "missing", "--no-sandbox", "--", "no-such-program")
    ended = home.run("call", "missing/list", "{}")
    assert ended.returncode == TOOL_NOT_FOUND, ended
    assert "Server missing is not connected, so its tool was not called: the program no-such-program" in ended.stderr, ended
    assert "servers status" in ended.stderr, ended
    home.write(json.dumps({"servers": {"missing": {"command": "x", "enabled": False}}}))
    assert 'Server missing is off ("enabled": false)' in home.run("call", "missing/list", "{}").stderr


def test_the_steps_of_a_call_are_logged_and_the_traffic_is_recorded_without_secrets(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.add("small", SMALL)
    servers = home.servers()
    (folder / "token").write_text("top-secret")
    (folder / "token").chmod(0o600)
    servers["small"]["env"] = {"TOKEN": {"file": str(folder / "token")}}
    home.write(json.dumps({"servers": servers}))
    home.done("policy", "set", "small/echo", "allow")
    home.done("--log-calls", "calls.log", "--record-traffic", "traffic.log", "call", "small/echo", '{"text":"a top-secret word"}')
    for name in ("calls.log", "traffic.log"):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
        assert "top-secret" not in (folder / name).read_text()
    steps = [json.loads(line) for line in (folder / "calls.log").read_text().splitlines()]
    assert [step["step"] for step in steps] == ["requested", "decided", "executing", "outcome"], steps
    assert {step["call"] for step in steps} == {steps[0]["call"]} and steps[0]["origin"] == "small", steps
    assert steps[1]["effect"] == "allow" and steps[1]["source"] == "stored_policy" and steps[3]["success"], steps
    traffic = [json.loads(line) for line in (folder / "traffic.log").read_text().splitlines()]
    assert traffic[0]["kind"] == "note" and traffic[0]["text"] == f"connecting to {PYTHON}", traffic
    sent = [json.loads(event["text"]) for event in traffic if event["kind"] == "sent"]
    called = next(message for message in sent if message.get("method") == "tools/call")
    assert called["params"]["arguments"] == {"text": "a [secret] word"}, called
    assert any(event["kind"] == "received" and "a [secret] word" in event["text"] for event in traffic), traffic
    assert "none/calls.log" in home.refused("--log-calls", "none/calls.log", "tools")
    assert "--log-calls" in home.refused("--log-calls", "", "tools")


def test_a_server_is_found_on_a_host_that_is_named_and_nothing_is_added(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.add("small", SMALL)
    before = home.file.read_text()
    with Server(iam, folder, "--http", "0") as server:
        port = server.port()
        ended = home.run("servers", "discover", f"localhost:{port}")
        assert ended.returncode == DONE, ended
        assert ended.stdout.split()[:4] == [f"http://localhost:{port}/mcp", "http", "3", "tools"], ended
        assert f"servers add NAME --url http://localhost:{port}/mcp" in ended.stderr, ended
        found = json.loads(home.done("servers", "discover", "--json", f"127.0.0.1:{port}"))["servers"]
        assert [server["url"] for server in found] == [f"http://127.0.0.1:{port}/mcp"] and found[0]["tools"] == 3, found
    ended = home.run("servers", "discover", f"127.0.0.1:{port}")
    assert ended.returncode == DONE and not ended.stdout and "No server was found" in ended.stderr, ended
    assert "is no host" in home.refused("servers", "discover", "http://localhost")
    assert home.file.read_text() == before


def test_the_tools_of_servers_are_listed_and_those_left_out_are_named(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.add("small", SMALL)
    home.add_odd()
    ended = home.run("servers", "tools")
    assert ended.returncode == DONE, ended
    assert [line.split()[0] for line in ended.stdout.splitlines()] == [
        "odd/echo", "odd/fail", "odd/hang", "small/die", "small/echo", "small/hang"], ended
    assert "Left out: odd/bad name: the name has the character U+0020" in ended.stderr, ended
    for one, other in (("odd", "small"), ("small", "odd")):
        assert f"Note on {one}/echo: the name is also a tool's of the server '{other}'" in ended.stderr, ended
    one = home.run("servers", "tools", "small")
    assert "odd/echo" not in one.stdout and "small/echo" in one.stdout and "Left out" not in one.stderr, one
    said = home.refused("servers", "tools", "nobody")
    assert '"nobody"' in said and "servers list" in said, said


def test_an_empty_list_of_tools_names_the_servers_without_tools(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    assert "servers add" in home.run("tools").stderr
    home.done("servers", "add", "gone", "--no-sandbox", "--", "no-such-program")
    home.add("small", SMALL)
    servers = home.servers()
    servers["small"]["enabled"] = False
    home.write(json.dumps({"servers": servers}))
    for words in (["tools"], ["servers", "tools"]):
        said = home.run(*words).stderr
        assert "server gone failed, server small is switched off" in said and "servers status" in said, said
    said = home.run("servers", "tools", "small").stderr.splitlines()[-1]
    assert "server small is switched off" in said and "gone" not in said, said


def test_tools_are_found_by_words_in_their_names_and_descriptions(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.add("small", SMALL)
    home.add_odd()
    assert [line.split()[0] for line in home.done("tools", "--search", "ECHO odd").splitlines()] == ["odd/echo"]
    found = json.loads(home.done("tools", "--search", "odd/echo", "--json"))["tools"]
    assert [(tool["origin"], tool["name"]) for tool in found] == [("odd", "echo")], found
    assert found[0]["inputSchema"]["properties"] == {"text": {"type": "string"}}, found
    assert len(json.loads(home.done("tools", "--search", "echo", "--for", "openai"))) == 2
    nothing = home.run("tools", "--search", "echo nothing-like-it")
    assert nothing.returncode == DONE and "No tool has these words" in nothing.stderr and "tools" in nothing.stderr, nothing


def test_servers_behind_tls_are_asked_through_the_proxy_of_the_environment(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.done("servers", "add", "web", "--url", "https://server.test/mcp")
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        asked = []

        def refuse() -> None:
            while True:
                connection, _ = proxy.accept()
                with connection:
                    asked.append(connection.recv(4096))
                    connection.sendall(b"HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")

        threading.Thread(target=refuse, daemon=True).start()
        home.environment["HTTPS_PROXY"] = f"http://127.0.0.1:{proxy.getsockname()[1]}"
        said = home.run("servers", "status").stderr
    assert asked[0].startswith(b"CONNECT server.test:443 HTTP/1.1\r\n"), asked
    assert "web is not connected" in said and "proxy" in said and "403" in said, said


def test_the_log_shows_the_last_words_of_a_server(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.add_odd()
    shown = home.done("servers", "log", "odd")
    assert shown.startswith("ready ") and "\x1b" not in shown, shown
    said = home.refused("servers", "log", "nobody")
    assert '"nobody"' in said and "servers list" in said, said


def test_xr03_no_text_of_a_server_acts_on_the_terminal(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.add("bad", HOSTILE, "loud", "tool:refuse")
    for tool in ("loud", "refuse"):
        home.done("policy", "set", f"bad/{tool}", "allow")
    for words in (["servers", "status"], ["servers", "tools"], ["servers", "log", "bad"], ["tools"], ["tools", "bad/loud"], ["call", "bad/loud"],
                  ["call", "bad/loud", '{"fails":true}'], ["call", "bad/refuse"], ["preview", "bad/loud"], ["audit"], ["call", "bad/echo"]):
        ended = home.run(*words)
        said = ended.stdout + ended.stderr
        # ESC, BEL and U+009B move the screen; U+202E turns the text around; U+200B hides.
        assert not any(sign in said for sign in "\x1b\x07\x9b\u202e\u200b"), (words, ended)
        assert said, words
    assert "red" in home.done("servers", "log", "bad") and "red" in home.done("servers", "status")
    assert "U+001B" in home.run("servers", "tools").stderr


def add_closed(home: Home, *more: str) -> None:
    """The server `odd` with a tool that claims to read only and to stay inside."""
    home.add("odd", ODD, str(home.calls), "closed", *more)


def row_of(home: Home, *words: str) -> str:
    """The row of the server `odd` or its tool `echo`."""
    return next(line for line in home.done(*words).splitlines() if line.split()[0] in ("odd", "odd/echo"))


def test_trust_is_given_shown_and_taken_back(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    add_closed(home)
    assert "not trusted" in row_of(home, "servers", "list") and "not trusted" in row_of(home, "servers", "status")
    assert "High" in row_of(home, "tools") and "not trusted" in row_of(home, "tools")
    endpoint = {"args": [str(ODD), str(home.calls), "closed"], "command": PYTHON, "sandbox": False}
    given = home.run("--user", "ann", "servers", "trust", "odd")
    assert given.returncode == DONE and given.stdout == f"trusted server odd at {json.dumps(endpoint, separators=(',', ':'))}\n", given
    assert "allows no call" in given.stderr and "servers distrust odd" in given.stderr, given
    for words in (["servers", "list"], ["servers", "status"], ["tools"]):
        assert "trusted" in row_of(home, *words) and "not trusted" not in row_of(home, *words), words
    assert "Low" in row_of(home, "tools")
    assert [tool["trust"] for tool in json.loads(home.done("tools", "--json"))["tools"]] == ["trusted"] * 3
    assert json.loads(home.done("servers", "list", "--json"))["servers"][0]["trust"] == "trusted"
    assert json.loads(home.done("servers", "status", "--json"))["servers"][0]["trust"] == "trusted"
    # It allows nothing, and the record says that the server was trusted.
    ended = home.run("call", "odd/echo", "{}")
    assert ended.returncode not in (DONE, USAGE), ended
    asked = next(entry for entry in home.entries() if entry["kind"] == "approval")
    assert asked["trusted"] is True and asked["risk"] == "low", asked
    shown = home.done("audit", "show", asked["id"])
    assert "from the server odd, trusted then" in shown, shown
    trust = next(entry for entry in home.entries() if entry["kind"] == "trust")
    assert trust["tool"] == {"origin": "odd"} and trust["subject"]["user"] == "ann", trust
    assert PYTHON in home.done("audit", "show", trust["id"])
    assert home.done("servers", "distrust", "odd") == "distrusted server odd\n"
    assert "not trusted" in row_of(home, "servers", "list") and "High" in row_of(home, "tools")
    assert "not trusted" in home.refused("servers", "distrust", "odd")
    assert json.loads(home.done("servers", "trust", "odd", "--json"))["endpoint"] == endpoint
    home.done("servers", "remove", "odd")
    assert json.loads(home.done("servers", "distrust", "odd", "--json")) == {"server": "odd", "trusted": False}
    said = home.refused("servers", "trust", "nobody")
    assert '"nobody"' in said and "servers list" in said, said


def test_trust_does_not_pass_to_another_program_of_the_name(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    add_closed(home)
    home.done("servers", "trust", "odd")
    home.done("servers", "remove", "odd")
    home.add("odd", ODD, str(folder / "others"), "closed")
    for words in (["servers", "list"], ["servers", "status"]):
        ended = home.run(*words)
        assert "another one was trusted" in ended.stdout and "servers trust odd" in ended.stderr, ended
    assert "High" in row_of(home, "tools")
    # The record stays: with the same program again, the trust counts again.
    home.done("servers", "remove", "odd")
    add_closed(home)
    assert "Low" in row_of(home, "tools")


def test_trust_in_the_file_of_servers_is_refused_with_the_command(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.write(json.dumps({"servers": {"odd": {"command": PYTHON, "args": [str(ODD), "x", "closed"], "sandbox": False, "trust": True}}}))
    for words in (["servers", "list"], ["tools"], ["servers", "trust", "odd"]):
        said = home.refused(*words)
        assert "servers trust odd" in said and "/servers/odd/trust" in said, said
    home.file.unlink()
    ended = home.run("servers", "import", "-", text=json.dumps({"mcpServers": {"odd": {"command": "s", "trust": True}}}))
    assert ended.returncode == DONE and "servers trust NAME" in ended.stderr, ended
    assert "not trusted" in row_of(home, "servers", "list")


def test_trust_written_into_the_database_is_none(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    add_closed(home)
    home.done("servers", "trust", "odd")
    with contextlib.closing(sqlite3.connect(folder / "state/ledger.db")) as database:
        database.execute("UPDATE trusts SET trusted_by = CAST('mallory' AS BLOB)")
        database.commit()
    ended = home.run("servers", "list")
    assert "not trusted" in ended.stdout and "The trust of odd was changed past the program" in ended.stderr, ended
    assert "High" in row_of(home, "tools")
    assert "The trust of odd" in home.run("audit", "verify").stderr
    home.done("servers", "distrust", "odd")
    assert "changed past" not in home.run("servers", "list").stderr


def test_an_allow_for_a_tool_ends_where_its_server_becomes_another_program(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    add_closed(home)
    home.done("policy", "set", "odd/echo", "allow")
    home.done("grants", "set", "odd/hang", "until-cleared")
    assert "hi" in home.done("call", "odd/echo", '{"text": "hi"}')
    home.done("servers", "remove", "odd")
    home.add("odd", ODD, str(folder / "others"), "closed")
    ended = home.run("call", "odd/echo", '{"text": "hi"}')
    assert ended.returncode not in (DONE, USAGE), ended
    explained = home.run("rules", "explain", "odd/hang", "{}")
    assert "confirm" in explained.stdout, explained
    pending = home.done("approvals", "list")
    assert "odd/echo" in pending, pending


if __name__ == "__main__":
    sys.exit(run_case(globals()))
