// Tests of runtime/src/chat/imports/value_splitter.cpp.
#include "chat/imports/value_splitter.hpp"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

namespace {

using Lines = std::vector<std::string>;

/// "place: text" of each value, or "place! reason".
Lines split(std::string_view bytes, std::size_t value_bytes_max = 1000) {
    Lines lines;
    iam::chat::ValueSplitter splitter(
        value_bytes_max, [&](const std::string& place, iam::Result<std::string_view> text) {
            lines.push_back(text ? place + ": " + std::string(*text)
                                 : place + "! " + text.error().message);
        });
    for (const char& byte : bytes) splitter.add({&byte, 1});
    splitter.finish();
    return lines;
}

}  // namespace

TEST_CASE("the elements of a list are cut apart, and brackets in strings do not count") {
    CHECK(split("[{\"a\":[1]},\n {\"b\":\"]}\\\"\\\\\"} , 7,\"x\"]") ==
          Lines{"chat 1 at byte 1: {\"a\":[1]}", "chat 2 at byte 13: {\"b\":\"]}\\\"\\\\\"}",
                "chat 3 at byte 30: 7", "chat 4 at byte 32: \"x\""});
    CHECK(split("[]").empty());
    CHECK(split("").empty());
}

TEST_CASE("values behind each other are cut apart by their brackets and named by their lines") {
    CHECK(split("{\"a\":\n1}\n{\"b\":2}{\"c\":3}\n") ==
          Lines{"line 1: {\"a\":\n1}", "line 3: {\"b\":2}", "line 3: {\"c\":3}"});
}

TEST_CASE("a broken line of a file with a value a line takes no other line with it") {
    CHECK(
        split(
            "{\"a\":1}\n{\"b\":[{\"\n{\"c\":3}\n{\"d\":[\n{\"e\":5}\nnot json\n{\"f\":6}}}\n{}") ==
        Lines{"line 1: {\"a\":1}", "line 2: {\"b\":[{\"", "line 3: {\"c\":3}", "line 4: {\"d\":[",
              "line 5: {\"e\":5}", "line 6: not", "line 7: {\"f\":6}", "line 7: }}", "line 8: {}"});
}

TEST_CASE("a broken first value ends where a line begins another one") {
    CHECK(split("{\"a\":1\n{\"b\":2}") == Lines{"line 1: {\"a\":1\n", "line 2: {\"b\":2}"});
    CHECK(split("{\"a\":\"1\n{\"b\":2}") == Lines{"line 1: {\"a\":\"1", "line 2: {\"b\":2}"});
    CHECK(split("{\"a\":[\n{\"b\":2},\n{}]}") == Lines{"line 1: {\"a\":[\n{\"b\":2},\n{}]}"});
}

TEST_CASE("a file that is cut off says so") {
    CHECK(split("[{\"a\":1},{\"b").back() ==
          "chat 2 at byte 9! the file ends within the chat; take a whole copy of it.");
    CHECK(split("[{\"a\":1}").back() ==
          "the end of the file! the list of chats has no end, so chats may be missing; take a "
          "whole copy.");
    CHECK(split("{\"a\":").back() ==
          "line 1! the file ends within the chat; take a whole copy of it.");
    CHECK(split("[{}] {} {}\n{}").back() ==
          "line 1! text stands behind the list of chats; it is not read.");
}

TEST_CASE("a value beyond the limit is skipped, and the next one is read") {
    CHECK(split("[{\"a\":\"123456\"},{\"b\":1}]", 8) ==
          Lines{"chat 1 at byte 1! the chat has more than 8 bytes of JSON.",
                "chat 2 at byte 16: {\"b\":1}"});
}
