"""The chat of docs/chat.md: its own text, compiled, runs a tool and answers."""
# Tests of runtime/src/chat/conversation/conversation.cpp.
import argparse
import pathlib
import subprocess


def test_the_chat_of_its_page_calls_a_tool_and_answers(options):
    done = subprocess.run([options.program], capture_output=True, text=True, check=True)
    assert done.stdout == 'add{"a":2,"b":3}\nIt is 5.\n'


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("case")
    arguments = parser.parse_args()
    globals()["test_" + arguments.case](arguments)
