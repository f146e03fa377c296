#!/usr/bin/env python3
"""Tools of MCP servers beside a program's own: servers_option_test.py --desk PROGRAM CASE"""
import pathlib
import sys

from desk_cases import run_case
from serve_test import Client
from servers_home import PYTHON, SMALL, Home


def test_a_program_has_its_own_tools_beside_those_of_servers(desk: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(desk, folder)
    file = str(folder / "own.json")
    home.done("--servers", file, "servers", "add", "small", "--no-sandbox", "--", PYTHON, str(SMALL))
    listed = home.done("--servers", file, "tools")
    assert "quick" in listed and "small/echo" in listed, listed
    assert "small" not in home.done("tools")
    noted = home.run("--servers", file, "servers", "tools").stderr
    assert "Note on small/echo: the name is also a tool's of this program" in noted, noted
    home.done("--servers", file, "policy", "set", "small/echo", "allow")
    assert "hello" in home.done("--servers", file, "call", "small/echo", '{"text":"hello"}')


def test_a_program_serves_tools_of_servers_to_its_clients(desk: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(desk, folder)
    file = str(folder / "own.json")
    home.done("--servers", file, "servers", "add", "small", "--no-sandbox", "--", PYTHON, str(SMALL))
    with Client(desk, folder, "--servers", file) as client:
        names = [tool["name"] for tool in client.begin().ask("tools/list")["result"]["tools"]]
        assert "quick" in names and "small__echo" in names, names


def test_a_program_without_a_file_of_servers_says_how_to_name_one(desk: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(desk, folder)
    assert "--servers FILE" in home.refused("servers", "list")
    said = home.refused("--servers", str(folder / "gone.json"), "tools")
    assert "gone.json" in said and "servers add" in said, said
    said = home.refused("--servers", "", "tools")
    assert "--servers" in said and "empty" in said, said


if __name__ == "__main__":
    sys.exit(run_case(globals()))
