#include "read_stream.hpp"

using namespace iam::chat;
using namespace iam::chat::test;

namespace {

constexpr WireForm k_gemini_form = WireForm::generate_content;

std::string gemini_event(const std::string& parts, const std::string& more = "") {
    return R"(data: {"candidates":[{"content":{"role":"model","parts":[)" + parts + "]}" + more +
           "}]}\n\n";
}
constexpr const char* k_gemini_stop = R"(,"finishReason":"STOP")";

}  // namespace

TEST_CASE("H15 a recorded answer of Gemini reads the same at every cut") {
    const std::string stream = recorded("generate_content_calls.sse");
    const Seen seen = read_every_way(k_gemini_form, stream);
    CHECK(seen.text == "Ich sehe nach – 🌦.");
    CHECK(seen.thinking == "**Two cities**\n");
    REQUIRE(seen.calls.size() == 2);
    CHECK(seen.calls[0].id.empty());
    CHECK(seen.calls[0].name == "get_weather");
    CHECK(seen.calls[0].arguments == R"({"city":"Zürich","days":1.50})");
    CHECK(seen.calls[1].id == "fc-2");
    CHECK(seen.calls[1].arguments == "{}");
    REQUIRE(seen.end);
    CHECK(seen.end->finish == Finish::calls);
    CHECK(seen.end->reason == "STOP");
    REQUIRE(seen.usages.size() == 1);
    CHECK(seen.usages[0].input == 30);
    CHECK(seen.usages[0].cached == 5);
    CHECK(seen.usages[0].output == 32);  // thoughts count
    // The end mark is the end of the bytes behind the last event.
    check_cut_off(k_gemini_form, stream, "\r\n\r\n");
}

TEST_CASE("H17 parts go back byte for byte, a signature on an empty text too") {
    const Seen seen = read_whole(k_gemini_form, recorded("generate_content_calls.sse"));
    REQUIRE(seen.end);
    CHECK(
        seen.end->items ==
        R"([{"text":"**Two cities**\n","thought":true},{"text":"Ich sehe"},{"text":" nach – 🌦."},)"
        R"({"functionCall":{"name":"get_weather","args":{"city":"Zürich","days":1.50}},)"
        R"("thoughtSignature":"CiQBVKhc7kPy+/AB=="},)"
        R"({"functionCall":{"id":"fc-2","name":"now","args":{}}},)"
        R"({"text":"","thoughtSignature":"EjQKMgG+"}])");
    const Seen blank =
        read_whole(k_gemini_form, gemini_event(R"({"text":"a"},{"text":""})", k_gemini_stop));
    CHECK(blank.end->items == R"([{"text":"a"}])");
}

TEST_CASE("H15 parts behind a finish reason need another one") {
    CHECK(read_whole(k_gemini_form, gemini_event(R"({"text":"a"})", k_gemini_stop) +
                                        gemini_event(R"({"text":"b"})", k_gemini_stop))
              .text == "ab");
    const Seen cut = read_whole(k_gemini_form, gemini_event(R"({"text":"a"})", k_gemini_stop) +
                                                   gemini_event(R"({"text":"b"})"));
    REQUIRE(cut.error);
    CHECK(cut.error->kind == StreamError::Kind::protocol);
    const std::string counts = "data: {\"usageMetadata\":{\"promptTokenCount\":3}}\n\n";
    CHECK(read_whole(k_gemini_form, gemini_event(R"({"text":"a"})", k_gemini_stop) + counts).end);
}

TEST_CASE("H15 a malformed call of Gemini gives no call, and its reason is told") {
    const Seen seen = read_every_way(k_gemini_form, recorded("generate_content_malformed.sse"));
    REQUIRE(seen.end);
    CHECK(seen.end->finish == Finish::other);
    CHECK(seen.end->reason == "MALFORMED_FUNCTION_CALL");
    CHECK(seen.text == "Calling");
}

TEST_CASE("H04 reasons of Gemini that do not fit leave the calls out") {
    CHECK(read_every_way(k_gemini_form, recorded("generate_content_max_tokens.sse")).end->finish ==
          Finish::length);
    CHECK(read_every_way(k_gemini_form, recorded("generate_content_blocked.sse")).end->finish ==
          Finish::filter);
    for (const char* reason : {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII"}) {
        const Seen seen = read_whole(
            k_gemini_form, gemini_event(R"({"functionCall":{"name":"f","args":{}}})",
                                        R"(,"finishReason":")" + std::string(reason) + "\""));
        CHECK(seen.end->finish == Finish::filter);
        CHECK(seen.calls.empty());
        CHECK(seen.end->items.empty());
    }
}

TEST_CASE("H04 a reason of Gemini that does not fit counts, whatever reasons follow") {
    const std::string call = R"({"functionCall":{"name":"f","args":{}}})";
    const Seen seen =
        read_every_way(k_gemini_form, gemini_event(call, R"(,"finishReason":"SAFETY")") +
                                          gemini_event("", k_gemini_stop) +
                                          gemini_event(R"({"text":""})", k_gemini_stop));
    REQUIRE(seen.end);
    CHECK(seen.end->reason == "SAFETY");
    CHECK(seen.end->finish == Finish::filter);
    CHECK(seen.calls.empty());
    const Seen blocked =
        read_whole(k_gemini_form, gemini_event(call) +
                                      "data: {\"promptFeedback\":{\"blockReason\":\"OTHER\"}}\n\n" +
                                      gemini_event("", k_gemini_stop));
    REQUIRE(blocked.end);
    CHECK(blocked.end->finish == Finish::filter);
    CHECK(blocked.calls.empty());
}

TEST_CASE("H04 parts behind a reason of Gemini break its answer") {
    const std::string call = R"({"functionCall":{"name":"f","args":{}}})";
    for (const std::string& broken :
         {gemini_event(R"({"text":"a"})", R"(,"finishReason":"SAFETY")") +
              gemini_event(call, k_gemini_stop),
          gemini_event(R"({"text":"a"})", k_gemini_stop) + gemini_event(call) +
              gemini_event("", k_gemini_stop)}) {
        const Seen seen = read_every_way(k_gemini_form, broken);
        REQUIRE(seen.error);
        CHECK(seen.error->kind == StreamError::Kind::protocol);
        CHECK(seen.calls.empty());
    }
}

TEST_CASE("H04 a function call in pieces is an error: nobody asked for pieces") {
    for (
        const char* part :
        {R"({"functionCall":{"name":"f","willContinue":true}})",
         R"({"functionCall":{"name":"f","partialArgs":[{"jsonPath":"$.a","stringValue":"x"}]}})"}) {
        const Seen seen = read_whole(k_gemini_form, gemini_event(part, k_gemini_stop));
        REQUIRE(seen.error);
        CHECK(seen.error->kind == StreamError::Kind::protocol);
    }
    CHECK(read_whole(
              k_gemini_form,
              gemini_event(R"({"functionCall":{"name":"f","willContinue":false}})", k_gemini_stop))
              .calls.size() == 1);
}

TEST_CASE("an error within an answer of Gemini ends it") {
    const Seen seen = read_every_way(k_gemini_form, recorded("generate_content_error.sse"));
    REQUIRE(seen.error);
    CHECK(seen.error->kind == StreamError::Kind::overload);
    CHECK(seen.error->message.find("The model is overloaded.") != std::string::npos);
}
