#include "mcp/client/http/envelope.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace iam;
using mcp::EnvelopeNote;
using Notes = std::vector<EnvelopeNote>;
using Texts = std::vector<std::string>;

namespace {

const std::string k_message = R"({"jsonrpc":"2.0", "id":1,"result":{"b":1.0,"a":{"data":2}}})";

std::string as_json_string(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

}  // namespace

TEST_CASE("a message without an envelope is given as it was written") {
    const auto found = mcp::unwrap_messages("  " + k_message + "\n");
    CHECK(found.messages == Texts{k_message});
    CHECK(found.notes.empty());
}

TEST_CASE("a message is found in the envelopes of gateways") {
    const auto [data, notes] = GENERATE(table<std::string, Notes>({
        {R"({"event":"message","data":)" + k_message + "}", {EnvelopeNote::member}},
        {R"({"data":{"message":)" + k_message + "}}", {EnvelopeNote::member}},
        {R"({"payload":)" + k_message + "}", {EnvelopeNote::member}},
        {R"({"payload":7,"data":null,"message":)" + k_message + "}", {EnvelopeNote::member}},
        {as_json_string(k_message), {EnvelopeNote::text}},
        {R"({"data":)" + as_json_string(k_message) + "}",
         {EnvelopeNote::member, EnvelopeNote::text}},
        {"[" + k_message + "]", {EnvelopeNote::list}},
    }));
    INFO(data);
    const auto found = mcp::unwrap_messages(data);
    CHECK(found.messages == Texts{k_message});
    CHECK(found.notes == notes);
}

TEST_CASE("an array gives its messages in their order, and the rest is noted") {
    const auto found = mcp::unwrap_messages(
        R"([{"jsonrpc":"2.0","id":1}, 7, {"data":{"jsonrpc":"2.0","id":2}}, "x"])");
    CHECK(found.messages == Texts{R"({"jsonrpc":"2.0","id":1})", R"({"jsonrpc":"2.0","id":2})"});
    CHECK(found.notes == Notes{EnvelopeNote::list, EnvelopeNote::no_message, EnvelopeNote::member,
                               EnvelopeNote::text, EnvelopeNote::not_json});
}

TEST_CASE("an end mark is no message and not worth a word") {
    const std::string data = GENERATE(as<std::string>(), "", " \n", "[DONE]", " [DONE]\n");
    const auto found = mcp::unwrap_messages(data);
    CHECK(found.messages.empty());
    CHECK(found.notes.empty());
}

TEST_CASE("data without a message gives a note") {
    const auto [data, note] = GENERATE(table<std::string, EnvelopeNote>({
        {"hello", EnvelopeNote::not_json},
        {R"({"jsonrpc":"2.0")", EnvelopeNote::not_json},
        {R"({"jsonrpc":"2.0","jsonrpc":"2.0"})", EnvelopeNote::not_json},
        {R"({"jsonrpc":"2.0"} x)", EnvelopeNote::not_json},
        {R"({"result":{}})", EnvelopeNote::no_message},
        {"null", EnvelopeNote::no_message},
        {"7", EnvelopeNote::no_message},
    }));
    INFO(data);
    const auto found = mcp::unwrap_messages(data);
    CHECK(found.messages.empty());
    CHECK(found.notes == Notes{note});
}

TEST_CASE("envelopes and messages are limited") {
    const auto wrapped = [](std::size_t depth) {
        std::string data = k_message;
        for (std::size_t i = 0; i < depth; ++i) data = R"({"data":)" + data + "}";
        return mcp::unwrap_messages(data, {.depth_max = 3});
    };
    CHECK(wrapped(3).messages.size() == 1);
    CHECK(wrapped(4).messages.empty());
    CHECK(wrapped(4).notes.back() == EnvelopeNote::too_deep);
    CHECK(wrapped(2000).messages.empty());

    std::string list = "[" + k_message;
    for (int i = 0; i < 4; ++i) list += "," + k_message;
    const auto found = mcp::unwrap_messages(list + "]", {.messages_max = 3});
    CHECK(found.messages.size() == 3);
    CHECK(found.notes == Notes{EnvelopeNote::too_many, EnvelopeNote::list});
    const std::string lists = "[" + list + "]," + list + "]]";
    CHECK(mcp::unwrap_messages(lists, {.messages_max = 7}).messages.size() == 7);
}

TEST_CASE("each note is a sentence") {
    for (int i = 0; i <= static_cast<int>(EnvelopeNote::too_many); ++i) {
        const std::string sentence(to_string(static_cast<EnvelopeNote>(i)));
        CHECK(sentence.rfind("The server", 0) == 0);
    }
}
