#include "fixture.hpp"

#include <catch2/catch.hpp>

#include <fstream>

using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;

namespace {

/// Two calls of echo; the first one's message and the second one's arguments are given.
struct Wire {
    const char* provider;
    const char* response;
};

const Wire k_wires[] = {
    {"openai",
     R"({"model":"gpt-x","choices":[{"message":{"role":"assistant","tool_calls":[
        {"id":"call_1","type":"function","function":{"name":"echo","arguments":"{\"message\":\"a\"}"}},
        {"id":"call_2","type":"function","function":{"name":"echo","arguments":"{\"message\":7}"}}]}}]})"},
    {"openai",
     R"({"model":"gpt-x","output":[{"type":"function_call","call_id":"call_1","name":"echo","arguments":"{\"message\":\"a\"}"},
        {"type":"function_call","call_id":"call_2","name":"echo","arguments":"{\"message\":7}"}]})"},
    {"anthropic",
     R"({"model":"claude-x","role":"assistant","content":[{"type":"text","text":"Sure."},
        {"type":"tool_use","id":"call_1","name":"echo","input":{"message":"a"}},
        {"type":"tool_use","id":"call_2","name":"echo","input":{"message":7}}]})"},
    {"gemini",
     R"({"modelVersion":"gemini-x","candidates":[{"content":{"role":"model","parts":[
        {"functionCall":{"id":"call_1","name":"echo","args":{"message":"a"}}},
        {"functionCall":{"id":"call_2","name":"echo","args":{"message":7}}}]}}]})"},
    {"ollama",
     R"({"model":"llama-x","message":{"role":"assistant","content":"","tool_calls":[
        {"function":{"name":"echo","arguments":{"message":"a"}}},
        {"function":{"name":"echo","arguments":{"message":7}}}]},"done":true})"},
};

std::string write(const HostFixture& host, const std::string& text) {
    const std::string name = (host.folder / "response.json").string();
    std::ofstream(name) << text;
    return name;
}

}  // namespace

TEST_CASE("each provider's proposals go through the gate in order, results come in its own shape") {
    for (const Wire& wire : k_wires) {
        HostFixture host;
        host.run({"policy", "set", "echo", "auto"});
        const std::string file = write(host, wire.response);
        const Outcome called = host.run({"call", "--from", wire.provider, file, "--json"});
        INFO(wire.provider << '\n' << called.err << called.out);
        CHECK(called.code == ExitCode::invalid_arguments);
        CHECK(host.effects() == std::vector<std::string>{"echo a"});
        const auto results = json_of(called.out);
        const std::string text = called.out;
        if (std::string(wire.provider) == "anthropic") {
            CHECK(results["content"][0]["tool_use_id"] == "call_1");
            CHECK(results["content"][1]["is_error"] == true);
        } else if (std::string(wire.provider) == "gemini") {
            CHECK(results["parts"][0]["functionResponse"]["response"]["output"] == "a");
            CHECK(results["parts"][1]["functionResponse"]["response"].contains("error"));
        } else {
            CHECK(results.size() == 2);
            CHECK(contains(text, "invalid_arguments"));
        }
        CHECK(contains(called.err, "[1/2] echo: done"));
        CHECK(contains(called.err, "undo with: desk"));
    }
}

TEST_CASE("who proposed a call is recorded with the provider's ids, a refused one too") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    host.run({"call", "--from", "openai", write(host, k_wires[0].response)});
    std::istringstream lines(host.run({"audit", "--json"}).out);
    std::string newest;
    std::getline(lines, newest);
    const auto entry = json_of(newest)["entry"];
    CHECK(entry["kind"] == "decision");
    CHECK(entry["code"] == "invalid_arguments");
    CHECK(entry["proposer"]["kind"] == "model");
    CHECK(entry["proposer"]["provider"] == "openai");
    CHECK(entry["proposer"]["model"] == "gpt-x");
    CHECK(entry["proposer"]["request_id"] == "call_2");
}

TEST_CASE("arguments that are no JSON are invalid arguments, and recorded") {
    HostFixture host;
    const std::string file =
        write(host, R"({"choices":[{"message":{"tool_calls":[{"id":"c","type":"function",
                 "function":{"name":"quick","arguments":"{broken"}}]}}]})");
    CHECK(host.run({"call", "--from", "openai", file}).code == ExitCode::invalid_arguments);
    CHECK(contains(host.run({"audit"}).out, "not run: invalid_arguments"));
    CHECK(host.effects().empty());
}

TEST_CASE("a response of another shape is a usage error that names the place") {
    HostFixture host;
    const std::string file = write(host, R"({"choices":[{"message":7}]})");
    const Outcome called = host.run({"call", "--from", "openai", file});
    CHECK(called.code == ExitCode::usage);
    CHECK(contains(called.err, "/choices/0/message"));
    CHECK(host.run({"call", "--from", "acme", file}).code == ExitCode::usage);
    CHECK(host.run({"call", "--from", "openai", "/nonexistent"}).code == ExitCode::usage);
    CHECK(host.run({"call", "--from", "openai"}).code == ExitCode::usage);
    CHECK(host.run({"call", "echo", "--from", "openai", file}).code == ExitCode::usage);
}

TEST_CASE("a response without proposals does nothing") {
    HostFixture host;
    const std::string text = R"({"content":[{"type":"text","text":"No."}]})";
    const Outcome called = host.run({"call", "--from", "anthropic", "-"}, text);
    CHECK(called.code == ExitCode::done);
    CHECK(contains(called.err, "proposes no call"));
}

TEST_CASE("a person answers each proposal of a response in turn") {
    HostFixture host;
    const std::string file = write(host, R"({"content":[
        {"type":"tool_use","id":"1","name":"echo","input":{"message":"first"}},
        {"type":"tool_use","id":"2","name":"echo","input":{}},
        {"type":"tool_use","id":"3","name":"echo","input":{"message":"third"}}]})");
    std::string shown;
    const Outcome called = host.answer({"call", "--from", "anthropic", file}, {"3", "1"}, &shown);
    CHECK(called.code == ExitCode::denied);
    CHECK(host.effects() == std::vector<std::string>{"echo third"});
    CHECK(contains(shown, "Proposed by a model"));
}

TEST_CASE("an interrupt at one proposal asks about none of those that follow") {
    HostFixture host;
    const std::string file = write(host, R"({"content":[
        {"type":"tool_use","id":"1","name":"echo","input":{"message":"first"}},
        {"type":"tool_use","id":"2","name":"echo","input":{"message":"second"}}]})");
    const Outcome called = host.answer({"call", "--from", "anthropic", file}, {"\x03"});
    CHECK(called.code == ExitCode::failed);
    CHECK(host.effects().empty());
}
