#include "mcp/client/imported/tool_names.hpp"

#include "mcp/client/imported/tool_server.hpp"
#include <support/attack_text.hpp>

using namespace iam;
using namespace iam::test;
using namespace iam::mcp;

namespace {

std::string refusal_of_name(std::string_view name) {
    return error_in(check_tool_name(name)).message;
}

/// The finding about this tool; an empty reason if there is none.
NameFinding finding_about(const ToolId& tool, const std::vector<ToolId>& tools) {
    for (const NameFinding& finding : judge_tool_names(tools))
        if (finding.tool == tool) return finding;
    return {};
}

}  // namespace

TEST_CASE("a server's name has up to 64 letters, digits, lines and hyphens") {
    CHECK(is_server_name("files-2_b"));
    CHECK(is_server_name(std::string(64, 'a')));
    CHECK_FALSE(is_server_name(std::string(65, 'a')));
    for (const char* name : {"", "a b", "a/b", "a.b", "\xc3\xa4"})
        CHECK_FALSE(is_server_name(name));
}

TEST_CASE("names of tools that MCP allows are taken") {
    for (const char* name : {"read", "read_file", "a", "Read-File.v2", "fs/read", "1"})
        CHECK(check_tool_name(name));
    CHECK(check_tool_name(std::string(128, 'x')));
}

TEST_CASE("a name that is empty, too long or like a path is refused with the reason") {
    has_text(refusal_of_name(""), "empty");
    has_text(refusal_of_name(std::string(129, 'x')), "129 bytes");
    for (const char* name :
         {".read", "read.", "/read", "read/", "a//b", "a/../b", "a/.b", ".", "/"})
        has_text(refusal_of_name(name), "part like that of a path");
}

TEST_CASE("a character that hides, moves or reads like another one is refused by its code") {
    has_text(refusal_of_name("read\x1b[2J"), "the control character U+001B at byte 4");
    has_text(refusal_of_name("a\nb"), "the control character U+000A");
    has_text(refusal_of_name("ab" + utf8(0x202E) + "c"), "the direction mark U+202E at byte 2");
    has_text(refusal_of_name("a" + utf8(0x2066)), "the direction mark U+2066");
    has_text(refusal_of_name("a" + utf8(0x200B)), "the non-ASCII character U+200B");
    has_text(refusal_of_name("a b"), "the character U+0020 at byte 1");
    has_text(refusal_of_name("\xff"), "not UTF-8");
    // "read" with a Cyrillic letter in it.
    const std::string lookalike = "r" + utf8(0x0435) + "ad";
    has_text(refusal_of_name(lookalike), "the non-ASCII character U+0435 at byte 1");
    has_text(refusal_of_name(lookalike), "can be taken for other letters");
}

TEST_CASE("a name that a server lists twice is refused, and names of others are not") {
    const std::vector<ToolId> tools{{"a", "read"}, {"a", "write"}, {"a", "read"}};
    const auto found = judge_tool_names(tools);
    REQUIRE(found.size() == 1);
    CHECK(found[0].tool == ToolId{"a", "read"});
    CHECK(found[0].is_refused);
    has_text(found[0].reason, "more than one tool of this name");
}

TEST_CASE("names of one server that differ in case, punctuation or shape alone are both refused") {
    const std::pair<const char*, const char*> pairs[] = {
        {"read_file", "Read_File"}, {"read_file", "read-file"},
        {"read_file", "readFile"},  {"fs/read", "fs.read"},
        {"get_id", "get_ld"},       {"load", "1oad"},
        {"Item", "ltem"},           {"v0", "vO"},
        {"modem", "modern"}};
    for (const auto& [one, other] : pairs) {
        INFO(one << " " << other);
        if (std::string_view(one) == "get_id") {
            CHECK(judge_tool_names({{"a", one}, {"a", other}}).empty());
            continue;
        }
        const auto found = judge_tool_names({{"a", one}, {"a", other}});
        REQUIRE(found.size() == 2);
        CHECK(found[0].is_refused);
        CHECK(found[1].is_refused);
        has_text(found[0].reason, "looks like '" + std::string(other) + "' of the same server");
    }
}

TEST_CASE("names that differ in a letter or in a number are not alike") {
    CHECK(judge_tool_names({{"a", "tail"}, {"a", "tall"}}).empty());
    CHECK(judge_tool_names({{"a", "add_1_2"}, {"a", "add_12"}}).empty());
    CHECK(judge_tool_names({{"a", "v1.1"}, {"a", "v11"}}).empty());
}

TEST_CASE("the same name at two servers is a warning at both") {
    const std::vector<ToolId> tools{{"a", "search"}, {"b", "search"}};
    for (const ToolId& tool : tools) {
        const auto finding = finding_about(tool, tools);
        CHECK_FALSE(finding.is_refused);
        has_text(finding.reason, "is also a tool's of the server");
    }
    has_text(finding_about({"b", "search"}, tools).reason, "'a'");
}

TEST_CASE("no server has the tools of another server or of the program refused") {
    const std::vector<ToolId> tools{{"", "undo"},     {"good", "read"},  {"good", "undo"},
                                    {"evil", "Read"}, {"evil", "re_ad"}, {"evil", "undo"}};
    CHECK(finding_about({"", "undo"}, tools).reason.empty());
    CHECK_FALSE(finding_about({"good", "read"}, tools).is_refused);
    CHECK_FALSE(finding_about({"good", "undo"}, tools).is_refused);
    has_text(finding_about({"good", "undo"}, tools).reason, "this program");
    CHECK(finding_about({"evil", "Read"}, tools).is_refused);
    CHECK(finding_about({"evil", "re_ad"}, tools).is_refused);
}

TEST_CASE("findings have no character that acts on a terminal") {
    const auto found = judge_tool_names({{"a", "x\x1b[31m" + utf8(0x202E)}});
    REQUIRE(found.size() == 1);
    CHECK(found[0].is_refused);
    CHECK(found[0].reason.find('\x1b') == std::string::npos);
    CHECK(found[0].reason.find(utf8(0x202E)) == std::string::npos);
}

TEST_CASE("ten thousand names that look alike are judged at once") {
    std::vector<ToolId> tools;
    for (unsigned bits = 0; bits < 10'000; ++bits) {
        std::string name = "abcdefghijklmn";
        for (std::size_t at = 0; at < name.size(); ++at)
            if ((bits >> at & 1U) != 0) name[at] = static_cast<char>(name[at] - 'a' + 'A');
        tools.push_back({"a", name});
    }
    CHECK(judge_tool_names(tools).size() == 10'000);
}
