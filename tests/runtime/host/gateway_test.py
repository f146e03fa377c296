#!/usr/bin/env python3
"""Tools of MCP servers behind the gate: gateway_test.py --desk PROGRAM CASE, with the program iam

Tests of runtime/src/host/session/server_tools.cpp.
"""
import json
import pathlib
import select
import signal
import subprocess
import sys

from desk_cases import run_case
from serve_test import Client
from servers_home import CHANGING, DONE, OFFERING, SECONDS_MAX, SMALL, Home

UNDECIDED, UNKNOWN, NOT_ANCHORED = 5, 7, 11


class Gateway(Client):
    application = "iam"
    command_word = "gateway"


def odd_home(iam: pathlib.Path, folder: pathlib.Path, *allowed: str) -> Home:
    """A home with the server `odd`, and a policy for some of its tools."""
    home = Home(iam, folder)
    home.add_odd()
    for tool in allowed:
        home.done("policy", "set", tool, "allow")
    return home


def wait_until(is_so) -> None:
    while not is_so():
        select.select([], [], [], 0.01)


def test_a_call_allowed_by_a_policy_is_recorded_with_its_origin(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = odd_home(iam, folder, "odd/echo")
    ended = home.run("call", "odd/echo", '{"text":"hello"}', "--json")
    assert ended.returncode == DONE and "echoing" in ended.stderr, ended
    assert json.loads(ended.stdout)["result"] == [{"text": "hello", "type": "text"}], ended
    recorded = [entry for entry in home.entries() if entry["kind"] in ("intent", "outcome")]
    assert [entry["kind"] for entry in recorded] == ["outcome", "intent"], recorded
    assert all(entry["tool"] == {"name": "echo", "origin": "odd"} for entry in recorded), recorded
    assert "odd/echo" in home.done("audit")
    verified = home.run("audit", "verify")
    assert verified.returncode == NOT_ANCHORED and "consistent" in verified.stdout + verified.stderr, verified


def test_t6_a_call_waits_for_no_other_server(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = odd_home(iam, folder, "odd/echo")
    home.add("mute", SMALL, "mute")
    called = home.run("call", "odd/echo", '{"text":"hello"}')
    # A command that has waited for a server in vain says so.
    assert called.returncode == DONE and "mute" not in called.stderr, called


def test_commands_that_only_read_or_change_records_start_no_server(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = odd_home(iam, folder, "odd/echo")
    home.run("call", "odd/hang", "{}")
    waiting = json.loads(home.done("approvals", "list", "--json"))["approvals"][0]["id"]
    grant = json.loads(home.done("grants", "set", "odd/echo", "2h", "--json"))["id"]
    started = folder / "started"
    servers = home.servers()
    servers["odd"]["args"] = ["-c", f"open({str(started)!r}, 'w')"]
    home.write(json.dumps({"servers": servers}))
    for words in (["approvals", "list"], ["grants", "list"], ["permissions", "list"], ["policy", "list"], ["audit"], ["grants", "revoke", grant],
                  ["approvals", "withdraw", waiting], ["policy", "revoke", "odd/echo"], ["policy", "revoke", "odd/echo"], ["policy", "revoke-all"],
                  ["grants", "revoke-all"], ["servers", "list"], ["freeze", "a test"], ["thaw", "a test"]):
        home.done(*words)
    for words in (["reconcile", "0.1"], ["permissions", "shorten", "x", "1h"], ["permissions", "extend", "x", "1h"],
                  ["call", "echo"], ["call"], ["preview", "echo"]):
        home.refused(*words)
    assert not started.exists()


def test_a_list_shows_the_policies_of_servers_that_it_does_not_start(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = odd_home(iam, folder, "odd/echo")
    row = home.done("policy", "list").splitlines()[-1]
    assert "odd/echo" in row and "server not started" in row and "stored allow" in row, row
    assert "ended; server not started" in home.done("policy", "revoke", "odd/echo")


def test_a_command_about_one_tool_starts_the_server_of_this_tool_alone(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = odd_home(iam, folder)
    started = folder / "started"
    home.done("servers", "add", "other", "--no-sandbox", "--", "touch", str(started))
    home.done("policy", "set", "odd/echo", "allow")
    home.done("grants", "set", "odd/echo", "once")
    assert "allow" in home.done("rules", "explain", "odd/echo", '{"text": "a"}')
    home.run("preview", "odd/echo", "{}")
    home.run("call", "odd/hang", "{}")
    waiting = json.loads(home.done("approvals", "list", "--json"))["approvals"][0]["id"]
    # The question is made, and only the terminal is missing.
    assert "needs a terminal" in home.refused("approvals", "answer", waiting)
    assert not started.exists()
    home.done("tools")
    assert started.exists()


def test_a_tool_without_a_server_is_told_from_one_whose_server_is_off(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = odd_home(iam, folder)
    said = home.run("call", "nobody/echo").stderr
    assert 'no server "nobody"' in said and "servers list" in said, said
    servers = home.servers()
    servers["odd"]["enabled"] = False
    home.write(json.dumps({"servers": servers}))
    said = home.run("call", "odd/echo").stderr
    assert "odd is switched off" in said and '"enabled"' in said and str(home.file) in said, said


def test_a_call_that_nobody_answers_leaves_a_question_and_reaches_no_server(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = odd_home(iam, folder)
    ended = home.run("call", "odd/hang", "{}", "--json")
    assert ended.returncode == UNDECIDED, ended
    asked = json.loads(ended.stdout)
    waiting = json.loads(home.done("approvals", "list", "--json"))["approvals"]
    assert [question["id"] for question in waiting] == [asked["approval"]], waiting
    assert not home.calls.exists()


def test_a_server_that_is_not_there_has_no_tools_and_the_reason_is_said(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = odd_home(iam, folder)
    home.done("servers", "add", "gone", "--no-sandbox", "--", "no-such-program")
    ended = home.run("call", "gone/echo")
    assert ended.returncode == 9 and "gone is not connected: the program no-such-program" in ended.stderr, ended
    assert "odd/echo" in home.done("tools")


def test_a_client_of_the_gateway_uses_tools_of_servers(iam: pathlib.Path, folder: pathlib.Path) -> None:
    odd_home(iam, folder, "odd/echo", "odd/fail")
    with Gateway(iam, folder, "--wait", "0") as client:
        client.begin()
        tools = {tool["name"]: tool for tool in client.ask("tools/list")["result"]["tools"]}
        assert sorted(tools) == ["odd__echo", "odd__fail", "odd__hang"], tools
        assert tools["odd__echo"]["_meta"] == {"com.example/kept": 1} and tools["odd__echo"]["title"] == "Echo", tools
        client.ask("logging/setLevel", level="debug")
        request = client.send("tools/call", name="odd__echo", arguments={"text": "hello"}, _meta={"progressToken": "p"})
        result = client.answer_to(request)["result"]
        assert result["content"] == [{"type": "text", "text": "hello"}] and "isError" not in result, result
        told = {message["method"]: message["params"] for message in client.messages if "method" in message}
        progress = told["notifications/progress"]
        assert (progress["progressToken"], progress["progress"], progress["total"], progress["message"]) == ("p", 500, 1000, "half"), progress
        assert told["notifications/message"]["level"] == "warning" and "echoing" in json.dumps(told["notifications/message"]), told
        failed = client.call("odd__fail")
        assert failed["isError"] and "no paper" in failed["content"][0]["text"], failed
        asked = client.call("odd__hang")
        assert asked["isError"] and asked["_meta"]["iam/result"]["code"] == "confirmation_required", asked
        wrong = client.call("odd__echo", text=7)
        assert wrong["isError"] and "/text" in json.dumps(wrong), wrong
        assert client.end() == DONE, client.log()


def test_a_form_of_a_server_is_answered_by_the_client_of_the_gateway(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.add("asking", CHANGING, "work")
    home.done("policy", "set", "asking/work", "allow")
    home.pass_on("asking", "elicitation")
    form = {"message": "Who?", "requestedSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}
    with Gateway(iam, folder) as client:
        client.begin(elicitation={"form": {}})
        request = client.send("tools/call", name="asking__work", arguments={"steps": [{"ask": form}]})
        asked = client.next()
        assert asked["method"] == "elicitation/create" and asked["params"]["message"] == 'The server "asking" asks: Who?', asked
        client.write({"id": asked["id"], "result": {"action": "accept", "content": {"name": "Ann"}}})
        result = client.answer_to(request)["result"]
        assert json.loads(result["content"][0]["text"]) == [{"action": "accept", "content": {"name": "Ann"}}], result


def offering_home(iam: pathlib.Path, folder: pathlib.Path, *passed: str) -> Home:
    """A home with the server `offering`, whose tool may be called."""
    home = Home(iam, folder)
    home.add("offering", OFFERING)
    home.done("policy", "set", "offering/work", "allow")
    if passed:
        home.pass_on("offering", *passed)
    return home


def test_a_form_of_a_server_reaches_no_client_unless_the_file_of_servers_allows_it(iam: pathlib.Path, folder: pathlib.Path) -> None:
    offering_home(iam, folder)
    with Gateway(iam, folder) as client:
        client.begin(elicitation={}, sampling={})
        for method in ("elicitation/create", "sampling/createMessage"):
            answers = json.loads(client.call("offering__work", steps=[{"ask": [method, {}]}])["content"][0]["text"])
            assert answers[0]["code"] == -32601, answers
        assert client.end() == DONE, client.log()


def test_a_client_of_the_gateway_reads_resources_and_prompts_of_servers(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = offering_home(iam, folder)
    with Gateway(iam, folder) as client:
        client.begin()
        listed = client.ask("resources/list")["result"]["resources"]
        assert [one["uri"] for one in listed] == ["iam-server:offering/note://1"], listed
        read = client.ask("resources/read", uri="iam-server:offering/note://1")["result"]["contents"]
        assert read[0]["text"] == "first" and read[1]["blob"] == "AQI=", read
        assert [one["name"] for one in client.ask("prompts/list")["result"]["prompts"]] == ["offering__greet"]
        got = client.ask("prompts/get", name="offering__greet", arguments={"who": "Ann"})["result"]
        assert got["messages"][0]["content"]["text"] == "Greet Ann", got
        completed = client.ask("completion/complete", ref={"type": "ref/prompt", "name": "offering__greet"}, argument={"name": "who", "value": "b"})["result"]
        assert completed["completion"]["values"] == ["bob"], completed
        assert client.end() == DONE, client.log()
    # Only tools are recorded.
    assert not any(entry["kind"] == "intent" for entry in home.entries())


def test_messages_of_servers_reach_the_client_with_the_wanted_level_and_the_server(iam: pathlib.Path, folder: pathlib.Path) -> None:
    offering_home(iam, folder)
    with Gateway(iam, folder) as client:
        client.begin()
        client.ask("logging/setLevel", level="debug")
        while not any(message.get("params", {}).get("data") == "level debug" for message in client.messages):
            client.next()
        told = [message["params"] for message in client.messages if message.get("method") == "notifications/message"]
        assert told[-1] == {"level": "debug", "logger": "offering/levels", "data": "level debug"}, told
        client.call("offering__work", steps=[{"log": {"level": "debug", "logger": "disk", "data": "full"}}])
        told = [message["params"] for message in client.messages if message.get("method") == "notifications/message"]
        assert told[-1] == {"level": "debug", "logger": "offering/disk", "data": "full"}, told
        assert client.end() == DONE, client.log()


def test_an_allowed_server_asks_the_clients_model_and_its_person(iam: pathlib.Path, folder: pathlib.Path) -> None:
    offering_home(iam, folder, "sampling", "url_elicitation")
    hello = {"role": "user", "content": {"type": "text", "text": "Hello"}}
    sampling = ["sampling/createMessage", {"messages": [hello], "maxTokens": 5}]
    address = ["elicitation/create", {"mode": "url", "elicitationId": "1", "message": "Sign.", "url": "https://sign.example/"}]
    with Gateway(iam, folder) as client:
        client.begin(sampling={}, elicitation={"url": {}})
        request = client.send("tools/call", name="offering__work", arguments={"steps": [{"ask": sampling}, {"ask": address}]})
        asked = client.next()
        assert (asked["method"], asked["params"]) == ("sampling/createMessage", sampling[1]), asked
        answer = {"role": "assistant", "model": "m", "content": {"type": "text", "text": "Hi"}}
        client.write({"id": asked["id"], "result": answer})
        asked = client.next()
        assert asked["params"]["url"] == "https://sign.example/" and "Server offering asks you" in asked["params"]["message"], asked
        client.write({"id": asked["id"], "result": {"action": "accept"}})
        result = client.answer_to(request)["result"]
        assert json.loads(result["content"][0]["text"]) == [answer, {"action": "accept"}], result
        assert client.end() == DONE, client.log()
    with Gateway(iam, folder) as client:
        client.begin()
        result = client.call("offering__work", steps=[{"ask": sampling}, {"ask": address}])
        refusals = [one["message"] for one in json.loads(result["content"][0]["text"])]
        assert refusals == ["The client has not declared that it answers sampling/createMessage.",
                            "The client has not declared that it answers elicitation/create."], refusals


def test_a_client_hears_of_tools_that_a_server_has_changed(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.add("changing", CHANGING, "become")
    home.done("policy", "set", "changing/become", "allow")
    with Gateway(iam, folder) as client:
        client.begin()
        client.send("tools/call", name="changing__become", arguments={"tools": [{"name": "new", "inputSchema": {"type": "object"}}]})
        while "changing__new" not in {tool["name"] for tool in client.ask("tools/list")["result"]["tools"]}:
            pass
        # The list may be answered before the news of it.
        while "notifications/tools/list_changed" not in {message.get("method") for message in client.messages}:
            client.ask("tools/list")


def test_two_gateways_use_one_state_and_one_file_of_servers(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = odd_home(iam, folder, "odd/echo")
    with Gateway(iam, folder) as first, Gateway(iam, folder) as second:
        for client in (first.begin(), second.begin()):
            assert client.call("odd__echo", text="hello")["content"][0]["text"] == "hello"
        assert home.done("call", "odd/echo", '{"text":"third"}')
        assert (first.end(), second.end()) == (DONE, DONE)
    assert [entry["kind"] for entry in home.entries()].count("outcome") == 3


def test_a_host_killed_within_a_call_leaves_no_server_and_a_call_without_outcome(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = odd_home(iam, folder, "odd/hang")
    words = [str(iam), "--state", str(folder / "state"), "call", "odd/hang", "--json"]
    for count in (1, 2):
        host = subprocess.Popen(words, env=home.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
        wait_until(lambda wanted=count: home.calls.exists() and home.calls.read_text().count("\n") == wanted)
        host.send_signal(signal.SIGKILL)
        assert host.wait(timeout=SECONDS_MAX) == -signal.SIGKILL
        server = int(home.calls.read_text().splitlines()[-1])
        wait_until(lambda left=server: not is_running(left))
    recorded = home.entries()
    intents = [entry for entry in recorded if entry["kind"] == "intent"]
    assert len(intents) == 2, recorded
    assert len({json.dumps(entry.get("call")) for entry in intents}) == 2, intents
    shown = home.done("audit")
    assert shown.count("no outcome: it still runs, or may have happened and nobody knows") == 2, shown
    assert not any(entry["kind"] == "outcome" and entry.get("success") for entry in recorded), recorded
    assert home.run("audit", "verify").returncode == NOT_ANCHORED


def is_running(process: int) -> bool:
    try:
        state = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def test_a_server_that_dies_within_a_call_leaves_its_outcome_unknown(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = Home(iam, folder)
    home.add("small", SMALL)
    home.done("policy", "set", "small/die", "allow")
    ended = home.run("call", "small/die", "--json")
    assert ended.returncode == UNKNOWN and json.loads(ended.stdout)["code"] == "outcome_unknown", ended


def test_the_configuration_for_a_client_names_the_file_of_servers(iam: pathlib.Path, folder: pathlib.Path) -> None:
    home = odd_home(iam, folder)
    printed = json.loads(home.done("--servers", "iam/servers.json", "gateway", "--print-config", "claude"))
    arguments = printed["mcpServers"]["iam"]["args"]
    assert arguments[arguments.index("--servers") + 1] == str(home.file), arguments


if __name__ == "__main__":
    sys.exit(run_case(globals()))
