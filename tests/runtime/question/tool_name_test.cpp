#include <iam/question/tool_name.hpp>

#include <catch2/catch.hpp>

using namespace iam;
using question::origin_in;
using question::spelled;
using question::tool_named;

TEST_CASE("a tool is named with its origin, or without it where it is compiled in") {
    Registry registry;
    registry.name_application("desk");
    CHECK(*tool_named("echo", registry) == ToolId{"", "echo"});
    CHECK(*tool_named("files/read", registry) == ToolId{"files", "read"});
    CHECK(*tool_named("files/a/b", registry) == ToolId{"files", "a/b"});
    CHECK(*tool_named("/x", registry) == ToolId{"", "x"});
}

TEST_CASE("the origin of a name stands before its first slash") {
    CHECK(origin_in("files/a/b") == "files");
    CHECK(origin_in("echo").empty());
}

TEST_CASE("a name is spelled without controls") {
    CHECK(spelled({"files", "re\x1b[2Jad"}) == "files/re\\u{1B}[2Jad");
}
