#include "mcp/client/http/streamable/standard_fields.hpp"

#include "mcp/server/http/request_head.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam;

TEST_CASE("a text that fits a field is its own value") {
    const std::string text = GENERATE(as<std::string>(), "", "add", "a b", "=?base64?x", "~!");
    CHECK(mcp::field_value_of(text) == text);
}

TEST_CASE("a text that does not fit a field is sent in Base64 and read back by a server") {
    const std::string text = GENERATE(as<std::string>(), " a", "a ", "a\tb", "a\r\nX: y", "\x7f",
                                      "caf\xc3\xa9", "=?base64?YQ==?=",
                                      "=?base64?"
                                      "?=");
    const std::string value = mcp::field_value_of(text);
    CHECK(value.rfind("=?base64?", 0) == 0);
    CHECK(mcp::decode_field(value) == text);
}

TEST_CASE("the fields of a request repeat its method and its name") {
    const auto [method, params, name] = GENERATE(table<std::string, std::string, std::string>({
        {"tools/call", R"({"arguments":{"name":"b"},"name":"a"})", "a"},
        {"prompts/get", R"({"name":"p"})", "p"},
        {"resources/read", R"({"uri":"test://x","name":"y"})", "test://x"},
        {"resources/read", R"({"uri":"test://é"})", "=?base64?dGVzdDovL8Op?="},
    }));
    const auto fields = mcp::standard_fields(method, params);
    CHECK(fields.find("Mcp-Method") == method);
    CHECK(fields.find("Mcp-Name") == name);
}

TEST_CASE("a request without a name has no field for it") {
    const auto [method, params] = GENERATE(table<std::string, std::string>(
        {{"tools/list", R"({"name":"a"})"}, {"tools/call", ""}, {"tools/call", R"({"name":1})"}}));
    const auto fields = mcp::standard_fields(method, params);
    CHECK(fields.all().size() == 1);
}
