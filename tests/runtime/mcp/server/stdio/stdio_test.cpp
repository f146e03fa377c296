#include "mcp/conversation.hpp"
#include <iam/mcp/stdio.hpp>

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <iostream>
#include <thread>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

struct Pipe {
    std::array<int, 2> ends{-1, -1};
    Pipe() { REQUIRE(::pipe2(ends.data(), O_CLOEXEC) == 0); }
    ~Pipe() {
        close_in();
        close_out();
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close_out() { close_one(ends[0]); }
    void close_in() { close_one(ends[1]); }
    static void close_one(int& end) {
        if (end >= 0) ::close(end);
        end = -1;
    }
    void put(std::string_view text) const {
        REQUIRE(::write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    }
};

const std::string k_initialize =
    R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
    R"("capabilities":{},"clientInfo":{"name":"c","version":"1"}}})"
    "\n";

/// serve_stdio on a thread of its own, over two pipes.
struct Served {
    Program program{};
    Pipe to_server{};
    Pipe from_server{};
    std::stop_source stop{};
    std::optional<Result<void>> ended{};
    std::thread thread{};

    void start() {
        // As in a program of iam::host: a client that is gone is an error of the write.
        ::signal(SIGPIPE, SIG_IGN);
        StdioParts parts{.in = to_server.ends[0], .out = from_server.ends[1]};
        parts.subject = {.user = "ann"};
        parts.stop = stop.get_token();
        parts.grace = std::chrono::minutes(5);
        Server& server = program.server();
        thread = std::thread([this, &server, parts] {
            ended = serve_stdio(server, parts);
            from_server.close_in();
        });
    }
    ~Served() {
        stop.request_stop();
        if (thread.joinable()) thread.join();
    }
    /// All that comes until the server has closed its output.
    std::vector<Json> rest() {
        std::string text;
        std::array<char, 4096> bytes{};
        for (ssize_t size = 1; size > 0;) {
            size = ::read(from_server.ends[0], bytes.data(), bytes.size());
            if (size > 0) text.append(bytes.data(), static_cast<std::size_t>(size));
        }
        thread.join();
        std::vector<Json> messages;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find('\n', at);
            REQUIRE(end != std::string::npos);
            messages.push_back(parse_json(text.substr(at, end - at)).value());
            at = end + 1;
        }
        return messages;
    }
};

std::string call_line(int id, const std::string& tool) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
           R"(,"method":"tools/call","params":{"name":")" + tool + "\"}}\n";
}

}  // namespace

TEST_CASE("messages are lines, and the end of input ends the server after the last answers") {
    Served served;
    served.program.add_allowed("ring", [] {});
    served.start();
    served.to_server.put(k_initialize);
    served.to_server.put("\n \r\n");
    served.to_server.put(call_line(2, "ring"));
    served.to_server.close_in();
    const auto messages = served.rest();
    REQUIRE(messages.size() == 2);
    CHECK(messages[0]["result"]["serverInfo"]["name"] == "desk");
    CHECK(messages[1]["id"] == 2);
    CHECK(served.ended->has_value());
}

TEST_CASE("a call that asks does not outlive the input: its question stays open") {
    Served served;
    require_ok(define("ask").description("Asks.").call([] {}).add_to(served.program.registry));
    served.start();
    served.to_server.put(k_initialize);
    served.to_server.put(call_line(2, "ask"));
    served.to_server.close_in();
    const auto messages = served.rest();
    REQUIRE(messages.size() == 2);
    CHECK(messages[1]["result"]["_meta"]["iam/result"]["code"] == "confirmation_required");
    CHECK(served.program.only_question().state == consent::ApprovalState::pending);
}

TEST_CASE("a stop asks running functions to stop, and their calls are answered and recorded") {
    Served served;
    Sleeper sleeper(served.program);
    served.start();
    served.to_server.put(k_initialize);
    served.to_server.put(call_line(2, "sleep"));
    sleeper.wait_until_it_runs();
    served.stop.request_stop();
    const auto messages = served.rest();
    REQUIRE(messages.size() == 2);
    const Json about = messages[1]["result"]["_meta"]["iam/result"];
    const auto entries = served.program.store->entries_of_call(about["call"]);
    REQUIRE(entries.has_value());
    CHECK(ledger::decode(entries->back().text)->entry.kind == ledger::EntryKind::outcome);
    CHECK(served.ended->has_value());
}

TEST_CASE("an answer does not wait for a slow function whose request came with its own") {
    Served served;
    Sleeper sleeper(served.program);
    served.program.add_allowed("ring", [] {});
    served.start();
    served.to_server.put(k_initialize + call_line(2, "ring") + call_line(3, "sleep"));
    sleeper.wait_until_it_runs();
    std::string text;
    std::array<char, 4096> bytes{};
    while (text.find("\"id\":2") == std::string::npos) {
        const ssize_t size = ::read(served.from_server.ends[0], bytes.data(), bytes.size());
        REQUIRE(size > 0);
        text.append(bytes.data(), static_cast<std::size_t>(size));
    }
    CHECK(text.find("\"id\":3") == std::string::npos);
    served.stop.request_stop();
    CHECK(served.rest().size() == 1);
}

TEST_CASE("a stop after the end of input ends the grace") {
    Served served;
    Sleeper sleeper(served.program);
    served.start();
    served.to_server.put(k_initialize);
    served.to_server.put(call_line(2, "sleep"));
    served.to_server.close_in();
    sleeper.wait_until_it_runs();
    served.stop.request_stop();
    CHECK(served.rest().size() == 2);
}

TEST_CASE("a client that reads nothing does not keep the server from its end") {
    for (const bool by_stop : {true, false}) {
        Served served;
        served.program.add_allowed("big", [] { return std::string(100'000, 'x'); });
        served.start();
        served.to_server.put(k_initialize);
        for (int id = 2; id < 12; ++id) served.to_server.put(call_line(id, "big"));
        if (by_stop) {
            served.stop.request_stop();
        } else {
            served.to_server.close_in();
            served.stop.request_stop();
        }
        served.thread.join();
        CHECK(served.ended.has_value());
    }
}

TEST_CASE("a last line without an end is a message") {
    Served served;
    served.start();
    served.to_server.put(k_initialize);
    served.to_server.put(R"({"jsonrpc":"2.0","id":7,"method":"ping"})");
    served.to_server.close_in();
    const auto messages = served.rest();
    REQUIRE(messages.size() == 2);
    CHECK(messages[1]["id"] == 7);
}

TEST_CASE("a line that is no message, or is too long, is answered, and the next one counts") {
    Served served;
    served.program.settings.limits.json.bytes_max = 1000;
    served.start();
    served.to_server.put(k_initialize);
    served.to_server.put("hello\n");
    served.to_server.put("\"" + std::string(5000, 'x') + "\"\n");
    served.to_server.put(R"({"jsonrpc":"2.0","id":3,"method":"ping"})"
                         "\n");
    served.to_server.close_in();
    const auto messages = served.rest();
    REQUIRE(messages.size() == 4);
    CHECK(messages[1]["error"]["code"] == -32700);
    CHECK(messages[2].contains("error"));
    CHECK(messages[3]["result"] == Json::object());
}

TEST_CASE("a client that reads no more ends the server with an error") {
    Served served;
    served.start();
    served.from_server.close_out();
    served.to_server.put(k_initialize);
    served.thread.join();
    REQUIRE_FALSE(served.ended->has_value());
    CHECK(served.ended->error().code == Errc::unavailable);
}

TEST_CASE("XM03 text that a function prints, and input that it reads, are not the client's") {
    Pipe input;
    Pipe output;
    Pipe errors;
    // What the test program has printed before is no part of it.
    std::cout.flush();
    std::fflush(stdout);
    const std::array before{::dup(0), ::dup(1), ::dup(2)};
    ::dup2(input.ends[0], 0);
    ::dup2(output.ends[1], 1);
    ::dup2(errors.ends[1], 2);
    input.put("a message");
    char taken = 0;
    ssize_t read = 0;
    {
        const auto claimed = ClaimedStreams::claim();
        REQUIRE(claimed.has_value());
        std::puts("printed");
        std::fflush(stdout);
        read = ::read(0, &taken, 1);
        REQUIRE(::write(claimed->out(), "message", 7) == 7);
        REQUIRE(::read(claimed->in(), &taken, 1) == 1);
    }
    ::dup2(before[0], 0);
    ::dup2(before[1], 1);
    ::dup2(before[2], 2);
    for (const int descriptor : before) ::close(descriptor);
    CHECK(read == 0);
    CHECK(taken == 'a');
    std::array<char, 64> bytes{};
    CHECK(std::string(bytes.data(), static_cast<std::size_t>(::read(output.ends[0], bytes.data(),
                                                                    bytes.size()))) == "message");
    CHECK(std::string(bytes.data(), static_cast<std::size_t>(::read(errors.ends[0], bytes.data(),
                                                                    bytes.size()))) == "printed\n");
}
