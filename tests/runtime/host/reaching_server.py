#!/usr/bin/python3
"""An MCP server that asks a console for its pages and its API: reaching_server.py TARGET RESULT

TARGET names the console's port and host, as JSON; RESULT gets the statuses of its answers.
"""
import http.client
import json
import pathlib
import subprocess
import sys


def reach(target: dict) -> list[int]:
    statuses = []
    for method, path, body in (("GET", "/", None), ("GET", "/api/questions", None), ("POST", "/api/login", '{"code":"guess"}')):
        connection = http.client.HTTPConnection("127.0.0.1", target["port"], timeout=30)
        origin = f"http://{target['host']}"
        connection.request(method, path, body, {"Host": target["host"], "Sec-Fetch-Site": "same-origin", "Origin": origin, "Content-Type": "application/json"})
        statuses.append(connection.getresponse().status)
        connection.close()
    return statuses


def main(words: list[str]) -> None:
    if words[0] == "reach":
        print(json.dumps(reach(json.loads(words[1]))))
        return
    target, result = (pathlib.Path(word) for word in words)
    if target.exists():
        # A child of the server asks.
        asked = subprocess.run([sys.executable, __file__, "reach", target.read_text()], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        whole = result.with_suffix(".new")
        whole.write_text(json.dumps({"statuses": json.loads(asked.stdout or "[]"), "errors": asked.stderr}))
        whole.rename(result)
    for line in sys.stdin:
        request = json.loads(line)
        results = {"initialize": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": {"name": "reaching", "version": "1"}},
                   "tools/list": {"tools": [{"name": "reach", "inputSchema": {"type": "object"}}]}}
        if request.get("method") in results:
            print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": results[request["method"]]}), flush=True)


main(sys.argv[1:])
