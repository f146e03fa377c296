#!/usr/bin/python3
"""A server of llama.cpp without weights, for local_model_test.py. The file of its model is a
script:
{"health": [503, 200], "ends_at": "start" or "health", "goes_on": true, "turns": [...]}
with turns as in scripts/scripted_model.py; the bytes "<end>" end the server. It wants the key of
its environment."""
import argparse
import http.server
import json
import os
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[4] / "scripts"))
from scripted_model import Handler, ModelServer  # noqa: E402


class LlamaHandler(Handler):
    def do_GET(self) -> None:
        assert self.path == "/health", self.path
        if self.server.script.get("ends_at") == "health":
            die("the weights are broken")
        left = self.server.health
        status = left.pop(0) if len(left) > 1 else left[0]
        body = json.dumps({"status": "ok"} if status == 200 else {"error": {"code": status, "message": "Loading model"}}).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        if self.headers["Authorization"] != f"Bearer {os.environ['LLAMA_API_KEY']}":
            return self.refuse(401, "Invalid API Key", {})
        return super().do_POST()

    def play(self, form, step: dict) -> bool:
        if step.get("bytes") == "<end>":
            die("out of memory")
        return super().play(form, step)


def die(why: str) -> None:
    print(f"llama: {why}\nllama: key is {os.environ['LLAMA_API_KEY']}", file=sys.stderr, flush=True)
    os._exit(7)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", required=True)
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--jinja", action="store_true")
    arguments = parser.parse_args()
    script = json.loads(pathlib.Path(arguments.model).read_text())
    seen = pathlib.Path(arguments.model).with_suffix(".seen")
    with seen.open("a") as out:
        print(json.dumps({"pid": os.getpid(), "words": sys.argv[1:], "variables": dict(os.environ)}), file=out)
    if script.get("ends_at") == "start":
        die("unknown architecture")
    assert arguments.host == "127.0.0.1" and arguments.jinja
    # A server that is started again goes on with the script.
    played = len(seen.read_text().splitlines()) - 1
    turns = script.get("turns", [])
    server = ModelServer("chat_completions", turns[min(played, len(turns)):] if script.get("goes_on") else turns, arguments.port)
    server.RequestHandlerClass = LlamaHandler
    server.script = script
    server.health = script.get("health", [200])
    # More than a pipe holds: the program has to read its server's output.
    print("llama: loading " + "." * 200_000, flush=True)
    server.serve_forever()


main()
