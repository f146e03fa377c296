// Tests of runtime/src/mcp/client/offers/{offer_requests,content_blocks}.cpp and passed_names.hpp.
#include "mcp/client/offers/offer_requests.hpp"

#include "mcp/client/offers/passed_names.hpp"
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;

namespace {

/// The blocks of a prompt as they are passed on.
Json passed_blocks(const Json& blocks) {
    Json messages = Json::array();
    for (const Json& block : blocks) messages.push_back({{"role", "user"}, {"content", block}});
    const auto read =
        read_messages(canonical_json(Json{{"messages", messages}}).value(), "iam-server:s/");
    if (!read) FAIL(read.error().message);
    JsonWriter out;
    out.begin_array();
    for (const PromptMessage& message : *read) write_content(out, message.content);
    out.end_array();
    return parse_json(out.take()).value();
}

std::string reason(const Json& block) {
    const Json messages{{"messages", {{{"role", "user"}, {"content", block}}}}};
    const auto read = read_messages(canonical_json(messages).value(), "");
    return read ? "" : read.error().message;
}

}  // namespace

TEST_CASE("a URI in the space of a server says its server, and gives the server's own back") {
    const std::string space = space_of("files");
    const std::string passed = space + "file:///a/../b?q=%2F#f";
    CHECK(passed == "iam-server:files/file:///a/../b?q=%2F#f");
    CHECK(uri_in_space(space, passed) == "file:///a/../b?q=%2F#f");
    CHECK(passed_prompt_name("files", "greet") == "files__greet");
}

TEST_CASE("requests about offers hold the names of the server") {
    CHECK(read_resource_params("note://\"1") == R"({"uri":"note://\"1"})");
    CHECK(get_prompt_params("greet", {}) == R"({"name":"greet"})");
    CHECK(get_prompt_params("greet", {{"who", "Ann"}}) ==
          R"({"arguments":{"who":"Ann"},"name":"greet"})");
    CompletionRequest wish{.argument = "who", .typed = "a"};
    CHECK(completion_params("ref/prompt", "greet", wish) ==
          R"({"argument":{"name":"who","value":"a"},"ref":{"name":"greet","type":"ref/prompt"}})");
    wish.values = {{"how", "loud"}};
    CHECK(parse_json(completion_params("ref/resource", "note://{id}", wish)).value() ==
          Json({{"argument", {{"name", "who"}, {"value", "a"}}},
                {"context", {{"arguments", {{"how", "loud"}}}}},
                {"ref", {{"type", "ref/resource"}, {"uri", "note://{id}"}}}}));
}

TEST_CASE("content of a server is passed on with URIs that say the server") {
    const Json blocks{
        {{"type", "text"}, {"text", "hi"}, {"_meta", {{"a", 1}}}},
        {{"type", "image"}, {"data", "AQI="}, {"mimeType", "image/png"}},
        {{"type", "audio"}, {"data", "AQI="}, {"mimeType", "audio/wav"}},
        {{"type", "resource_link"}, {"uri", "note://1"}, {"name", "one"}, {"title", "One"}},
        {{"type", "resource"}, {"resource", {{"uri", "note://1"}, {"text", "first"}}}}};
    Json expected = blocks;
    expected[0].erase("_meta");
    expected[3]["uri"] = "iam-server:s/note://1";
    expected[4]["resource"]["uri"] = "iam-server:s/note://1";
    CHECK(passed_blocks(blocks) == expected);

    const auto contents =
        read_contents(R"({"contents":[{"uri":"note://1","text":"t","mimeType":"text/plain"},)"
                      R"({"uri":"note://2","blob":"AQI="}]})",
                      "iam-server:s/");
    REQUIRE(contents);
    REQUIRE(contents->size() == 2);
    CHECK(contents->at(0).uri == "iam-server:s/note://1");
    CHECK(contents->at(0).mime_type == "text/plain");
    CHECK(contents->at(1).blob == std::vector<std::byte>{std::byte{1}, std::byte{2}});
}

TEST_CASE("content that is not of the protocol is refused with its place") {
    CHECK(reason("text") == "/messages/0/content is no content block with a type.");
    CHECK(reason({{"type", "text"}}) == "/messages/0/content has no text.");
    CHECK(reason({{"type", "image"}, {"data", "?"}, {"mimeType", "image/png"}}) ==
          "/messages/0/content has no data in Base64 with a mimeType.");
    CHECK(reason({{"type", "resource_link"}, {"uri", "a:1"}}) ==
          "/messages/0/content is a link without a URI or a name.");
    CHECK(reason({{"type", "resource"}, {"resource", {{"text", "t"}}}}) ==
          "/messages/0/content/resource is no resource with a URI.");
    CHECK(reason({{"type", "resource"}, {"resource", {{"uri", "a:1"}}}}) ==
          "/messages/0/content/resource has not one of a text and a blob in Base64.");
    CHECK(reason({{"type", "tool_use"}}) ==
          "/messages/0/content is a block of a type that is not passed on.");
    CHECK_FALSE(read_contents("{}", ""));
    CHECK_FALSE(read_contents(R"({"contents":[7]})", ""));
    CHECK_FALSE(read_messages(R"({"messages":[{"role":"system","content":{}}]})", ""));
}

TEST_CASE("proposals of a server are read up to the limit of the protocol") {
    Json values = Json::array();
    for (int number = 0; number < 101; ++number) values.push_back(std::to_string(number));
    const Json result{{"completion", {{"values", values}}}};
    const auto read = read_proposals(canonical_json(result).value());
    REQUIRE(read);
    CHECK(read->size() == 100);
    CHECK_FALSE(read_proposals(R"({"completion":{}})"));
    CHECK_FALSE(read_proposals(R"({"completion":{"values":[7]}})"));
}

TEST_CASE("a refusal of a server is told as visible text, and a missing resource is not found") {
    const auto refused = [](std::int64_t code, std::string words) {
        return result_in({.kind = RemoteReply::Kind::error, .error = {code, std::move(words), {}}},
                         "files", "resources/read")
            .error();
    };
    CHECK(refused(-32002, "none").code == Errc::not_found);
    const Error other = refused(-32603, "no\x1B[2J" + std::string(5000, 'x'));
    CHECK(other.code == Errc::unavailable);
    CHECK(other.message.find("Server files refused resources/read: -32603, no") == 0);
    CHECK(other.message.find('\x1B') == std::string::npos);
    CHECK(other.message.size() < 1200);
    CHECK(result_in({.kind = RemoteReply::Kind::result, .result = "{}"}, "files", "m") == "{}");
}
