// Tests of runtime/src/mcp/server/http/stream.cpp, too.
#include "mcp/http_program.hpp"
#include <iam/tool/client.hpp>
#include <iam/tool/log.hpp>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

/// A tool "steps" that tells of a step each time the test lets it.
class Steps {
 public:
    explicit Steps(Program& program) {
        program.add_allowed("steps", [state = state_](Context& context, std::stop_token stop) {
            std::unique_lock lock(state->mutex);
            state->runs = true;
            state->changed.notify_all();
            for (;;) {
                const bool goes_on = state->changed.wait(
                    lock, stop, [&] { return state->wanted > state->done || state->ends; });
                if (!goes_on || (state->ends && state->wanted == state->done)) return;
                context.log(LogLevel::info, "step " + std::to_string(++state->done));
            }
        });
    }
    void let(int steps) {
        const std::lock_guard lock(state_->mutex);
        state_->wanted += steps;
        state_->changed.notify_all();
    }
    void wait_until_it_runs() {
        std::unique_lock lock(state_->mutex);
        REQUIRE(
            state_->changed.wait_for(lock, std::chrono::seconds(30), [&] { return state_->runs; }));
    }
    void end() {
        const std::lock_guard lock(state_->mutex);
        state_->ends = true;
        state_->changed.notify_all();
    }

 private:
    struct State {
        std::mutex mutex{};
        std::condition_variable_any changed{};
        int wanted = 0;
        int done = 0;
        bool runs = false;
        bool ends = false;
    };
    std::shared_ptr<State> state_ = std::make_shared<State>();
};

std::string logged(const Json& message) {
    INFO(message.dump());
    REQUIRE(message["method"] == "notifications/message");
    return message["params"]["data"];
}

}  // namespace

TEST_CASE("messages of a call come on its stream, before its answer") {
    HttpProgram program;
    Steps steps(program.program);
    program.start();
    const HttpConversation conversation(program);
    HttpClient client(program.port);
    client.send("POST", conversation.call_text(1, "steps"), conversation.fields);
    steps.let(2);
    const auto head = client.head();
    CHECK(head.status == 200);
    CHECK(head.fields.at("content-type") == "text/event-stream");
    CHECK(head.fields.at("cache-control") == "no-store");
    CHECK(logged(client.message()) == "step 1");
    CHECK(logged(client.message()) == "step 2");
    steps.end();
    CHECK(client.message()["id"] == 1);
    CHECK_FALSE(client.event());
}

TEST_CASE("a stream begins with an event without data since 2025-11-25") {
    HttpProgram program;
    program.start();
    const HttpConversation conversation(program);
    HttpClient client(program.port);
    client.send("GET", "", conversation.fields);
    client.head();
    const auto first = client.event();
    REQUIRE(first);
    CHECK(first->data.empty());
    CHECK_FALSE(first->id.empty());
    CHECK(client.reader().retry() == program.http.come_back);
}

TEST_CASE("a client of an earlier revision gets no event without data") {
    HttpProgram program;
    Steps steps(program.program);
    program.start();
    const HttpConversation conversation(program, "2025-06-18");
    HttpClient client(program.port);
    client.send("POST", conversation.call_text(1, "steps"), conversation.fields);
    steps.let(1);
    client.head();
    const auto first = client.event();
    REQUIRE(first);
    CHECK_FALSE(first->data.empty());
    steps.end();
}

TEST_CASE("a client whose stream was cut comes back and misses nothing") {
    HttpProgram program;
    Steps steps(program.program);
    program.start();
    const HttpConversation conversation(program);
    std::string last;
    {
        HttpClient cut(program.port);
        cut.send("POST", conversation.call_text(1, "steps"), conversation.fields);
        steps.let(2);
        cut.head();
        while (last.empty() || last.back() != '1') last = cut.event()->id;
    }
    steps.let(1);
    auto fields = conversation.fields;
    fields["Last-Event-ID"] = last;
    HttpClient back(program.port);
    back.send("GET", "", fields);
    CHECK(back.head().status == 200);
    CHECK(logged(back.message()) == "step 2");
    CHECK(logged(back.message()) == "step 3");
    steps.end();
    CHECK(back.message()["id"] == 1);
    CHECK_FALSE(back.event());
    // It may be cut again.
    HttpClient again(program.port);
    again.send("GET", "", fields);
    again.head();
    CHECK(logged(again.message()) == "step 2");
}

TEST_CASE("a client that goes away has cancelled nothing") {
    HttpProgram program;
    Sleeper sleeper(program.program);
    program.start();
    const HttpConversation conversation(program);
    {
        HttpClient cut(program.port);
        cut.send("POST", conversation.call_text(1, "sleep"), conversation.fields);
        sleeper.wait_until_it_runs();
    }
    CHECK(conversation.post(request_text(2, "ping")).status == 200);
    const auto cancelled = conversation.post(
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
    CHECK(cancelled.status == 202);
    sleeper.wait_until_it_is_stopped();
}

TEST_CASE("a cancelled request has no answer, and its stream ends") {
    HttpProgram program;
    Sleeper sleeper(program.program);
    program.start();
    const HttpConversation conversation(program);
    HttpClient client(program.port);
    client.send("POST", conversation.call_text(1, "sleep"), conversation.fields);
    sleeper.wait_until_it_runs();
    conversation.post(
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
    const auto answer = client.answer();
    CHECK(answer.status == 202);
    CHECK(answer.body.empty());
}

TEST_CASE("a request that takes its time is answered by a stream, with signs of life") {
    HttpProgram program;
    Steps steps(program.program);
    program.start();
    const HttpConversation conversation(program);
    HttpClient client(program.port);
    client.send("POST", conversation.call_text(1, "steps"), conversation.fields);
    steps.wait_until_it_runs();
    program.pass(program.http.begin_stream);
    CHECK(client.head().fields.at("content-type") == "text/event-stream");
    CHECK(client.event()->data.empty());
    program.pass(program.http.sign_of_life);
    steps.end();
    CHECK(client.message()["id"] == 1);
}

TEST_CASE("an event that is not kept any more cannot be come back to") {
    HttpProgram program;
    program.http.kept_bytes_max = 400;
    Steps steps(program.program);
    program.start();
    const HttpConversation conversation(program);
    HttpClient client(program.port);
    client.send("POST", conversation.call_text(1, "steps"), conversation.fields);
    steps.let(20);
    client.head();
    const std::string first = client.event()->id;
    for (int i = 0; i < 20; ++i) client.message();
    auto fields = conversation.fields;
    fields["Last-Event-ID"] = first;
    HttpClient back(program.port);
    back.send("GET", "", fields);
    const auto refused = back.answer();
    CHECK(refused.status == 400);
    CHECK(refused.body.find("not kept any more") != std::string::npos);
    steps.end();
    CHECK(client.message()["id"] == 1);
}

TEST_CASE("XM08 an event id that is none of the session is refused") {
    HttpProgram program;
    program.start();
    const HttpConversation conversation(program);
    const std::string id =
        GENERATE(as<std::string>(), "x", "-", "1", "7-0", "0-99", "-1-0", "0-18446744073709551616",
                 "0-18446744073709551615", "18446744073709551615-0");
    INFO(id);
    auto fields = conversation.fields;
    fields["Last-Event-ID"] = id;
    HttpClient client(program.port);
    client.send("GET", "", fields);
    CHECK(client.answer().status == 400);
}

TEST_CASE("changes of the tools come on the stream that listens, also those before it came") {
    HttpProgram program;
    program.start();
    const HttpConversation conversation(program);
    define_add(program.program);
    HttpClient client(program.port);
    client.send("GET", "", conversation.fields);
    client.head();
    CHECK(client.message()["method"] == "notifications/tools/list_changed");
    program.program.add_allowed("nothing", [] {});
    CHECK(client.message()["method"] == "notifications/tools/list_changed");
}

TEST_CASE("a second stream that listens takes the place of the first") {
    HttpProgram program;
    program.start();
    const HttpConversation conversation(program);
    HttpClient first(program.port);
    first.send("GET", "", conversation.fields);
    first.head();
    HttpClient second(program.port);
    second.send("GET", "", conversation.fields);
    second.head();
    CHECK(first.event()->data.empty());
    CHECK_FALSE(first.event());
    define_add(program.program);
    CHECK(second.message()["method"] == "notifications/tools/list_changed");
}

TEST_CASE("a function asks its client on the stream of its call") {
    HttpProgram program;
    program.program.add_allowed("ask", [](Context& context) -> std::string {
        const auto roots = context.list_roots("roots");
        return roots && roots->size() == 1 ? roots->front().uri : "none";
    });
    program.start();
    const HttpConversation conversation(program, "2025-11-25", {{"roots", Json::object()}});
    HttpClient client(program.port);
    client.send("POST", conversation.call_text(1, "ask"), conversation.fields);
    client.head();
    const Json question = client.message();
    CHECK(question["method"] == "roots/list");
    const Json roots{{"roots", {{{"uri", "file:///home"}}}}};
    const Json reply{{"jsonrpc", "2.0"}, {"id", question["id"]}, {"result", roots}};
    CHECK(conversation.post(reply.dump()).status == 202);
    CHECK(client.message()["result"]["structuredContent"]["result"] == "file:///home");
}

TEST_CASE("a batch is answered by one batch at 2025-03-26") {
    HttpProgram program;
    define_add(program.program);
    program.start();
    const HttpConversation conversation(program, "2025-03-26");
    const auto answer = conversation.post(
        "[" + request_text(1, "ping") + "," +
        request_text(2, "tools/call", {{"name", "add"}, {"arguments", {{"a", 1}}}}) + "]");
    CHECK(answer.status == 200);
    CHECK(answer.json().size() == 2);
}
