#!/usr/bin/python3
"""A small MCP server on standard input and output, for tests.

Its tools: `echo` gives its text back, `die` ends the process, `hang` says so and never answers.
With the argument `strict` it ends at a request before initialize, with `mute` it says nothing.
`socket PATH` serves one client of a Unix socket in the place of its standard streams.
"""
import json
import socket
import sys

TOOLS = [{"name": name, "inputSchema": {"type": "object"}} for name in ("echo", "die", "hang")]


def answer(request, result):
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)


def refuse(request):
    error = {"code": -32601, "message": "no such method"}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": error}), flush=True)


def call(request):
    name = request["params"]["name"]
    if name == "die":
        print("dying as asked", file=sys.stderr, flush=True)
        sys.exit(3)
    if name == "hang":
        params = {"level": "info", "data": "hanging"}
        note = {"jsonrpc": "2.0", "method": "notifications/message", "params": params}
        print(json.dumps(note), flush=True)
    if name == "echo":
        text = request["params"]["arguments"].get("text", "")
        answer(request, {"content": [{"type": "text", "text": text}]})


def serve(modes):
    if "mute" in modes:
        sys.stdin.read()
        return
    for line in sys.stdin:
        request = json.loads(line)
        method = request.get("method")
        if method == "initialize":
            answer(request, {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                             "serverInfo": {"name": "small", "version": "1"}})
        elif method == "tools/list":
            answer(request, {"tools": TOOLS})
        elif method == "tools/call":
            call(request)
        elif "id" in request and "strict" in modes:
            sys.exit(1)
        elif "id" in request:
            refuse(request)


def take_client(path):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen()
    client, _ = listener.accept()
    sys.stdin = client.makefile("r")
    sys.stdout = client.makefile("w")


if "socket" in sys.argv:
    take_client(sys.argv[2])
serve(sys.argv[1:])
