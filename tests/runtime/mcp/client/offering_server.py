#!/usr/bin/python3
"""An MCP server on standard input and output with resources and prompts, for tests.

It has a resource `note://1`, a template `note://by/{+id}`, a prompt `greet` and the tool `work`,
which takes `steps`: {"log": PARAMS}, {"ask": [METHOD, PARAMS]} or {"prompts": [PROMPT...]}, its
prompts from now on. The result of `work` is the list of the answers to its questions. After each
answer to logging/setLevel it logs the level that it got. With the argument `plain` it has tools
alone.
"""
import itertools
import json
import sys

QUESTIONS = itertools.count(1)
RESOURCES = [{"uri": "note://1", "name": "one", "title": "One", "description": "The first.", "mimeType": "text/plain"}]
TEMPLATES = [{"uriTemplate": "note://by/{+id}", "name": "any"}]
PROMPTS = [{"name": "greet", "description": "Greets.", "arguments": [{"name": "who", "required": True}]}]
TOOL = {"name": "work", "inputSchema": {"type": "object"}}


def write(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def ask(method, params):
    number = next(QUESTIONS)
    write(id=number, method=method, params=params)
    for line in sys.stdin:
        answer = json.loads(line)
        if answer.get("id") == number and "method" not in answer:
            return answer.get("result", answer.get("error"))
    sys.exit(1)


def work(steps):
    answers = []
    for step in steps:
        if "log" in step:
            write(method="notifications/message", params=step["log"])
        elif "prompts" in step:
            PROMPTS[:] = step["prompts"]
            write(method="notifications/prompts/list_changed")
        else:
            answers.append(ask(*step["ask"]))
    return {"content": [{"type": "text", "text": json.dumps(answers)}]}


def read(uri):
    if uri == "note://1":
        return {"contents": [{"uri": uri, "mimeType": "text/plain", "text": "first"}, {"uri": uri, "blob": "AQI="}]}
    if uri.startswith("note://by/"):
        return {"contents": [{"uri": uri, "text": uri}]}
    return None


def greet(arguments):
    link = {"type": "resource_link", "uri": "note://1", "name": "one"}
    return {"messages": [{"role": "user", "content": {"type": "text", "text": "Greet " + arguments["who"]}},
                         {"role": "assistant", "content": link}]}


def complete(params):
    known = ["ann", "anton", "bob"]
    return {"completion": {"values": [name for name in known if name.startswith(params["argument"]["value"])]}}


def result_of(method, params, is_plain):
    if method == "initialize":
        others = {} if is_plain else {"resources": {"listChanged": True}, "prompts": {"listChanged": True}, "completions": {}, "logging": {}}
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}, **others}, "serverInfo": {"name": "offering", "version": "1"}}
    if method == "tools/list":
        return {"tools": [TOOL]}
    if method == "tools/call":
        return work(params["arguments"].get("steps", []))
    if is_plain:
        return None
    if method == "resources/list":
        return {"resources": RESOURCES}
    if method == "resources/templates/list":
        return {"resourceTemplates": TEMPLATES}
    if method == "prompts/list":
        return {"prompts": PROMPTS}
    if method == "resources/read":
        return read(params["uri"])
    if method == "prompts/get":
        return greet(params["arguments"])
    if method == "completion/complete":
        return complete(params)
    return {} if method == "logging/setLevel" else None


def serve(is_plain):
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request or "method" not in request:
            continue
        result = result_of(request["method"], request.get("params", {}), is_plain)
        if result is None:
            code = -32002 if request["method"] == "resources/read" else -32601
            write(id=request["id"], error={"code": code, "message": "no such thing"})
            continue
        write(id=request["id"], result=result)
        if request["method"] == "logging/setLevel":
            level = request["params"]["level"]
            write(method="notifications/message", params={"level": level, "logger": "levels", "data": "level " + level})


serve("plain" in sys.argv)
