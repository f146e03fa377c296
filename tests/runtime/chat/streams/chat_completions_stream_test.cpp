// Tests of runtime/src/chat/streams/{chat_completions_stream,kept_members}.cpp.
#include "read_stream.hpp"

using namespace iam::chat;
using namespace iam::chat::test;

namespace {

constexpr WireForm k_chat = WireForm::chat_completions;

/// A stream of these deltas of choices[0], a reason and the end mark.
std::string chat_stream(const std::vector<std::string>& deltas, const std::string& reason) {
    std::string all;
    for (const std::string& delta : deltas)
        all += "data: {\"choices\":[{\"index\":0,\"delta\":" + delta +
               ",\"finish_reason\":null}]}\n\n";
    return all + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":" + reason +
           "}]}\n\ndata: [DONE]\n\n";
}

std::string calls_delta(const std::string& calls) {
    return "{\"tool_calls\":[" + calls + "]}";
}

std::vector<std::string> calls_of(const Seen& seen) {
    std::vector<std::string> all;
    for (const WholeCall& call : seen.calls)
        all.push_back(call.id + "|" + call.name + "|" + call.arguments);
    return all;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("H04 H13 a recorded chat completion reads the same at every cut") {
    const Seen seen = read_every_way(k_chat, recorded("chat_completions_calls.sse"));
    CHECK(seen.text == "Ich sehe nach – Zürich 🌦 und Bern.");
    CHECK(calls_of(seen) == Texts{R"(call_a1|get_weather|{"city":"Z\u00fcrich"})",
                                  R"(call_b2|get_weather|{"city": "Bern 🐻"})"});
    REQUIRE(seen.end);
    CHECK(seen.end->finish == Finish::calls);
    CHECK(seen.end->reason == "tool_calls");
    REQUIRE(seen.usages.size() == 1);
    CHECK(seen.usages[0].input == 120);
    CHECK(seen.usages[0].cached == 64);
    CHECK(seen.usages[0].output == 44);
}

TEST_CASE("H04 a chat completion cut off before its end mark gives no call") {
    for (const char* name : {"chat_completions_calls.sse", "chat_completions_one_index.sse",
                             "chat_completions_no_index.sse", "chat_completions_length.sse"})
        check_cut_off(k_chat, recorded(name), "[DONE]\n\n");
}

TEST_CASE("H13 two calls with one index are two calls") {
    const Seen seen = read_every_way(k_chat, recorded("chat_completions_one_index.sse"));
    CHECK(calls_of(seen) == Texts{R"(call_x1|get_weather|{"city":"Bern"})",
                                  R"(call_x2|get_weather|{"city":"Basel"})"});
}

TEST_CASE("H13 a second name at an index begins a call, without ids too") {
    const Seen seen = read_whole(
        k_chat,
        chat_stream(
            {calls_delta(R"({"index":0,"function":{"name":"now","arguments":"{\"a\""}})"),
             calls_delta(R"({"index":0,"function":{"arguments":":1}"}})"),
             calls_delta(R"({"index":0,"function":{"name":"now","arguments":"{\"a\":2}"}})")},
            "\"tool_calls\""));
    CHECK(calls_of(seen) == Texts{R"(|now|{"a":1})", R"(|now|{"a":2})"});
    CHECK(seen.end->items.empty());  // results could not name them
}

TEST_CASE("H13 a repeated id and name at an index begin no call") {
    const Seen seen = read_whole(
        k_chat,
        chat_stream(
            {calls_delta(R"({"index":0,"id":"c","function":{"name":"now","arguments":"{\"a\""}})"),
             calls_delta(R"({"index":0,"id":"c","function":{"name":"now","arguments":":1}"}})"),
             calls_delta(R"({"index":0,"id":"","function":{"name":"","arguments":""}})")},
            "\"tool_calls\""));
    CHECK(calls_of(seen) == Texts{R"(c|now|{"a":1})"});
}

TEST_CASE("H13 an id and a name that come apart are of one call") {
    const Seen seen = read_whole(
        k_chat, chat_stream({calls_delta(R"({"index":3,"id":"c"})"),
                             calls_delta(R"({"index":3,"function":{"name":"now"}})"),
                             calls_delta(R"({"index":3,"function":{"arguments":"{}"}})")},
                            "\"stop\""));
    CHECK(calls_of(seen) == Texts{"c|now|{}"});
    CHECK(seen.end->finish == Finish::calls);
    CHECK(seen.end->reason == "stop");
}

TEST_CASE("H13 without an index the id decides, then a name, else the last call goes on") {
    const Seen seen = read_every_way(k_chat, recorded("chat_completions_no_index.sse"));
    CHECK(calls_of(seen) ==
          Texts{R"(call_n1|lights_off|{"room":"attic"})", "call_n2|now|{}", "call_n3|now|{}"});
    const Seen mixed = read_whole(
        k_chat,
        chat_stream(
            {calls_delta(
                 R"({"id":"a","function":{"name":"f","arguments":"{"}},{"id":"b","function":{"name":"f","arguments":"["}})"),
             calls_delta(R"({"id":"a","function":{"arguments":"}"}})"),
             calls_delta(R"({"function":{"arguments":"]"}})"),
             calls_delta(R"({"function":{"name":"g"}})")},
            "\"tool_calls\""));
    CHECK(calls_of(mixed) == Texts{"a|f|{}", "b|f|[]", "|g|{}"});
}

TEST_CASE("H13 no arguments in any spelling are an empty object, and malformed ones stay") {
    for (const char* none : {R"("")", R"(" ")", R"("null")", "null"}) {
        const Seen seen = read_whole(
            k_chat, chat_stream({calls_delta(R"({"index":0,"id":"c","function":{"name":"f",)"
                                             R"("arguments":)" +
                                             std::string(none) + "}}")},
                                "\"tool_calls\""));
        CHECK(calls_of(seen) == Texts{"c|f|{}"});
    }
    const Seen seen = read_whole(
        k_chat,
        chat_stream(
            {calls_delta(R"({"index":0,"id":"c","function":{"name":"f","arguments":"{\"a\":"}})")},
            "\"tool_calls\""));
    CHECK(calls_of(seen) == Texts{R"(c|f|{"a":)"});
}

TEST_CASE("H04 a finish reason that does not fit leaves the calls out") {
    const std::vector<std::pair<std::string, Finish>> reasons = {
        {"\"length\"", Finish::length},
        {"\"content_filter\"", Finish::filter},
        {"\"function_call\"", Finish::other},
        {"null", Finish::other}};
    for (const auto& [reason, finish] : reasons) {
        const Seen seen = read_whole(
            k_chat,
            chat_stream(
                {calls_delta(R"({"index":0,"id":"c","function":{"name":"f","arguments":"{}"}})")},
                reason));
        REQUIRE(seen.end);
        CHECK(seen.end->finish == finish);
        CHECK(seen.calls.empty());
        CHECK(seen.end->items.empty());
        CHECK(seen.call_pieces.size() == 1);
    }
    const Seen cut = read_every_way(k_chat, recorded("chat_completions_length.sse"));
    CHECK(cut.end->finish == Finish::length);
    CHECK(cut.calls.empty());
}

TEST_CASE("a refusal is shown, and its answer does not count as whole") {
    const Seen seen = read_whole(
        k_chat,
        chat_stream({R"({"refusal":"I cannot "})", R"({"refusal":"do that."})"}, "\"stop\""));
    CHECK(seen.text == "I cannot do that.");
    CHECK(seen.end->finish == Finish::refusal);
}

TEST_CASE("H04 a finish reason that does not fit counts, whatever reasons follow") {
    const auto reason = [](const std::string& word) {
        return "data: {\"choices\":[{\"finish_reason\":\"" + word + "\",\"delta\":{}}]}\n\n";
    };
    const std::string call =
        "data: {\"choices\":[{\"delta\":" +
        calls_delta(R"({"index":0,"id":"c","function":{"name":"f","arguments":"{}"}})") + "}]}\n\n";
    const std::string done = "data: [DONE]\n\n";
    for (const char* bad : {"content_filter", "length"})
        for (const char* last : {"tool_calls", "stop"}) {
            const Seen seen =
                read_every_way(k_chat, call + reason(bad) + reason(last) + reason("") + done);
            REQUIRE(seen.end);
            CHECK(seen.end->reason == bad);
            CHECK(seen.calls.empty());
            CHECK(seen.end->items.empty());
        }
    const Seen filtered = read_every_way(k_chat, recorded("chat_completions_two_reasons.sse"));
    REQUIRE(filtered.end);
    CHECK(filtered.end->finish == Finish::filter);
    CHECK(filtered.calls.empty());
    const Seen late =
        read_whole(k_chat, call + reason("stop") + reason("length") + reason("stop") + done);
    REQUIRE(late.end);
    CHECK(late.end->finish == Finish::length);
    CHECK(read_whole(k_chat, call + reason("stop") + reason("tool_calls") + done).calls.size() ==
          1);
}

TEST_CASE("H04 content behind a finish reason breaks a chat completion") {
    for (const std::string& delta :
         {calls_delta(R"({"index":0,"id":"c","function":{"name":"f","arguments":"{}"}})"),
          std::string(R"({"content":"a"})"), std::string(R"({"refusal":"a"})"),
          std::string(R"({"reasoning":"a"})")}) {
        const std::string stream =
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n" +
            chat_stream({delta}, "\"tool_calls\"");
        const Seen seen = read_every_way(k_chat, stream);
        REQUIRE(seen.error);
        CHECK(seen.error->kind == StreamError::Kind::protocol);
        CHECK(seen.error->message.find("behind the reason for its end") != std::string::npos);
        CHECK(seen.calls.empty());
    }
    // Servers write the reason before the delta of one chunk, and an empty delta beside the usage.
    const Seen whole = read_whole(
        k_chat,
        "data: {\"choices\":[{\"finish_reason\":\"stop\",\"delta\":{\"content\":\"a\"}}]}\n\n"
        "data: "
        "{\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[]},"
        "\"finish_reason\":null}],\"usage\":{\"prompt_tokens\":1}}\n\ndata: [DONE]\n\n");
    REQUIRE(whole.end);
    CHECK(whole.end->finish == Finish::stop);
    CHECK(whole.text == "a");
}

TEST_CASE("H04 a refusal leaves the calls of its chat completion out") {
    const Seen seen = read_whole(
        k_chat,
        chat_stream(
            {R"({"refusal":"No."})",
             calls_delta(R"({"index":0,"id":"c","function":{"name":"f","arguments":"{}"}})")},
            "\"tool_calls\""));
    REQUIRE(seen.end);
    CHECK(seen.end->finish == Finish::refusal);
    CHECK(seen.calls.empty());
}

TEST_CASE("H20 reasoning beside the content is thinking, once where two names repeat it") {
    const Seen seen = read_every_way(k_chat, recorded("chat_completions_reasoning.sse"));
    CHECK(seen.text == "Both are sunny.");
    CHECK(seen.thinking == "The person asks for two cities.");
    CHECK(seen.end->finish == Finish::stop);
    const Seen twice = read_whole(
        k_chat, chat_stream({R"({"reasoning":"ab","reasoning_content":"ab","content":"x"})",
                             R"({"reasoning":"c","reasoning_content":"c"})"},
                            "\"stop\""));
    CHECK(twice.thinking == "abc");
}

TEST_CASE("H17 a message goes back with the members that nobody here knows") {
    const Seen seen = read_whole(
        k_chat,
        chat_stream(
            {R"({"role":"assistant","content":"Hi ","reasoning_content":"I "})",
             R"({"content":"you","reasoning_content":"see","reasoning_details":[{"data":"x\u002B1.0","n":1.50}]})",
             R"({"reasoning_details":[{"data":"y"}],"flag":1e2})",
             calls_delta(
                 R"({"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\": 1.0}"},"extra_content":{"google":{"thought_signature":"Ab+\/c="}}})")},
            "\"tool_calls\""));
    CHECK(
        seen.end->items ==
        R"([{"role":"assistant","content":"Hi you","reasoning_content":"I see",)"
        R"("reasoning_details":[{"data":"x\u002B1.0","n":1.50},{"data":"y"}],"flag":1e2,)"
        R"("tool_calls":[{"id":"c1","type":"function","function":{"name":"f",)"
        R"("arguments":"{\"a\": 1.0}"},"extra_content":{"google":{"thought_signature":"Ab+\/c="}}}]}])");
}

TEST_CASE("H17 items are left out where two calls have one id") {
    const Seen seen = read_whole(
        k_chat, chat_stream({calls_delta(R"({"index":0,"id":"c","function":{"name":"f"}})"),
                             calls_delta(R"({"index":1,"id":"c","function":{"name":"g"}})")},
                            "\"tool_calls\""));
    CHECK(seen.calls.size() == 2);
    CHECK(seen.end->items.empty());
}

TEST_CASE("an error within a chat completion ends it, and an overload is told apart") {
    const Seen seen = read_every_way(k_chat, recorded("chat_completions_error.sse"));
    REQUIRE(seen.error);
    CHECK(seen.error->kind == StreamError::Kind::overload);
    CHECK(seen.error->message.find("The server is currently overloaded.") != std::string::npos);
    CHECK(seen.text == "Let me ");

    const auto kind = [](const std::string& event) {
        const Seen broken = read_whole(k_chat, "data: " + event + "\n\n");
        REQUIRE(broken.error);
        return broken.error->kind;
    };
    CHECK(kind(R"({"error":{"message":"no","code":502}})") == StreamError::Kind::overload);
    CHECK(kind(R"({"error":{"message":"no","code":429}})") == StreamError::Kind::overload);
    CHECK(kind(R"({"error":{"message":"no","code":400,"type":"invalid_request_error"}})") ==
          StreamError::Kind::provider);
    CHECK(kind(R"({"error":"no"})") == StreamError::Kind::provider);
    CHECK(kind(R"({"object":"error","message":"no","code":400})") == StreamError::Kind::provider);
    CHECK(kind(R"({"error":null,"object":"ping"})") == StreamError::Kind::cut_off);
}

TEST_CASE("other choices, comments and unknown events are skipped") {
    const Seen seen = read_whole(
        k_chat,
        ": OPENROUTER PROCESSING\n\ndata: {\"object\":\"ping\"}\n\ndata: {\"choices\":[]}\n\n"
        "data: "
        "{\"choices\":[{\"delta\":{\"content\":\"a\"}},{\"delta\":{\"content\":\"b\"}}]}\n\n" +
            chat_stream({}, "\"stop\""));
    CHECK(seen.text == "a");
    CHECK(seen.end);
}

TEST_CASE("a value of another kind names its place") {
    const Seen seen = read_whole(k_chat, chat_stream({R"({"content":7})"}, "\"stop\""));
    REQUIRE(seen.error);
    CHECK(seen.error->kind == StreamError::Kind::protocol);
    CHECK(seen.error->message.find("expected string, got number at '/choices/0/delta/content'") !=
          std::string::npos);
}
