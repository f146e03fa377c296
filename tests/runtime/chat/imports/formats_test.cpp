// Tests of runtime/src/chat/imports/{chat_file_reader,chatgpt_chat,openai_chat,own_lines}.cpp.
// The files of other programs stand in data/, each with the expected chats and failures beside it.
#include "read_import.hpp"
#include <support/golden.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace {

namespace fs = std::filesystem;
using namespace iam::chat;
using iam::chat::test::check_import;
using iam::chat::test::read_import;
using iam::chat::test::text_of_outcomes;

std::vector<fs::path> corpus() {
    std::set<fs::path> files;
    for (const auto& entry : fs::directory_iterator(IAM_TEST_CHAT_IMPORTS))
        if (entry.path().extension() != ".expected") files.insert(entry.path());
    REQUIRE(files.size() > 10);
    return {files.begin(), files.end()};
}

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string one_message(const std::string& content) {
    return R"({"messages":[{"role":"user","content":")" + content + R"("}]})";
}

/// The reason of the only outcome, which is a failure.
std::string failure(const std::string& bytes, ChatFileReader::Options options = {}) {
    const auto outcomes = read_import(bytes, options);
    REQUIRE(outcomes.size() == 1);
    REQUIRE_FALSE(outcomes[0].chat);
    return outcomes[0].chat.error().message;
}

}  // namespace

TEST_CASE("each chat of a file is read, or named with its place and the reason (H31)") {
    for (const fs::path& path : corpus()) {
        INFO(path.string());
        const auto outcomes = read_import(bytes_of(path));
        CHECK_FALSE(outcomes.empty());
        iam::test::check_golden(path.string() + ".expected", text_of_outcomes(outcomes));
        for (const ImportOutcome& outcome : outcomes)
            if (outcome.chat) check_import(*outcome.chat);
    }
}

TEST_CASE("a file that is read in pieces gives the same chats (H31)") {
    for (const fs::path& path : corpus()) {
        INFO(path.string());
        const std::string bytes = bytes_of(path);
        const std::string whole = text_of_outcomes(read_import(bytes));
        for (const std::size_t piece : {1U, 7U, 64U})
            CHECK(text_of_outcomes(read_import(bytes, {}, piece)) == whole);
    }
}

TEST_CASE("a file of one format gives no chat as another one (H31)") {
    const std::string gpt = bytes_of(fs::path(IAM_TEST_CHAT_IMPORTS) / "conversations.json");
    for (const ImportFormat format : {ImportFormat::iam, ImportFormat::openai})
        for (const ImportOutcome& outcome : read_import(gpt, {.format = format}))
            CHECK_FALSE(outcome.chat);
}

TEST_CASE("JSON that is nested 100,000 deep fails its chat alone (H31)") {
    const std::string deep(100'000, '[');
    const std::string closed = deep + std::string(100'000, ']');
    const auto outcomes =
        read_import("[{\"messages\":" + closed + "}," + one_message("after") + "]");
    REQUIRE(outcomes.size() == 2);
    REQUIRE_FALSE(outcomes[0].chat);
    CHECK_THAT(outcomes[0].chat.error().message, Catch::Contains("deep"));
    CHECK(outcomes[1].chat);
    for (const ImportOutcome& outcome : read_import("[" + deep)) CHECK_FALSE(outcome.chat);
}

TEST_CASE("a tree that is 20,000 messages deep is read without recursion (H31)") {
    std::string mapping;
    for (int i = 0; i < 20'000; ++i) {
        mapping += (i == 0 ? "" : ",") + ("\"" + std::to_string(i) + "\":{\"parent\":");
        mapping += i == 0 ? "null" : "\"" + std::to_string(i - 1) + "\"";
        mapping += R"(,"message":{"author":{"role":"user"},"content":{"parts":["x"]}}})";
    }
    const auto outcomes = read_import(R"([{"mapping":{)" + mapping + "}}]");
    REQUIRE(outcomes.size() == 1);
    REQUIRE(outcomes[0].chat);
    CHECK(outcomes[0].chat->messages.size() == 20'000);
    CHECK(outcomes[0].chat->messages.back().after == 19'998);
}

TEST_CASE("each limit of an import fails the chat beyond it and names the bound (H31)") {
    using Catch::Contains;
    const auto with = [](auto change) {
        ChatFileReader::Options options;
        change(options.limits);
        return options;
    };
    CHECK_THAT(failure(one_message("12345678"),
                       with([](ImportLimits& limits) { limits.chat_bytes_max = 20; })),
               Contains("more than 20 bytes"));
    CHECK_THAT(failure(one_message("12345678"),
                       with([](ImportLimits& limits) { limits.message_bytes_max = 7; })),
               Contains("message 0") && Contains("limit of 7"));
    CHECK_THAT(failure(one_message("12345678"),
                       with([](ImportLimits& limits) { limits.chat_text_bytes_max = 7; })),
               Contains("limit of 7"));
    CHECK_THAT(failure(one_message("1"), with([](ImportLimits& limits) { limits.depth_max = 2; })),
               Contains("deep"));
    CHECK_THAT(failure(one_message("1"), with([](ImportLimits& limits) { limits.nodes_max = 3; })),
               Contains("3"));
    CHECK_THAT(
        failure(R"({"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}]})",
                with([](ImportLimits& limits) { limits.messages_max = 1; })),
        Contains("number of messages") && Contains("limit of 1"));
    CHECK_THAT(failure(one_message("12345678"),
                       with([](ImportLimits& limits) { limits.file_bytes_max = 10; })),
               Contains("more than 10 bytes"));
}

TEST_CASE("a file with more chats than the bound gives those before it and says so (H31)") {
    ChatFileReader::Options options;
    options.limits.chats_max = 2;
    const std::string line = one_message("x") + "\n";
    CHECK(read_import(line + line, options).size() == 2);
    const auto outcomes = read_import(line + line + line + line, options);
    REQUIRE(outcomes.size() == 3);
    REQUIRE_FALSE(outcomes[2].chat);
    CHECK_THAT(outcomes[2].chat.error().message, Catch::Contains("more than 2 chats"));
}
