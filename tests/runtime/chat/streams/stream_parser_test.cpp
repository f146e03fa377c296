// Tests of runtime/src/chat/streams/{stream_parser,answer,field_reader,provider_error}.cpp.
#include "read_stream.hpp"

using namespace iam::chat;
using namespace iam::chat::test;

namespace {

constexpr WireForm k_all_forms[] = {WireForm::chat_completions, WireForm::responses,
                                    WireForm::messages, WireForm::generate_content,
                                    WireForm::ollama_chat};

std::string line_of(std::size_t bytes) {
    return R"({"message":{"content":")" + std::string(bytes, 'a') + R"("},"done":false})" + "\n";
}

std::string call_line(std::size_t bytes) {
    return R"({"message":{"tool_calls":[{"function":{"name":"f","arguments":{"a":")" +
           std::string(bytes, 'a') + R"("}}}]},"done":false})" + "\n";
}

bool meets_limit(const std::string& bytes, const StreamLimits& limits) {
    StreamOptions options;
    options.limits = limits;
    const Seen seen = read_every_way(WireForm::ollama_chat, bytes, options);
    REQUIRE(seen.error);
    CHECK(seen.calls.empty());
    return seen.error->kind == StreamError::Kind::protocol;
}

}  // namespace

TEST_CASE("H04 an answer without a byte ends with an error in every wire form") {
    for (const WireForm form : k_all_forms) {
        const Seen seen = read_whole(form, "");
        REQUIRE(seen.error);
        CHECK(seen.error->kind == StreamError::Kind::cut_off);
    }
}

TEST_CASE("H04 an answer whose connection broke is not whole, and says why") {
    const std::vector<std::pair<WireForm, std::string>> streams = {
        {WireForm::generate_content, recorded("generate_content_calls.sse")},
        {WireForm::ollama_chat, call_line(1) + R"({"done":true,"done_reason":"stop"})"}};
    for (const auto& [form, stream] : streams) {
        REQUIRE_FALSE(read_whole(form, stream).calls.empty());
        Seen seen;
        const auto take = [&](const Event& event) { seen.take(event); };
        const auto parser = make_stream_parser(form);
        parser->add(stream, take);
        parser->break_off("It was silent.", take);
        parser->break_off("It was silent.", take);
        parser->finish(take);
        REQUIRE(seen.error);
        CHECK(seen.error->kind == StreamError::Kind::cut_off);
        CHECK(seen.error->message.find("It was silent.") != std::string::npos);
        CHECK(seen.calls.empty());
        CHECK(seen.events_behind_end == 0);
        CHECK(parser->has_ended());
    }
}

TEST_CASE("bytes that are no stream of the form end it with one error") {
    for (const WireForm form : k_all_forms) {
        const Seen seen = read_every_way(form, "data: [1,\n\n{]\n\ndata: {}\n\n");
        REQUIRE(seen.error);
        CHECK(seen.error->kind == StreamError::Kind::protocol);
        CHECK(seen.error->message.find("wire form") != std::string::npos);
        CHECK(seen.events == 1);
    }
}

TEST_CASE("nothing follows the end, whatever bytes do") {
    const std::vector<std::pair<WireForm, std::string>> streams = {
        {WireForm::chat_completions, recorded("chat_completions_calls.sse")},
        {WireForm::responses, recorded("responses_calls.sse")},
        {WireForm::messages, recorded("messages_calls.sse")},
        {WireForm::ollama_chat, recorded("ollama_calls.ndjson")}};
    for (const auto& [form, stream] : streams) {
        const Seen twice = read_whole(form, stream + stream);
        CHECK(summary(twice) == summary(read_whole(form, stream)));
        const Seen apart = read_pieces(form, {stream, "\n\n{\"error\":1}\n", stream});
        CHECK(summary(apart) == summary(read_whole(form, stream)));
    }
}

TEST_CASE("a receiver is told of the end once, and finds the parser ended") {
    const auto parser = make_stream_parser(WireForm::ollama_chat);
    bool was_ended = false;
    const auto take = [&](const Event& event) {
        if (std::holds_alternative<End>(event)) was_ended = parser->has_ended();
    };
    parser->add(recorded("ollama_calls.ndjson"), take);
    CHECK(was_ended);
    parser->finish(take);
    parser->finish(take);
}

TEST_CASE("the bytes of an answer have a limit") {
    StreamLimits limits;
    limits.answer_bytes_max = 100;
    CHECK(meets_limit(line_of(60) + line_of(60), limits));
    CHECK(meets_limit(call_line(101), limits));
    StreamOptions options;
    options.limits = limits;
    CHECK(read_whole(WireForm::ollama_chat, line_of(50) + line_of(50), options).error->kind ==
          StreamError::Kind::cut_off);
}

TEST_CASE("the arguments of a call and the calls of an answer have a limit") {
    StreamLimits limits;
    limits.arguments_bytes_max = 20;
    CHECK(meets_limit(call_line(14), limits));
    StreamOptions options;
    options.limits = limits;
    CHECK(read_whole(WireForm::ollama_chat, call_line(12), options).error->kind ==
          StreamError::Kind::cut_off);
    limits = {};
    limits.calls_max = 2;
    CHECK(meets_limit(call_line(1) + call_line(1) + call_line(1), limits));
}

TEST_CASE("a line, an event and the blocks of an answer have a limit") {
    StreamLimits limits;
    limits.line_bytes_max = 100;
    CHECK(meets_limit(line_of(90), limits));
    limits = {};
    limits.event_bytes_max = 20;
    StreamOptions options;
    options.limits = limits;
    const Seen large = read_whole(WireForm::chat_completions,
                                  "data: {\"choices\":\ndata: [0,1,2,3]}\n\n", options);
    REQUIRE(large.error);
    CHECK(large.error->kind == StreamError::Kind::protocol);
    options.limits = {};
    options.limits.items_max = 1;
    const Seen blocks = read_whole(WireForm::messages, recorded("messages_calls.sse"), options);
    REQUIRE(blocks.error);
    CHECK(blocks.error->message.find("StreamLimits") != std::string::npos);
    const Seen items = read_whole(WireForm::responses, recorded("responses_calls.sse"), options);
    CHECK(items.error);
}

TEST_CASE("a long text of a provider is cut between two letters") {
    std::string text = "x";
    for (int i = 0; i < 3000; ++i) text += "é";
    const Seen seen = read_whole(WireForm::ollama_chat, "{\"error\":\"" + text + "\"}\n");
    REQUIRE(seen.error);
    CHECK(seen.error->message.size() < 2200);
    CHECK(seen.error->message.find("é…") != std::string::npos);
}

TEST_CASE("H20 inline thinking is apart in every wire form that has text") {
    StreamOptions options;
    options.inline_thinking = true;
    const std::string stream = R"({"message":{"content":"<thi"},"done":false})"
                               "\n"
                               R"({"message":{"content":"nk>Two"},"done":false})"
                               "\n"
                               R"({"message":{"content":" cities</think"},"done":false})"
                               "\n"
                               R"({"message":{"content":">\n\nSunny."},"done":false})"
                               "\n"
                               R"({"message":{"content":""},"done":true,"done_reason":"stop"})"
                               "\n";
    const Seen seen = read_every_way(WireForm::ollama_chat, stream, options);
    CHECK(seen.thinking == "Two cities");
    CHECK(seen.text == "\n\nSunny.");
    CHECK(seen.end->items ==
          R"([{"role":"assistant","content":"<think>Two cities</think>\n\nSunny."}])");
    const Seen plain = read_whole(WireForm::ollama_chat, stream);
    CHECK(plain.thinking.empty());
    CHECK(plain.text == "<think>Two cities</think>\n\nSunny.");
}

TEST_CASE("bytes that say nothing do not count as bytes of the answer") {
    StreamOptions options;
    options.limits.answer_bytes_max = 100;
    std::string stream;
    for (int i = 0; i < 1000; ++i)
        stream +=
            ": sign of life\n\nevent: x\ndata: {\"x\":[1,2,3]}\n\n"
            "data: {\"choices\":[],\"obfuscation\":\"abcdef\"}\n\n";
    stream +=
        "data: {\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n"
        "data: [DONE]\n\n";
    const Seen seen = read_whole(WireForm::chat_completions, stream, options);
    CHECK(seen.text == "a");
    CHECK(seen.end);
}
