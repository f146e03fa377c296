#!/usr/bin/env python3
"""embedded_test.py PROGRAM CASE: the sample with its own main loop, its questions answered by words
on its command line."""
import subprocess
import sys


def lines_of(program: str, *answers: str) -> list[str]:
    done = subprocess.run([program, *answers], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_prompts_are_answered_on_the_loop_and_an_edit_is_taken_back(program: str) -> None:
    lines = lines_of(program, "allow", "allow", "allow")
    assert 'append_text: {"position":8,"removed":"","text":" More to come."}' in lines, lines
    assert 'replace_text: {"position":2,"removed":"draft","text":"letter"}' in lines, lines
    # The function's own code for a text that is not there; nobody was asked about counting.
    assert "replace_text: text_not_found" in lines, lines
    assert "count_words: 5" in lines, lines
    assert "undo: ok" in lines, lines
    # The last edit, taken back, leaves the one before it.
    assert lines[-1] == "document: A draft. More to come.", lines
    assert lines.count("Allow this tool to run?") == 3, lines
    assert not any("not on the loop" in line for line in lines), lines
    # The question is the library's, put on the application's own loop.
    assert '| Replace text (replace_text) · From embedded, compiled in' in lines, lines
    assert '| {"find": "draft",' in lines, lines


def test_what_is_refused_or_not_answered_does_not_happen(program: str) -> None:
    lines = lines_of(program, "deny")
    assert "append_text: user_denied" in lines, lines
    assert lines.count("replace_text: no_decision") == 2, lines
    assert "count_words: 2" in lines, lines
    assert lines[-1] == "document: A draft.", lines


def test_the_host_is_not_linked(program: str) -> None:
    loaded = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    for library in ("sqlite", "boost"):
        assert library not in loaded, loaded


if __name__ == "__main__":
    globals()[f"test_{sys.argv[2]}"](sys.argv[1])
