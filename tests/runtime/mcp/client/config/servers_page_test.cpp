// Tests of docs/servers.md, the page of runtime/src/mcp/client/config/*: its examples are read.
#include <iam/mcp/server_import.hpp>
#include <iam/mcp/servers_file.hpp>

#include <catch2/catch.hpp>

#include <fstream>
#include <iterator>

using namespace iam;
using namespace iam::mcp;

namespace {

std::string page() {
    std::ifstream in(IAM_SERVERS_PAGE);
    REQUIRE(in);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The blocks of the page behind "```json " and these words.
std::vector<std::string> blocks(const std::string& words) {
    const std::string text = page();
    const std::string fence = "```json " + words + "\n";
    std::vector<std::string> all;
    for (std::size_t at = text.find(fence); at != std::string::npos;
         at = text.find(fence, at + 1)) {
        const std::size_t begin = at + fence.size();
        all.push_back(text.substr(begin, text.find("\n```", begin) - begin));
    }
    return all;
}

}  // namespace

TEST_CASE("the examples of servers.json in docs/servers.md are read") {
    const auto examples = blocks("servers");
    REQUIRE(examples.size() == 3);
    for (const std::string& example : examples) {
        const auto servers = read_servers(example);
        if (!servers) FAIL(to_string(servers.error().front(), "docs/servers.md"));
        CHECK(write_servers(*servers));
    }
}

TEST_CASE("every member of a server stands in docs/servers.md") {
    const std::string text = page();
    for (const char* kind : {R"("command":"c")", R"("url":"http://h/")", R"("socket":"/s")"}) {
        const auto refused = read_servers(std::string(R"({"servers":{"s":{"?":1,)") + kind + "}}}");
        REQUIRE_FALSE(refused);
        const std::string& message = refused.error().front().error.message;
        std::size_t at = message.find("known are ");
        REQUIRE(at != std::string::npos);
        std::size_t count = 0;
        while ((at = message.find('\'', at)) != std::string::npos) {
            const std::size_t end = message.find('\'', at + 1);
            const std::string name = message.substr(at + 1, end - at - 1);
            INFO(name);
            CHECK(text.find("\n| `" + name + "` | ") != std::string::npos);
            ++count;
            at = end + 1;
        }
        CHECK(count >= 5);
    }
}

TEST_CASE("the examples of other programs in docs/servers.md are imported") {
    for (const ImportFormat format : {ImportFormat::mcp_servers, ImportFormat::vs_code,
                                      ImportFormat::zed, ImportFormat::list}) {
        const auto examples = blocks("import:" + std::string(to_string(format)));
        REQUIRE(examples.size() == 1);
        const auto import = import_servers(examples.front());
        REQUIRE(import);
        CHECK(import->format == format);
        CHECK_FALSE(import->servers.empty());
        for (const ImportNote& note : import->notes) CHECK_FALSE(note.is_left_out);
    }
}
