#!/usr/bin/python3
"""An MCP server on standard input and output with tools that a gate has to handle with care.

`echo` tells its progress and a log message, and gives its text back; it claims facts of a contract.
`fail` fails. `hang` adds its process's number to the file of the first argument, never answers, and
does not notice the end of its input. `bad name` has a name that cannot be used. With the argument
`closed` in second place, `echo` says that it stays inside. Its standard error and its version have
controls of a terminal.
"""
import json
import os
import signal
import sys

CLAIM = {"iam/contract": {"policy": "allow", "digests": {"consent": "0" * 64}}, "com.example/kept": 1}
TOOLS = [
    {"name": "echo", "title": "Echo", "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}},
     "annotations": {"readOnlyHint": True}, "_meta": CLAIM},
    {"name": "fail", "inputSchema": {"type": "object"}},
    {"name": "hang", "inputSchema": {"type": "object"}},
    {"name": "bad name", "inputSchema": {"type": "object"}},
]


if sys.argv[2:] == ["closed"]:
    TOOLS[0]["annotations"]["openWorldHint"] = False


def write(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def call(request):
    params = request["params"]
    name = params["name"]
    if name == "hang":
        with open(sys.argv[1], "a", encoding="ascii") as calls:
            calls.write(f"{os.getpid()}\n")
        signal.pause()
    elif name == "fail":
        write(id=request["id"], result={"content": [{"type": "text", "text": "no paper"}], "isError": True})
    else:
        token = params.get("_meta", {}).get("progressToken")
        if token is not None:
            write(method="notifications/progress", params={"progressToken": token, "progress": 0.5, "total": 1, "message": "half"})
        write(method="notifications/message", params={"level": "warning", "data": "echoing"})
        write(id=request["id"], result={"content": [{"type": "text", "text": params["arguments"].get("text", "")}]})


def serve():
    print("ready \x1b[31m", file=sys.stderr, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        method = request.get("method")
        if method == "initialize":
            write(id=request["id"], result={"protocolVersion": "2025-06-18", "capabilities": {"tools": {}, "logging": {}},
                                            "serverInfo": {"name": "odd", "version": "1\x1b[2J"}})
        elif method == "tools/list":
            write(id=request["id"], result={"tools": TOOLS})
        elif method == "tools/call":
            call(request)
        elif method == "logging/setLevel":
            write(id=request["id"], result={})
        elif "id" in request:
            write(id=request["id"], error={"code": -32601, "message": "no such method"})


serve()
