#!/usr/bin/python3
"""An MCP server on standard input and output whose tools do as their arguments say, for tests.

Its first tools are the names in its arguments. A call of `become` gives it the tools in `tools` and
says that they have changed. `die` ends the process. Each other tool takes `steps`:
{"progress": PARAMS}, {"log": PARAMS} or {"ask": PARAMS}, a form. Its result is the list of the
answers to the forms.
"""
import itertools
import json
import sys

FORMS = itertools.count(1)


def tool(name):
    return {"name": name, "inputSchema": {"type": "object"}}


def write(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def ask(params):
    number = next(FORMS)
    write(id=number, method="elicitation/create", params=params)
    for line in sys.stdin:
        answer = json.loads(line)
        if answer.get("id") == number and "method" not in answer:
            return answer.get("result", answer.get("error"))
    sys.exit(1)


def take(steps, token):
    answers = []
    for step in steps:
        if "progress" in step:
            write(method="notifications/progress", params={"progressToken": token, **step["progress"]})
        elif "log" in step:
            write(method="notifications/message", params=step["log"])
        else:
            answers.append(ask(step["ask"]))
    return json.dumps(answers)


def serve(tools):
    for line in sys.stdin:
        request = json.loads(line)
        method = request.get("method")
        params = request.get("params", {})
        if method == "initialize":
            write(id=request["id"], result={"protocolVersion": "2025-06-18", "capabilities": {"tools": {"listChanged": True}, "logging": {}},
                                            "serverInfo": {"name": "changing", "version": "1"}})
        elif method == "tools/list":
            write(id=request["id"], result={"tools": tools})
        elif method == "tools/call" and params["name"] == "die":
            sys.exit(3)
        elif method == "tools/call":
            if params["name"] == "become":
                tools = params["arguments"]["tools"]
                write(method="notifications/tools/list_changed")
            text = take(params["arguments"].get("steps", []), params.get("_meta", {}).get("progressToken"))
            write(id=request["id"], result={"content": [{"type": "text", "text": text}]})
        elif "id" in request:
            write(id=request["id"], error={"code": -32601, "message": "no such method"})


serve([tool(name) for name in sys.argv[1:]])
