// Tests of runtime/src/mcp/client/connection/{input_rounds,tool_pages,handshake}.cpp.
#include "mcp/client/connection/input_rounds.hpp"

#include "mcp/client/connection/handshake.hpp"
#include "mcp/client/connection/tool_pages.hpp"

#include <catch2/catch.hpp>

namespace {

std::string input_error(const std::string& result) {
    const auto read = iam::mcp::read_input_request(result);
    return read ? "" : read.error().message;
}

}  // namespace

TEST_CASE("a result without a type is complete") {
    CHECK_FALSE(iam::mcp::read_input_request(R"({"content":[]})").value().has_value());
    CHECK_FALSE(iam::mcp::read_input_request(R"({"resultType":"complete"})").value().has_value());
}

TEST_CASE("a request for input that breaks the protocol is refused with the place") {
    CHECK(input_error(R"({"resultType":"more"})") ==
          "The server's result is of a type that is not known.");
    CHECK(input_error(R"({"resultType":"input_required"})") ==
          "The server's request for input is empty.");
    CHECK(input_error(R"({"resultType":"input_required","inputRequests":[]})") ==
          "The server's request for input is no object of at most 16 requests.");
    CHECK(input_error(R"({"resultType":"input_required","inputRequests":{"k":1}})") ==
          "The server's request for input \"k\" names no method.");
    CHECK(input_error(R"({"resultType":"input_required","inputRequests":{"k":{"method":"x"}}})") ==
          "The server's request for input \"k\" is for a method that is not known.");
}

TEST_CASE("a form's defaults fill members that an accepted answer leaves out") {
    const std::string params =
        R"({"requestedSchema":{"properties":{"a":{"default":1},"b":{"default":"x"},"c":{}}}})";
    using iam::mcp::with_form_defaults;
    CHECK(with_form_defaults(params, R"({"action":"accept","content":{"b":"y"}})") ==
          R"({"action":"accept","content":{"a":1,"b":"y"}})");
    CHECK(with_form_defaults(params, R"({"action":"decline"})") == R"({"action":"decline"})");
    CHECK(with_form_defaults("null", R"({"action":"accept"})") == R"({"action":"accept"})");
}

TEST_CASE("a page of tools is asked for by its cursor, and with the words of the revision") {
    CHECK(iam::mcp::page_params("", "") == "{}");
    CHECK(iam::mcp::page_params("{}", "n\"") == R"({"_meta":{},"cursor":"n\""})");
    CHECK(iam::mcp::tool_name_in(R"({"name":"z"})") == "z");
    CHECK(iam::mcp::tool_name_in(R"({"name":7})").empty());
    CHECK(iam::mcp::tool_name_in("[").empty());
}

TEST_CASE("a server's long words about itself are cut between characters") {
    const std::string name(255, 'n');
    const auto facts = iam::mcp::read_initialized(
        R"({"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":")" + name +
        "\u00e9\",\"version\":\"1\"}}");
    REQUIRE(facts.has_value());
    CHECK(facts->name == name);
}
