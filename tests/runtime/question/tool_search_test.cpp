#include <iam/question/tool_search.hpp>

#include <catch2/catch.hpp>

using namespace iam;

namespace {

Contract tool_called(const char* origin, const char* name, const char* description) {
    Contract contract;
    contract.id = {origin, name};
    contract.title = "Title of it";
    contract.description = description;
    return contract;
}

}  // namespace

TEST_CASE("tools are found by all of the words, in any case and any field") {
    const Contract read = tool_called("files", "read_file", "Reads a text.");
    const Contract write = tool_called("files", "write_file", "Writes a TEXT.");
    const std::vector<const Contract*> all{&read, &write};
    const auto count = [&](const char* words) { return question::tools_with(all, words).size(); };
    CHECK(count("") == 2);
    CHECK(count("  ") == 2);
    CHECK(count("text") == 2);
    CHECK(count("TEXT write") == 1);
    CHECK(count("files/read title") == 1);
    CHECK(count("text nothing") == 0);
}
