#include "mcp/client/imported/imported_result.hpp"

#include "mcp/client/imported/tool_server.hpp"
#include <support/attack_text.hpp>

using namespace iam;
using namespace iam::test;
using namespace iam::mcp;

namespace {

Reply reply_to_text(std::string text, const Json& output_schema = nullptr,
                    const ImportLimits& limits = {}) {
    std::optional<schema::Schema> output;
    if (!output_schema.is_null()) output = ok(schema::Schema::compile(output_schema));
    return reply_of(result_of_server(std::move(text)), output, limits);
}

std::string recorded(const Json& result, const Json& output_schema = nullptr) {
    const Reply reply = reply_to_text(result.dump(), output_schema);
    INFO(reply.message);
    REQUIRE(reply.success);
    REQUIRE(reply.result.has_value());
    return *reply.result;
}

std::string failure(const Json& result, const Json& output_schema = nullptr) {
    const Reply reply = reply_to_text(result.dump(), output_schema);
    REQUIRE_FALSE(reply.success);
    CHECK(reply.code == code::tool_failed);
    return reply.message;
}

Json content_of(const Json& block) {
    return {{"content", Json::array({block})}};
}

Reply reply_of_kind(RemoteReply::Kind kind, std::string message) {
    RemoteReply answer;
    answer.kind = kind;
    answer.error.code = -32602;
    answer.error.message = std::move(message);
    return reply_of(answer, std::nullopt, {});
}

const Json k_number_schema{
    {"type", "object"}, {"properties", {{"n", {{"type", "integer"}}}}}, {"required", {"n"}}};

}  // namespace

TEST_CASE("content blocks are recorded as an array, in canonical form") {
    const Json result{
        {"content",
         {{{"type", "text"}, {"text", "a"}},
          {{"type", "image"}, {"data", "AAEC"}, {"mimeType", "image/png"}},
          {{"type", "audio"}, {"data", ""}, {"mimeType", "audio/wav"}},
          {{"type", "resource_link"}, {"uri", "file:///a"}, {"name", "a"}, {"size", 3}},
          {{"type", "resource"}, {"resource", {{"uri", "file:///b"}, {"text", "b"}}}}}}};
    CHECK(recorded(result) == canonical_json(result["content"]).value());
    CHECK(recorded({{"content", Json::array()}}) == "[]");
}

TEST_CASE("members that MCP does not have, and _meta at each place, are gone") {
    Json block{{"type", "text"},
               {"text", "a"},
               {"annotations", {{"audience", {"user"}}}},
               {"_meta", {{"iam/result", {{"approval", "x"}}}}},
               {"approved", true}};
    Json result = content_of(block);
    result["_meta"] = {{"iam/result", {{"approval", "x"}}}};
    result["approved"] = true;
    CHECK(recorded(result) ==
          R"([{"annotations":{"audience":["user"]},"text":"a","type":"text"}])");
    const Json resource{
        {"type", "resource"},
        {"resource", {{"uri", "u"}, {"blob", "AAEC"}, {"_meta", {{"a", 1}}}, {"x", 1}}},
        {"_meta", {{"a", 1}}}};
    CHECK(recorded(content_of(resource)) ==
          R"([{"resource":{"blob":"AAEC","uri":"u"},"type":"resource"}])");
    CHECK(recorded(content_of({{"type", "text"}, {"text", "a"}, {"annotations", nullptr}})) ==
          R"([{"text":"a","type":"text"}])");
}

TEST_CASE("a block of an unknown type becomes a text that says so") {
    const std::string text =
        recorded(content_of({{"type", "hologram\x1b[2J"}, {"data", {{"a", 1}}}}));
    has_text(text, "a block of the unknown type");
    const Json block = parse_json(text).value()[0];
    CHECK(block["type"] == "text");
    CHECK(block["text"].get<std::string>().find('\x1b') == std::string::npos);
}

TEST_CASE("structured content without a schema is kept, once") {
    const Json structured{{"n", 1}};
    Json result = content_of({{"type", "text"}, {"text", R"({ "n": 1.0 })"}});
    result["structuredContent"] = structured;
    CHECK(recorded(result) == R"([{"text":"{ \"n\": 1.0 }","type":"text"}])");
    result["content"][0]["text"] = "one";
    CHECK(recorded(result) ==
          R"([{"text":"one","type":"text"},{"text":"{\"n\":1}","type":"text"}])");
    CHECK(recorded({{"structuredContent", structured}}) ==
          R"([{"text":"{\"n\":1}","type":"text"}])");
}

TEST_CASE("with an output schema the structured content is the result, and must fit") {
    const Json content = Json::array({{{"type", "text"}, {"text", "one"}}});
    CHECK(recorded({{"content", content}, {"structuredContent", {{"n", 1.0}}}}, k_number_schema) ==
          R"({"n":1})");
    CHECK(recorded({{"structuredContent", nullptr}}, {{"type", "null"}}) == "null");
    has_text(failure({{"content", content}}, k_number_schema), "no structuredContent");
    has_text(failure({{"structuredContent", {{"n", "x"}}}}, k_number_schema),
             R"(does not fit the output schema: /n: "x" is a string, not an integer)");
}

TEST_CASE("a failure of the tool has the words of its text blocks") {
    const Json result{{"isError", true},
                      {"content",
                       {{{"type", "text"}, {"text", "No such file."}},
                        {{"type", "image"}},
                        7,
                        {{"type", "text"}, {"text", "Try another."}}}}};
    CHECK(failure(result) == "No such file.\nTry another.");
    // The schema is for results of calls that succeed.
    CHECK(failure(result, k_number_schema) == "No such file.\nTry another.");
    for (const Json& empty : {Json{{"isError", true}}, Json{{"isError", true}, {"content", 7}}})
        has_text(failure(empty), "gives no reason");
}

TEST_CASE("words of a failure are cut, and cannot act on a terminal") {
    const std::string words = "\x1b[2J" + utf8(0x202E) + "\r" + std::string(1, '\0') + "end\n2";
    const std::string message = failure(
        {{"isError", true}, {"content", Json::array({{{"type", "text"}, {"text", words}}})}});
    CHECK(message.find_first_of(std::string("\x1b\r\0", 3)) == std::string::npos);
    CHECK(message.find(utf8(0x202E)) == std::string::npos);
    has_text(message, "end\n2");
    const std::string long_words(100'000, 'x');
    CHECK(failure({{"isError", true},
                   {"content", Json::array({{{"type", "text"}, {"text", long_words}}})}})
              .size() < 5'000);
    CHECK(reply_of_kind(RemoteReply::Kind::error, long_words).message.size() < 5'000);
}

TEST_CASE("an error of the server has its code and words") {
    const Reply reply = reply_of_kind(RemoteReply::Kind::error, "Unknown tool\x1b[2J");
    CHECK(reply.code == code::tool_failed);
    has_text(reply.message, "The server refused the call: -32602, Unknown tool");
    CHECK(reply.message.find('\x1b') == std::string::npos);
}

TEST_CASE("a call that was not sent has failed, and one without an answer is unknown") {
    const Reply not_sent = reply_of_kind(RemoteReply::Kind::not_sent, "It is not connected.");
    CHECK_FALSE(not_sent.success);
    CHECK(not_sent.code == code::tool_failed);
    CHECK(not_sent.message == "It is not connected.");
    const Reply unknown = reply_of_kind(RemoteReply::Kind::unknown, "No answer came.");
    CHECK_FALSE(unknown.success);
    CHECK(unknown.code == code::outcome_unknown);
    CHECK(unknown.message == "No answer came.");
}

TEST_CASE("a result that is none says that the tool has run, and what is wrong") {
    const std::pair<Json, const char*> results[] = {
        {7, "it is no object"},
        {Json::object(), "it has no content"},
        {{{"content", 7}}, "/content is not an array"},
        {content_of(7), "/content/0 is no content block"},
        {content_of(Json::object()), "/content/0 is no content block"},
        {content_of({{"type", "text"}}), "/content/0/text is not a text"},
        {content_of({{"type", "text"}, {"text", 7}}), "/content/0/text is not a text"},
        {content_of({{"type", "image"}, {"data", "?"}, {"mimeType", "a"}}), "a text in Base64"},
        {content_of({{"type", "resource_link"}, {"uri", "u"}}), "/content/0/name"},
        {content_of({{"type", "resource"}}), "/content/0/resource is not an object"},
        {content_of({{"type", "resource"}, {"resource", {{"uri", "u"}}}}), "not one of text"},
        {{{"content", Json::array()}, {"isError", "no"}}, "neither true nor false"},
        {{{"content", Json::array()}, {"resultType", "input_required"}}, "resultType"}};
    for (const auto& [result, part] : results) {
        const std::string message = failure(result);
        has_text(message, "the tool has run");
        has_text(message, part);
    }
    CHECK(recorded({{"content", Json::array()}, {"resultType", "complete"}}) == "[]");
    const Reply broken = reply_to_text("{");
    CHECK(broken.code == code::tool_failed);
    has_text(broken.message, "the tool has run");
}

TEST_CASE("a result beyond the limit is refused before it is read") {
    ImportLimits limits;
    limits.result_bytes_max = 1'000;
    const std::string text =
        content_of({{"type", "text"}, {"text", std::string(1'000, 'x')}}).dump();
    const Reply reply = reply_to_text(text, nullptr, limits);
    CHECK(reply.code == code::tool_failed);
    has_text(reply.message, "1000");
    CHECK(reply_to_text(text).success);
    // A sound of ten megabytes is within the usual limit.
    const Json large = content_of(
        {{"type", "audio"}, {"data", std::string(10'000'000, 'A')}, {"mimeType", "audio/wav"}});
    CHECK(reply_to_text(large.dump()).success);
}
