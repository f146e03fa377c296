// Tests of runtime/src/chat/streams/{messages_stream,messages_block}.cpp.
#include "read_stream.hpp"

using namespace iam::chat;
using namespace iam::chat::test;

namespace {

constexpr WireForm k_messages = WireForm::messages;

std::string message_events(const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& each : all) text += "data: " + each + "\n\n";
    return text;
}

std::string block_begin(int index, const std::string& block) {
    return R"({"type":"content_block_start","index":)" + std::to_string(index) +
           R"(,"content_block":)" + block + "}";
}
std::string block_delta(int index, const std::string& value) {
    return R"({"type":"content_block_delta","index":)" + std::to_string(index) + R"(,"delta":)" +
           value + "}";
}
std::string block_stop(int index) {
    return R"({"type":"content_block_stop","index":)" + std::to_string(index) + "}";
}
std::string stop_reason(const std::string& word) {
    return R"({"type":"message_delta","delta":{"stop_reason":)" + word + "}}";
}
constexpr const char* k_over = R"({"type":"message_stop"})";
constexpr const char* k_tool = R"({"type":"tool_use","id":"t","name":"f","input":{}})";

}  // namespace

TEST_CASE("H04 H15 a recorded message reads the same at every cut") {
    const std::string stream = recorded("messages_calls.sse");
    const Seen seen = read_every_way(k_messages, stream);
    CHECK(seen.text == "Ich sehe nach – 🌦.");
    CHECK(seen.thinking == "Two cities – two calls.");
    REQUIRE(seen.calls.size() == 2);
    CHECK(seen.calls[0].id == "toolu_01");
    CHECK(seen.calls[0].name == "get_weather");
    CHECK(seen.calls[0].arguments == R"({"city": "Zürich"})");
    CHECK(seen.calls[1].arguments == "{}");
    REQUIRE(seen.end);
    CHECK(seen.end->finish == Finish::calls);
    REQUIRE(seen.usages.size() == 1);
    CHECK(seen.usages[0].input == 782);  // with what was written to and read from the cache
    CHECK(seen.usages[0].cached == 300);
    CHECK(seen.usages[0].output == 89);
    check_cut_off(k_messages, stream, "}\n\n");
}

TEST_CASE("H17 blocks go back in order: thinking with its signature, redacted thinking") {
    const Seen seen = read_whole(k_messages, recorded("messages_calls.sse"));
    REQUIRE(seen.end);
    CHECK(seen.end->items ==
          R"([{"type":"thinking","thinking":"Two cities – two calls.",)"
          R"("signature":"EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pkiMOYds+/="},)"
          R"({"type":"redacted_thinking","data":"EmwKAhgBEgy3va3pzix/LafPsn4="},)"
          R"({"type":"text","text":"Ich sehe nach – 🌦."},)"
          R"({"type":"tool_use","id":"toolu_01","name":"get_weather","input":{"city": "Zürich"}},)"
          R"({"type":"tool_use","id":"toolu_02","name":"now","input":{}}])");
}

TEST_CASE("H15 H17 blocks of unknown types are kept byte for byte") {
    const Seen seen = read_every_way(k_messages, recorded("messages_server_tool.sse"));
    CHECK(seen.text == "Sie ist rund.");
    CHECK(seen.calls.empty());
    CHECK(seen.end->finish == Finish::stop);
    CHECK(seen.end->items.find(R"("input":{"query":"rund"})") != std::string::npos);
    CHECK(seen.end->items.find(R"("encrypted_content":"EqgfCio=","page_age":null)") !=
          std::string::npos);
    CHECK(seen.end->items.find(R"("citations":[{"type":"char_location",)") != std::string::npos);
    const std::string odd = R"({"z":1.50,"type":"hologram","a":"\u00e9","n":1e2})";
    const Seen kept = read_whole(k_messages, message_events({block_begin(0, odd), block_stop(0),
                                                             stop_reason("\"end_turn\""), k_over}));
    CHECK(kept.end->items == "[" + odd + "]");
}

TEST_CASE("H17 a delta of an unknown type leaves all items out, the text stays") {
    const Seen seen = read_whole(
        k_messages, message_events({block_begin(0, R"({"type":"text","text":"A"})"),
                                    block_delta(0, R"({"type":"text_delta","text":"b"})"),
                                    block_delta(0, R"({"type":"sparkle_delta","sparkle":1})"),
                                    block_stop(0), stop_reason("\"end_turn\""), k_over}));
    CHECK(seen.text == "Ab");
    CHECK(seen.end->finish == Finish::stop);
    CHECK(seen.end->items.empty());
}

TEST_CASE("H17 thinking without a signature leaves all items out") {
    for (const char* block : {R"({"type":"thinking","thinking":"a","signature":""})",
                              R"({"type":"thinking","thinking":"a"})"}) {
        const std::string start = block_begin(0, block);
        const Seen blank =
            read_whole(k_messages,
                       message_events({start, block_stop(0), stop_reason("\"end_turn\""), k_over}));
        REQUIRE(blank.end);
        CHECK(blank.thinking == "a");
        CHECK(blank.end->items.empty());
        const std::string signature = R"({"type":"signature_delta","signature":"Ab="})";
        const Seen whole =
            read_whole(k_messages, message_events({start, block_delta(0, signature), block_stop(0),
                                                   stop_reason("\"end_turn\""), k_over}));
        REQUIRE(whole.end);
        CHECK(whole.end->items == R"([{"type":"thinking","thinking":"a","signature":"Ab="}])");
    }
}

TEST_CASE("H17 a delta of citations without a citation leaves all items out") {
    const Seen seen = read_whole(
        k_messages, message_events({block_begin(0, R"({"type":"text","text":"A"})"),
                                    block_delta(0, R"({"type":"citations_delta"})"), block_stop(0),
                                    stop_reason("\"end_turn\""), k_over}));
    REQUIRE(seen.end);
    CHECK(seen.end->items.empty());
}

TEST_CASE("H05 malformed input goes to the gate as it is, and goes back as an object") {
    const Seen seen = read_whole(
        k_messages,
        message_events(
            {block_begin(0, k_tool),
             block_delta(0, R"({"type":"input_json_delta","partial_json":"{\"a\": x}"})"),
             block_stop(0), stop_reason("\"tool_use\""), k_over}));
    REQUIRE(seen.calls.size() == 1);
    CHECK(seen.calls[0].arguments == R"({"a": x})");
    CHECK(seen.end->items ==
          R"([{"type":"tool_use","id":"t","name":"f","input":{"INVALID_JSON":"{\"a\": x}"}}])");
}

TEST_CASE("a start may have the whole input") {
    const Seen seen = read_whole(
        k_messages,
        message_events(
            {block_begin(0, R"({"type":"tool_use","id":"t","name":"f","input":{"a":1.0}})"),
             block_stop(0), stop_reason("\"tool_use\""), k_over}));
    REQUIRE(seen.calls.size() == 1);
    CHECK(seen.calls[0].arguments == R"({"a":1.0})");
}

TEST_CASE("H04 a reason that does not fit leaves the calls out") {
    const Seen cut = read_every_way(k_messages, recorded("messages_max_tokens.sse"));
    REQUIRE(cut.end);
    CHECK(cut.end->finish == Finish::length);
    CHECK(cut.calls.empty());
    const std::vector<std::pair<std::string, Finish>> reasons = {
        {"\"refusal\"", Finish::refusal},
        {"\"pause_turn\"", Finish::other},
        {"\"model_context_window_exceeded\"", Finish::length},
        {"null", Finish::other}};
    for (const auto& [word, finish] : reasons) {
        const Seen seen = read_whole(
            k_messages,
            message_events({block_begin(0, k_tool), block_stop(0), stop_reason(word), k_over}));
        REQUIRE(seen.end);
        CHECK(seen.end->finish == finish);
        CHECK(seen.calls.empty());
        CHECK(seen.end->items.empty());
    }
}

TEST_CASE("H04 a stop reason that does not fit counts, whatever reasons follow") {
    const Seen seen = read_every_way(
        k_messages,
        message_events({block_begin(0, k_tool), block_stop(0), stop_reason("\"refusal\""),
                        stop_reason("\"tool_use\""), stop_reason("null"), k_over}));
    REQUIRE(seen.end);
    CHECK(seen.end->finish == Finish::refusal);
    CHECK(seen.calls.empty());
    const Seen refused = read_every_way(k_messages, recorded("messages_two_reasons.sse"));
    REQUIRE(refused.end);
    CHECK(refused.end->finish == Finish::refusal);
    CHECK(refused.calls.empty());
}

TEST_CASE("H04 blocks behind a stop reason break a message") {
    const std::string over = stop_reason("\"tool_use\"");
    for (const auto& broken :
         {message_events({over, block_begin(0, k_tool), block_stop(0), over, k_over}),
          message_events({block_begin(0, k_tool), over,
                          block_delta(0, R"({"type":"input_json_delta","partial_json":"{}"})"),
                          block_stop(0), over, k_over}),
          message_events({block_begin(0, k_tool), over, block_stop(0), over, k_over})}) {
        const Seen seen = read_every_way(k_messages, broken);
        REQUIRE(seen.error);
        CHECK(seen.error->kind == StreamError::Kind::protocol);
        CHECK(seen.calls.empty());
    }
}

TEST_CASE("H15 an error event ends a message, and an overload is told apart") {
    const Seen seen = read_every_way(k_messages, recorded("messages_overloaded.sse"));
    REQUIRE(seen.error);
    CHECK(seen.error->kind == StreamError::Kind::overload);
    CHECK(seen.error->message.find("overloaded_error") != std::string::npos);
    CHECK(seen.usages.size() == 1);
    const Seen invalid = read_whole(
        k_messages,
        message_events(
            {R"({"type":"error","error":{"type":"invalid_request_error","message":"no"}})"}));
    CHECK(invalid.error->kind == StreamError::Kind::provider);
}

TEST_CASE("events that fit no open block are an error") {
    for (const auto& broken :
         {message_events({block_delta(0, R"({"type":"text_delta","text":"a"})")}),
          message_events({block_stop(0)}),
          message_events({block_begin(0, k_tool), block_stop(0), block_stop(0)}),
          message_events({block_begin(0, k_tool), block_begin(0, k_tool)}),
          message_events({block_begin(0, k_tool), stop_reason("\"tool_use\""), k_over}),
          message_events(
              {R"({"type":"content_block_start","content_block":{"type":"text","text":""}})"}),
          message_events({block_begin(0, k_tool), block_stop(0),
                          block_delta(0, R"({"type":"input_json_delta","partial_json":"{}"})")})}) {
        const Seen seen = read_whole(k_messages, broken);
        REQUIRE(seen.error);
        CHECK(seen.error->kind == StreamError::Kind::protocol);
        CHECK(seen.calls.empty());
    }
}
