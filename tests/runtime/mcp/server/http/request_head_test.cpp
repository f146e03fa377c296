#include "mcp/server/http/request_head.hpp"

#include <catch2/catch.hpp>

#include <string>

using namespace iam;
using namespace iam::mcp;

namespace {

Json body_of_call(const std::string& name) {
    return {
        {"method", "tools/call"},
        {"params",
         {{"name", name}, {"_meta", {{"io.modelcontextprotocol/protocolVersion", "2026-07-28"}}}}}};
}

net::Request head_of_call(const std::string& name) {
    net::Request request{.method = "POST", .target = "/mcp"};
    request.fields = {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}};
    if (!name.empty()) request.fields.add("Mcp-Name", name);
    return request;
}

}  // namespace

TEST_CASE("a head that says the same as the body is taken") {
    CHECK_FALSE(head_mismatch(head_of_call("add"), body_of_call("add")));
    // A text that a field cannot carry.
    CHECK_FALSE(head_mismatch(head_of_call("=?base64?w6Q=?="), body_of_call("\xc3\xa4")));
    const Json list{{"method", "tools/list"}};
    net::Request request{.method = "POST", .target = "/mcp"};
    request.fields = {{"mcp-method", "tools/list"}};
    CHECK_FALSE(head_mismatch(request, list));
}

TEST_CASE("a head that says another thing than the body is refused and names the field") {
    CHECK(head_mismatch(head_of_call("sub"), body_of_call("add"))->find("Mcp-Name") !=
          std::string::npos);
    CHECK(head_mismatch(head_of_call(""), body_of_call("add"))->find("missing") !=
          std::string::npos);
    CHECK(head_mismatch(head_of_call("=?base64?w6Q?="), body_of_call("\xc3\xa4"))->find("Base64") !=
          std::string::npos);
    auto other_method = body_of_call("add");
    other_method["method"] = "tools/list";
    CHECK(head_mismatch(head_of_call("add"), other_method)->find("Mcp-Method") !=
          std::string::npos);
    auto other_revision = body_of_call("add");
    other_revision["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2099-01-01";
    CHECK(head_mismatch(head_of_call("add"), other_revision)->find("MCP-Protocol-Version") !=
          std::string::npos);
}

TEST_CASE("a field that stands twice is refused, since two readers may take different ones") {
    auto request = head_of_call("add");
    request.fields.add("Mcp-Name", "add");
    CHECK(head_mismatch(request, body_of_call("add"))->find("more than once") != std::string::npos);
}

TEST_CASE("the names of prompts and the URIs of resources are compared as those of tools are") {
    net::Request request{.method = "POST", .target = "/mcp"};
    request.fields = {{"Mcp-Method", "resources/read"}, {"Mcp-Name", "test://a"}};
    CHECK_FALSE(
        head_mismatch(request, {{"method", "resources/read"}, {"params", {{"uri", "test://a"}}}}));
    CHECK(
        head_mismatch(request, {{"method", "resources/read"}, {"params", {{"uri", "test://b"}}}}));
}
