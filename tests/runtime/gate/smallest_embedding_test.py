"""The smallest embedding of docs/manual.md: its own text, compiled, asks a person and answers."""
# Tests of runtime/src/gate/engine/basis.cpp.
import argparse
import pathlib
import subprocess


def played(options, word: str) -> str:
    done = subprocess.run([options.program], input=word, capture_output=True, text=True, check=True)
    return done.stdout


def test_the_smallest_embedding_of_the_manual_asks_before_it_runs(options):
    assert played(options, "y\n") == 'Allow add {"a":2,"b":1}? [y/n]\n3\n'
    assert played(options, "n\n") == 'Allow add {"a":2,"b":1}? [y/n]\nA person refused this call.\n'


def test_the_smallest_embedding_of_the_manual_has_twelve_lines(options):
    text = options.source.read_text()
    body = text[text.index("int main() {\n") + len("int main() {\n"):text.rindex("}")]
    lines = [line for line in body.splitlines() if line.strip()]
    assert len(lines) <= 12, lines


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    parser.add_argument("case")
    arguments = parser.parse_args()
    globals()["test_" + arguments.case](arguments)
