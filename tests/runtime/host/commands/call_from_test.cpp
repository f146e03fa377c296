// Tests of runtime/src/host/commands/call.cpp.
// Tests of runtime/src/host/output/result_text.cpp.
#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

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

TEST_CASE("D7 each call of a response is judged by itself, and each has a result in its form") {
    const struct {
        const char* provider;
        std::string response;
    } wires[] = {
        {"openai",
         R"({"id":"r","choices":[{"message":{"tool_calls":[
            {"id":"a","function":{"name":"quick","arguments":""}},
            {"id":"b","function":{"name":"echo","arguments":"{\"message\""}},
            {"id":"c","function":{"arguments":"{}"}},
            {"id":"d","function":{"name":"quick"}}]}}]})"},
        {"openai",
         R"({"id":"r","output":[{"type":"function_call","call_id":"a","name":"quick","arguments":""},
            {"type":"function_call","call_id":"b","name":"echo","arguments":"[]"},
            {"type":"function_call","call_id":"c"},
            {"type":"function_call","call_id":"d","name":"quick","arguments":null}]})"},
        {"anthropic",
         R"({"id":"r","content":[{"type":"tool_use","id":"a","name":"quick","input":null},
            {"type":"tool_use","id":"b","name":"echo","input":"{}"},{"type":"tool_use","id":"c"},
            {"type":"tool_use","id":"d","name":"quick","input":""}]})"},
        {"gemini",
         R"({"responseId":"r","candidates":[{"content":{"parts":[
            {"functionCall":{"id":"a","name":"quick","args":null}},
            {"functionCall":{"id":"b","name":"echo","args":[1]}},{"functionCall":{"id":"c"}},
            {"functionCall":{"id":"d","name":"quick"}}]}}]})"},
        {"ollama",
         R"({"created_at":"r","message":{"tool_calls":[{"function":{"name":"quick","arguments":""}},
            {"function":{"name":"echo","arguments":7}},{"function":{}},
            {"function":{"name":"quick","arguments":{}}}]}})"},
    };
    for (const auto& wire : wires) {
        HostFixture host;
        const Outcome called =
            host.run({"call", "--from", wire.provider, write(host, wire.response), "--json"});
        INFO(wire.provider << called.err << called.out);
        CHECK(called.code == ExitCode::invalid_arguments);
        CHECK(host.effects() == std::vector<std::string>{"quick", "quick"});
        const auto all = json_of(called.out);
        const auto& results = all.is_array()          ? all
                              : all.contains("parts") ? all["parts"]
                                                      : all["content"];
        REQUIRE(results.size() == 4);
        for (std::size_t i = 0; i < 4; ++i) {
            const std::string text = results[i].dump();
            CHECK(contains(text, "invalid_arguments") == (i == 1));
            CHECK(contains(text, "tool_not_found") == (i == 2));
            if (std::string(wire.provider) != "ollama") {
                CHECK(contains(text, std::string("\"") + "abcd"[i] + "\""));
            }
        }
    }
}

TEST_CASE("E5 the same response, given twice, runs its calls once") {
    for (const Wire& wire : k_wires) {
        HostFixture host;
        host.run({"policy", "set", "echo", "auto"});
        // Each provider's own name for the id of a response; none has all of these.
        const std::string id =
            R"({"id":"r","responseId":"r","created_at":"2026-01-02T03:04:05.123456789Z",)";
        const std::string file = write(host, id + std::string(wire.response).substr(1));
        const std::vector<std::string> words = {"call", "--from", wire.provider, file, "--json"};
        const Outcome first = host.run(words);
        const Outcome again = host.run(words);
        INFO(wire.provider << again.err);
        CHECK(host.effects() == std::vector<std::string>{"echo a"});
        CHECK(again.out == first.out);
        // For somebody else it is another call.
        auto other = words;
        other.insert(other.end(), {"--user", "bob"});
        host.run(other);
        CHECK(host.effects().size() == 2);
        // A response without an id cannot be known again.
        const std::vector<std::string> unnamed = {"call", "--from", wire.provider,
                                                  write(host, wire.response)};
        host.run(unnamed);
        host.run(unnamed);
        CHECK(host.effects().size() == 4);
    }
}

TEST_CASE("E7 an error of the provider is shown with its message, and nothing is called") {
    HostFixture host;
    const std::string file =
        write(host, R"({"error":{"message":"Rate limit reached\u001b[2J","type":"tokens"}})");
    const Outcome called = host.run({"call", "--from", "openai", file});
    CHECK(called.code == ExitCode::failed);
    CHECK(contains(called.err,
                   "openai answered with an error (tokens), so there is nothing to "
                   "call: Rate limit reached\\u{1B}[2J"));
}
