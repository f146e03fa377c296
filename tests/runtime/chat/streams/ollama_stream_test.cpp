#include "read_stream.hpp"

using namespace iam::chat;
using namespace iam::chat::test;

namespace {

constexpr WireForm k_ollama_form = WireForm::ollama_chat;
constexpr const char* k_ollama_done =
    R"({"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"})";

}  // namespace

TEST_CASE("H15 a recorded answer of Ollama reads the same at every cut") {
    const std::string stream = recorded("ollama_calls.ndjson");
    const Seen seen = read_every_way(k_ollama_form, stream);
    CHECK(seen.text == "Ich sehe nach – 🌦.");
    CHECK(seen.thinking == "Two cities.");
    REQUIRE(seen.calls.size() == 2);
    CHECK(seen.calls[0].id == "call_o1");
    CHECK(seen.calls[0].name == "get_weather");
    CHECK(seen.calls[0].arguments == R"({"city":"Zürich","days":1.50})");
    CHECK(seen.calls[1].name == "now");
    REQUIRE(seen.end);
    CHECK(seen.end->finish == Finish::calls);
    CHECK(seen.end->reason == "stop");
    REQUIRE(seen.usages.size() == 1);
    CHECK(seen.usages[0].input == 151);
    CHECK(seen.usages[0].output == 48);
    check_cut_off(k_ollama_form, stream, "}\n");
}

TEST_CASE("H17 a message of Ollama goes back with its calls byte for byte") {
    const Seen seen = read_whole(k_ollama_form, recorded("ollama_calls.ndjson"));
    CHECK(seen.end->items ==
          R"([{"role":"assistant","content":"Ich sehe nach – 🌦.","thinking":"Two cities.",)"
          R"("tool_calls":[{"id":"call_o1","function":{"index":0,"name":"get_weather",)"
          R"("arguments":{"city":"Zürich","days":1.50}}},)"
          R"({"id":"call_o2","function":{"index":1,"name":"now","arguments":{}}}]}])");
}

TEST_CASE("H12 the last line of an answer may lack its end") {
    const std::string stream = recorded("ollama_text.ndjson");
    REQUIRE(stream.back() == '}');
    const Seen seen = read_every_way(k_ollama_form, stream);
    CHECK(seen.text == "Hello 🌍");
    CHECK(seen.end->finish == Finish::stop);
    check_cut_off(k_ollama_form, stream, "}");
}

TEST_CASE("H12 a line that is no JSON is an error, not a piece to wait for") {
    const Seen seen =
        read_every_way(k_ollama_form, std::string("{\"message\":\n") + k_ollama_done + "\n");
    REQUIRE(seen.error);
    CHECK(seen.error->kind == StreamError::Kind::protocol);
}

TEST_CASE("H12 an object without a message that is not the end is an error with its text") {
    const Seen error = read_every_way(k_ollama_form, recorded("ollama_error.ndjson"));
    REQUIRE(error.error);
    CHECK(error.error->kind == StreamError::Kind::provider);
    CHECK(error.error->message.find("unexpected EOF") != std::string::npos);
    const Seen odd = read_every_way(k_ollama_form, recorded("ollama_parsing_error.ndjson"));
    REQUIRE(odd.error);
    CHECK(odd.error->message.find("error parsing tool call") != std::string::npos);
    CHECK(odd.text == "Let me");
}

TEST_CASE("H04 reasons of Ollama that do not fit leave the calls out") {
    CHECK(read_every_way(k_ollama_form, recorded("ollama_length.ndjson")).end->finish ==
          Finish::length);
    const std::string call =
        R"({"message":{"content":"","tool_calls":[{"function":{"name":"f","arguments":{}}}]},"done":false})";
    for (const char* last :
         {R"({"message":{},"done":true})", R"({"message":{},"done":true,"done_reason":"load"})",
          R"({"done":true,"done_reason":"length"})"}) {
        const Seen seen = read_whole(k_ollama_form, call + "\n" + last + "\n");
        REQUIRE(seen.end);
        CHECK(seen.calls.empty());
        CHECK_FALSE(seen.call_pieces.empty());
    }
    CHECK(read_whole(k_ollama_form, call + "\n" + k_ollama_done).calls.size() == 1);
}

TEST_CASE("H04 a reason of Ollama that does not fit counts, whatever reasons follow") {
    const std::string call =
        R"({"message":{"tool_calls":[{"function":{"name":"f","arguments":{}}}]},"done":false})"
        "\n";
    const std::string cut = R"({"message":{},"done":false,"done_reason":"length"})"
                            "\n";
    const Seen seen = read_every_way(k_ollama_form, call + cut + k_ollama_done);
    REQUIRE(seen.end);
    CHECK(seen.end->finish == Finish::length);
    CHECK(seen.calls.empty());
    const std::string early = R"({"message":{},"done":false,"done_reason":"stop"})"
                              "\n";
    const Seen behind = read_every_way(k_ollama_form, early + call + k_ollama_done);
    REQUIRE(behind.error);
    CHECK(behind.error->kind == StreamError::Kind::protocol);
    CHECK(behind.calls.empty());
    // The line with `done` ends the answer, so a call behind it is none.
    const Seen done = read_every_way(k_ollama_form, k_ollama_done + ("\n" + call) + k_ollama_done);
    REQUIRE(done.end);
    CHECK(done.end->finish == Finish::stop);
    CHECK(done.calls.empty());
}

TEST_CASE("arguments of Ollama as a text are taken as well") {
    const Seen seen = read_whole(
        k_ollama_form,
        R"({"message":{"tool_calls":[{"function":{"name":"f","arguments":"{\"a\":1}"}}]},"done":false})"
        "\n" +
            std::string(k_ollama_done));
    REQUIRE(seen.calls.size() == 1);
    CHECK(seen.calls[0].arguments == R"({"a":1})");
}
