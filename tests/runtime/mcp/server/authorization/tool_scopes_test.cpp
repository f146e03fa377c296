#include "mcp/server/authorization/tool_scopes.hpp"

#include <catch2/catch.hpp>

using namespace iam;
using namespace iam::mcp;

namespace {

ToolScopes scopes_of(const char* text) {
    const auto scopes = ToolScopes::read(text);
    INFO((scopes ? std::string() : scopes.error().message));
    REQUIRE(scopes);
    return *scopes;
}

constexpr const char* k_file = R"({"iam": 1, "scopes": {
    "alarms:read": ["list_alarms"],
    "alarms": ["list_alarms", "set_*"],
    "all": ["*"],
    "none": []}})";

}  // namespace

TEST_CASE("a scope gives the tools that the file names, by name or beginning") {
    const ToolScopes scopes = scopes_of(k_file);
    CHECK(scopes.allows({"alarms:read"}, "list_alarms"));
    CHECK_FALSE(scopes.allows({"alarms:read"}, "list_alarms_of_others"));
    CHECK(scopes.allows({"none", "alarms"}, "set_alarm"));
    CHECK_FALSE(scopes.allows({"alarms"}, "reset_alarm"));
    CHECK(scopes.allows({"all"}, "reset_alarm"));
}

TEST_CASE("a scope that the file does not name gives nothing") {
    const ToolScopes scopes = scopes_of(k_file);
    CHECK_FALSE(scopes.allows({}, "list_alarms"));
    CHECK_FALSE(scopes.allows({"none"}, "list_alarms"));
    CHECK_FALSE(scopes.allows({"ALL", "*", "", "alarms "}, "list_alarms"));
}

TEST_CASE("the scope that a tool needs is the first by name that gives it") {
    CHECK(scopes_of(k_file).scope_for("list_alarms") == "alarms");
    CHECK(scopes_of(k_file).scope_for("reset_alarm") == "all");
    CHECK(scopes_of(R"({"iam": 1, "scopes": {}})").scope_for("list_alarms").empty());
    CHECK(scopes_of(k_file).names() ==
          std::vector<std::string>{"alarms", "alarms:read", "all", "none"});
}

TEST_CASE("a file of scopes with a mistake is an error") {
    for (const char* text :
         {"", "{}", "[]", R"({"iam":1})", R"({"iam":2,"scopes":{}})", R"({"iam":1,"scopes":[]})",
          R"({"iam":1,"scopes":{},"more":1})", R"({"iam":1,"scopes":{"a b":[]}})",
          R"({"iam":1,"scopes":{"a\"":[]}})", R"({"iam":1,"scopes":{"":[]}})",
          R"({"iam":1,"scopes":{"a":"tool"}})", R"({"iam":1,"scopes":{"a":[""]}})",
          R"({"iam":1,"scopes":{"a":["*x"]}})", R"({"iam":1,"scopes":{"a":["x*y"]}})",
          R"({"iam":1,"scopes":{"a":[7]}})", R"({"iam":1,"scopes":{"a":[],"a":["*"]}})"}) {
        INFO(text);
        CHECK_FALSE(ToolScopes::read(text));
    }
}
