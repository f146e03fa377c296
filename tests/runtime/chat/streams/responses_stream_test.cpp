#include "read_stream.hpp"

using namespace iam::chat;
using namespace iam::chat::test;

namespace {

constexpr WireForm k_responses = WireForm::responses;

std::string response_events(const std::vector<std::string>& all) {
    std::string text;
    for (const std::string& each : all) text += "data: " + each + "\n\n";
    return text;
}

constexpr const char* k_added =
    R"({"type":"response.output_item.added","output_index":0,"item":{"id":"fc","type":"function_call","call_id":"c","name":"f","arguments":""}})";
constexpr const char* k_delta =
    R"({"type":"response.function_call_arguments.delta","item_id":"fc","output_index":0,"delta":"{\"a\":1}"})";
constexpr const char* k_arguments_done =
    R"({"type":"response.function_call_arguments.done","item_id":"fc","output_index":0,"arguments":"{\"a\":1}"})";
constexpr const char* k_item_done =
    R"({"type":"response.output_item.done","output_index":0,"item":{"id":"fc","type":"function_call","call_id":"c","name":"f","arguments":"{\"a\":1}"}})";
constexpr const char* k_completed =
    R"({"type":"response.completed","response":{"status":"completed"}})";

}  // namespace

TEST_CASE("H04 H14 a recorded response reads the same at every cut") {
    const std::string stream = recorded("responses_calls.sse");
    const Seen seen = read_every_way(k_responses, stream);
    CHECK(seen.text == "Ich sehe nach – 🌦.");
    CHECK(seen.thinking == "**Looking**\n\nTwo cities.");
    REQUIRE(seen.calls.size() == 2);
    CHECK(seen.calls[0].id == "call_r1");
    CHECK(seen.calls[0].name == "get_weather");
    CHECK(seen.calls[0].arguments == R"({"city":"Zürich"})");
    CHECK(seen.calls[1].id == "call_r2");
    CHECK(seen.calls[1].arguments == "{}");
    CHECK(seen.end->finish == Finish::calls);
    REQUIRE(seen.usages.size() == 1);
    CHECK(seen.usages[0].cached == 128);
    check_cut_off(k_responses, stream, "}\n\n");
}

TEST_CASE("H17 output items go back byte for byte, reasoning among them") {
    const std::string stream = recorded("responses_calls.sse");
    const Seen seen = read_whole(k_responses, stream);
    // The whole response repeats the items as one array.
    const std::size_t array = stream.rfind("\"output\":[") + 9;
    REQUIRE(seen.end);
    CHECK(seen.end->items.find(R"("encrypted_content":"gAAAAB//x+y0Zk9fq==")") !=
          std::string::npos);
    CHECK(stream.compare(array, seen.end->items.size(), seen.end->items) == 0);
}

TEST_CASE("H14 the whole arguments decide, and a difference to their pieces is an error") {
    CHECK(read_whole(k_responses, response_events({k_added, k_delta, k_arguments_done, k_item_done,
                                                   k_completed}))
              .end);
    const Seen without_pieces = read_whole(
        k_responses, response_events({k_added, k_arguments_done, k_item_done, k_completed}));
    REQUIRE(without_pieces.calls.size() == 1);
    CHECK(without_pieces.calls[0].arguments == R"({"a":1})");
    const Seen item_only = read_whole(k_responses, response_events({k_item_done, k_completed}));
    REQUIRE(item_only.calls.size() == 1);
    CHECK(item_only.calls[0].arguments == R"({"a":1})");

    const std::string other_done =
        R"({"type":"response.function_call_arguments.done","output_index":0,"arguments":"{\"a\":2}"})";
    const std::string empty_done =
        R"({"type":"response.function_call_arguments.done","output_index":0,"arguments":""})";
    const std::string other_name =
        R"({"type":"response.output_item.done","output_index":0,"item":{"id":"fc","type":"function_call","call_id":"c","name":"g","arguments":"{\"a\":1}"}})";
    for (const auto& broken :
         {response_events({k_added, k_delta, other_done, k_item_done, k_completed}),
          response_events({k_added, other_done, k_item_done, k_completed}),
          response_events({k_added, k_delta, empty_done, k_item_done, k_completed}),
          response_events({k_added, empty_done, k_item_done, k_completed}),
          response_events({k_added, k_delta, k_arguments_done, other_name, k_completed})}) {
        const Seen seen = read_whole(k_responses, broken);
        REQUIRE(seen.error);
        CHECK(seen.error->kind == StreamError::Kind::protocol);
        CHECK(seen.calls.empty());
    }
}

TEST_CASE("H04 a call without its end makes the whole answer an error") {
    const Seen seen =
        read_whole(k_responses, response_events({k_added, k_delta, k_arguments_done, k_completed}));
    REQUIRE(seen.error);
    CHECK(seen.error->kind == StreamError::Kind::protocol);
    CHECK(seen.calls.empty());
}

TEST_CASE("H14 items are told apart by their place where servers change the ids") {
    const std::string first =
        R"({"type":"response.function_call_arguments.delta","item_id":"other","output_index":0,"delta":"{\"a\":1}"})";
    const std::string second =
        R"({"type":"response.output_item.added","output_index":1,"item":{"id":"fc","type":"function_call","call_id":"d","name":"g","arguments":""}})";
    const std::string second_done =
        R"({"type":"response.output_item.done","output_index":1,"item":{"id":"third","type":"function_call","call_id":"d","name":"g","arguments":""}})";
    const Seen seen = read_whole(k_responses, response_events({k_added, second, first, k_item_done,
                                                               second_done, k_completed}));
    REQUIRE(seen.calls.size() == 2);
    CHECK(seen.calls[0].arguments == R"({"a":1})");
    CHECK(seen.calls[1].arguments == "{}");
}

TEST_CASE("H04 an incomplete response gives no call, and says why it ended") {
    const std::string stream = recorded("responses_incomplete.sse");
    const Seen seen = read_every_way(k_responses, stream);
    REQUIRE(seen.end);
    CHECK(seen.end->finish == Finish::length);
    CHECK(seen.end->reason == "max_output_tokens");
    CHECK(seen.calls.empty());
    CHECK(seen.end->items.empty());
    check_cut_off(k_responses, stream, "}\n\n");
    const Seen filtered = read_whole(
        k_responses,
        response_events(
            {R"({"type":"response.incomplete","response":{"incomplete_details":{"reason":"content_filter"}}})"}));
    CHECK(filtered.end->finish == Finish::filter);
}

TEST_CASE("H14 errors within a response end it") {
    const Seen failed = read_every_way(k_responses, recorded("responses_failed.sse"));
    REQUIRE(failed.error);
    CHECK(failed.error->kind == StreamError::Kind::overload);
    CHECK(failed.error->message.find("failed to generate") != std::string::npos);
    const Seen error = read_every_way(k_responses, recorded("responses_error.sse"));
    REQUIRE(error.error);
    CHECK(error.error->kind == StreamError::Kind::overload);
    CHECK(error.error->message.find("Rate limit reached") != std::string::npos);
    const Seen nested = read_whole(
        k_responses,
        response_events(
            {R"({"type":"error","error":{"type":"invalid_request_error","message":"no"}})"}));
    REQUIRE(nested.error);
    CHECK(nested.error->kind == StreamError::Kind::provider);
}

TEST_CASE("the text of a refusal is shown, and its answer does not count as whole") {
    const Seen seen = read_whole(
        k_responses,
        response_events(
            {R"({"type":"response.refusal.delta","output_index":0,"delta":"No."})", k_completed}));
    CHECK(seen.text == "No.");
    CHECK(seen.end->finish == Finish::refusal);
}

TEST_CASE("H04 a completed response whose own status is another one gives no call") {
    const auto completed = [](const std::string& members) {
        return R"({"type":"response.completed","response":{)" + members + "}}";
    };
    const std::vector<std::pair<std::string, Finish>> states = {
        {R"("status":"incomplete","incomplete_details":{"reason":"content_filter"})",
         Finish::filter},
        {R"("status":"incomplete","incomplete_details":{"reason":"max_output_tokens"})",
         Finish::length},
        {R"("status":"completed","incomplete_details":{"reason":"max_output_tokens"})",
         Finish::length},
        {R"("status":"incomplete")", Finish::other},
        {R"("status":"in_progress")", Finish::other}};
    for (const auto& [members, finish] : states) {
        const Seen seen =
            read_every_way(k_responses, response_events({k_item_done, completed(members)}));
        REQUIRE(seen.end);
        CHECK(seen.end->finish == finish);
        CHECK(seen.calls.empty());
        CHECK(seen.end->items.empty());
    }
    for (const char* members :
         {R"("status":"failed","error":{"code":"server_error","message":"broke"})",
          R"("status":"cancelled")", R"("status":"completed","error":{"message":"broke"})"}) {
        const Seen seen =
            read_whole(k_responses, response_events({k_item_done, completed(members)}));
        REQUIRE(seen.error);
        CHECK(seen.calls.empty());
    }
    CHECK(read_whole(k_responses, response_events({k_item_done, completed("")})).calls.size() == 1);
}

TEST_CASE("H04 an item that is incomplete makes a completed response an error") {
    for (
        const char* item :
        {R"({"id":"fc","type":"function_call","status":"incomplete","call_id":"c","name":"f","arguments":"{}"})",
         R"({"id":"m","type":"message","status":"incomplete","role":"assistant","content":[]})",
         R"({"id":"fc","type":"function_call","call_id":"c","name":"f","arguments":{"a":1}})"}) {
        const std::string broken =
            R"({"type":"response.output_item.done","output_index":1,"item":)" + std::string(item) +
            "}";
        const Seen seen =
            read_every_way(k_responses, response_events({k_item_done, broken, k_completed}));
        REQUIRE(seen.error);
        CHECK(seen.error->kind == StreamError::Kind::protocol);
        CHECK(seen.calls.empty());
    }
}

TEST_CASE("H04 a refusal leaves the calls of its response out") {
    for (
        const char* refusal :
        {R"({"type":"response.refusal.delta","output_index":1,"delta":"No."})",
         R"({"type":"response.refusal.done","output_index":1,"refusal":"No."})",
         R"({"type":"response.output_item.done","output_index":1,"item":{"id":"m","type":"message","content":[{"type":"refusal","refusal":"No."}]}})"}) {
        const Seen seen =
            read_every_way(k_responses, response_events({k_item_done, refusal, k_completed}));
        REQUIRE(seen.end);
        CHECK(seen.end->finish == Finish::refusal);
        CHECK(seen.calls.empty());
    }
}
