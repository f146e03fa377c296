// The pull reader: its protocol, its pointers, and what it says about texts that are not JSON.
// Tests of runtime/src/core/json/{json_lexer,json_stack}.cpp.
#include <iam/core/json_reader.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

using iam::JsonKind;
using iam::JsonReader;

TEST_CASE("values are read in document order") {
    JsonReader reader(R"( { "a" : [ 1 , true ] , "b" : null , "c" : "x" } )");
    std::string_view name;
    bool boolean = false;
    std::string text;
    iam::JsonNumber number;

    CHECK(reader.depth() == 0);
    REQUIRE(reader.peek() == JsonKind::object);
    REQUIRE(reader.begin_object());
    CHECK(reader.depth() == 1);
    REQUIRE(reader.next_member(name));
    CHECK(name == "a");
    REQUIRE(reader.peek() == JsonKind::array);
    REQUIRE(reader.begin_array());
    CHECK(reader.depth() == 2);
    REQUIRE(reader.next_element());
    REQUIRE(reader.peek() == JsonKind::number);
    REQUIRE(reader.read_number(number));
    CHECK(number.non_negative == 1);
    REQUIRE(reader.next_element());
    REQUIRE(reader.peek() == JsonKind::boolean);
    REQUIRE(reader.read_boolean(boolean));
    CHECK(boolean);
    CHECK_FALSE(reader.next_element());
    CHECK_FALSE(reader.failed());
    CHECK(reader.depth() == 1);
    REQUIRE(reader.next_member(name));
    CHECK(name == "b");
    REQUIRE(reader.peek() == JsonKind::null);
    REQUIRE(reader.read_null());
    REQUIRE(reader.next_member(name));
    CHECK(name == "c");
    REQUIRE(reader.peek() == JsonKind::string);
    REQUIRE(reader.read_string(text));
    CHECK(text == "x");
    CHECK_FALSE(reader.next_member(name));
    CHECK_FALSE(reader.failed());
    CHECK(reader.depth() == 0);
    CHECK(reader.peek() == JsonKind::none);
    CHECK(reader.finish());
}

TEST_CASE("every kind of value may stand alone") {
    const auto [text, kind] = GENERATE(table<std::string, JsonKind>({
        {"null", JsonKind::null},
        {"\ttrue\n", JsonKind::boolean},
        {"false", JsonKind::boolean},
        {"-1", JsonKind::number},
        {"\"\"", JsonKind::string},
        {"[]", JsonKind::array},
        {"{\r\n}", JsonKind::object},
    }));
    JsonReader reader(text);
    CHECK(reader.peek() == kind);
    CHECK(reader.skip());
    CHECK(reader.finish());
}

TEST_CASE("kinds have the names of JSON") {
    CHECK(iam::to_string(JsonKind::null) == "null");
    CHECK(iam::to_string(JsonKind::boolean) == "boolean");
    CHECK(iam::to_string(JsonKind::number) == "number");
    CHECK(iam::to_string(JsonKind::string) == "string");
    CHECK(iam::to_string(JsonKind::array) == "array");
    CHECK(iam::to_string(JsonKind::object) == "object");
    CHECK(iam::to_string(JsonKind::none) == "nothing");
}

TEST_CASE("escapes are decoded, in values and in names") {
    JsonReader reader(R"({"p\u0061th\/":"\"\\\/\b\f\n\r\t\u00e9\u20AC\ud83d\uDE00 end"})");
    std::string_view name;
    std::string text;
    REQUIRE(reader.begin_object());
    REQUIRE(reader.next_member(name));
    CHECK(name == "path/");
    REQUIRE(reader.read_string(text));
    CHECK(text == "\"\\/\b\f\n\r\t\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80 end");
    CHECK(reader.pointer() == "/path~1");
    CHECK_FALSE(reader.next_member(name));
    CHECK(reader.finish());
}

TEST_CASE("a view of a string holds what a copy of it would") {
    JsonReader reader(R"({"plain":"as it is","escaped":"a\tb\u00e9"})");
    std::string_view name;
    std::string_view text;
    REQUIRE(reader.begin_object());
    REQUIRE(reader.next_member(name));
    REQUIRE(reader.read_string_view(text));
    CHECK(text == "as it is");
    REQUIRE(reader.next_member(name));
    REQUIRE(reader.read_string_view(text));
    CHECK(text == "a\tb\xC3\xA9");
    CHECK_FALSE(reader.next_member(name));
    CHECK(reader.finish());
    JsonReader other("1");
    CHECK_FALSE(other.read_string_view(text));
    CHECK(other.error().message == "expected string, got number");
}

TEST_CASE("what is special in a string is found wherever it stands") {
    const auto [written, read] = GENERATE(table<std::string, std::string>({
        {"", ""},
        {"\\\"", "\""},
        {"\\\\", "\\"},
        {"\x7F\xC3\xA9", "\x7F\xC3\xA9"},
        {"\x1F", "a control character stands in a string"},
        {"\x80", "these bytes are not UTF-8"},
    }));
    for (std::size_t before = 0; before < 40; ++before) {
        for (std::size_t behind = 0; behind < 40; ++behind) {
            const std::string start(before, 'b');
            const std::string rest(behind, '~');
            const std::string whole = '"' + start + written + rest + '"';
            JsonReader reader(whole);
            std::string text;
            INFO(whole);
            if (reader.read_string(text)) {
                REQUIRE(text == start + read + rest);
                REQUIRE(reader.finish());
            } else {
                REQUIRE(reader.error().message.find(read) == 0);
                REQUIRE(reader.offset() == before + 1);
            }
        }
    }
}

TEST_CASE("the pointer names the member or element that was gone to") {
    JsonReader reader(R"({"a/b":[0,{"~":[1]}],"":2})");
    std::string_view name;
    CHECK(reader.pointer().empty());
    REQUIRE(reader.begin_object());
    CHECK(reader.pointer().empty());
    REQUIRE(reader.next_member(name));
    CHECK(reader.pointer() == "/a~1b");
    REQUIRE(reader.begin_array());
    CHECK(reader.pointer() == "/a~1b");
    REQUIRE(reader.next_element());
    REQUIRE(reader.skip());
    CHECK(reader.pointer() == "/a~1b/0");
    REQUIRE(reader.next_element());
    REQUIRE(reader.begin_object());
    REQUIRE(reader.next_member(name));
    REQUIRE(reader.begin_array());
    REQUIRE(reader.next_element());
    CHECK(reader.pointer() == "/a~1b/1/~0/0");
    REQUIRE(reader.skip());
    REQUIRE_FALSE(reader.next_element());
    CHECK(reader.pointer() == "/a~1b/1/~0");
    REQUIRE_FALSE(reader.next_member(name));
    REQUIRE_FALSE(reader.next_element());
    CHECK(reader.pointer() == "/a~1b");
    REQUIRE(reader.next_member(name));
    CHECK(reader.pointer() == "/");
    REQUIRE(reader.skip());
    REQUIRE_FALSE(reader.next_member(name));
    CHECK(reader.pointer().empty());
}

TEST_CASE("offset and skip cut a value's own text out of the document") {
    const std::string text = R"( {"a" : {"x" : [1, "]}"]} , "b":12 })";
    JsonReader reader(text);
    std::string_view name;
    std::vector<std::string> pieces;
    REQUIRE(reader.begin_object());
    while (reader.next_member(name)) {
        const std::size_t start = reader.offset();
        REQUIRE(reader.skip());
        pieces.push_back(text.substr(start, reader.offset() - start));
    }
    CHECK(reader.finish());
    CHECK(pieces == std::vector<std::string>{R"({"x" : [1, "]}"]})", "12"});
    JsonReader whole("  7");
    CHECK(whole.offset() == 2);
}

TEST_CASE("skip checks as strictly as reading does") {
    const std::string text =
        GENERATE(R"({"a":1,"a":2})", R"([01])", R"(["\ud800"])", "[\"\xFF\"]", "[1,]", R"({"a" 1})",
                 "[nul]", "[1e400]", "[[[[", R"(["\x"])", "[\"\t\"]");
    JsonReader reader(text);
    INFO(text);
    CHECK_FALSE(reader.skip());
    CHECK(reader.failed());
}

TEST_CASE("a value of another kind is the caller's mistake and fails the reader") {
    JsonReader reader(R"(["x"])");
    bool value = true;
    REQUIRE(reader.begin_array());
    REQUIRE(reader.next_element());
    CHECK_FALSE(reader.read_boolean(value));
    REQUIRE(reader.failed());
    CHECK(reader.error().code == iam::Errc::invalid_argument);
    CHECK(reader.error().message == "expected boolean, got string");
    CHECK(reader.error().pointer == "/0");
}

TEST_CASE("a failed reader stays failed, keeps its first error and consumes nothing more") {
    JsonReader reader(R"({"a":1,"a":2})");
    std::string_view name;
    std::string text;
    bool boolean = false;
    iam::JsonNumber number;
    REQUIRE(reader.begin_object());
    REQUIRE(reader.next_member(name));
    REQUIRE(reader.read_number(number));
    REQUIRE_FALSE(reader.next_member(name));
    REQUIRE(reader.failed());
    const std::string first = reader.error().message;
    const std::size_t offset = reader.offset();
    CHECK(reader.peek() == JsonKind::none);
    CHECK_FALSE(reader.read_null());
    CHECK_FALSE(reader.read_boolean(boolean));
    CHECK_FALSE(reader.read_number(number));
    CHECK_FALSE(reader.read_string(text));
    CHECK_FALSE(reader.begin_object());
    CHECK_FALSE(reader.begin_array());
    CHECK_FALSE(reader.next_member(name));
    CHECK_FALSE(reader.next_element());
    CHECK_FALSE(reader.skip());
    CHECK_FALSE(reader.finish());
    CHECK(reader.error().message == first);
    CHECK(reader.offset() == offset);
}

TEST_CASE("calls out of turn fail the reader instead of reading something else") {
    std::string_view name;
    SECTION("a value before its member was gone to") {
        JsonReader reader(R"({"a":1})");
        REQUIRE(reader.begin_object());
        CHECK(reader.peek() == JsonKind::none);
        CHECK_FALSE(reader.failed());
        CHECK_FALSE(reader.skip());
        CHECK(reader.failed());
    }
    SECTION("the next member before the value was read") {
        JsonReader reader(R"({"a":1,"b":2})");
        REQUIRE(reader.begin_object());
        REQUIRE(reader.next_member(name));
        CHECK_FALSE(reader.next_member(name));
        REQUIRE(reader.failed());
        CHECK(reader.error().message.find("read or skip it first") != std::string::npos);
        CHECK(reader.error().pointer == "/a");
    }
    SECTION("an element of an object") {
        JsonReader reader(R"({"a":1})");
        REQUIRE(reader.begin_object());
        CHECK_FALSE(reader.next_element());
        CHECK(reader.failed());
    }
    SECTION("a member of nothing") {
        JsonReader reader("1");
        CHECK_FALSE(reader.next_member(name));
        CHECK(reader.failed());
    }
    SECTION("the end before the value") {
        JsonReader reader("[1]");
        CHECK_FALSE(reader.finish());
        CHECK(reader.failed());
    }
    SECTION("the end inside the value") {
        JsonReader reader("[1]");
        REQUIRE(reader.begin_array());
        CHECK_FALSE(reader.finish());
        CHECK(reader.failed());
    }
}

TEST_CASE(
    "XE01 a duplicate is found at its own member while reading, before its value is given out") {
    JsonReader reader(R"({"o":{"path":"safe","x":1,"p\u0061th":"other"}})");
    std::string_view name;
    REQUIRE(reader.begin_object());
    REQUIRE(reader.next_member(name));
    REQUIRE(reader.begin_object());
    REQUIRE(reader.next_member(name));
    REQUIRE(reader.skip());
    REQUIRE(reader.next_member(name));
    REQUIRE(reader.skip());
    CHECK_FALSE(reader.next_member(name));
    REQUIRE(reader.failed());
    CHECK(reader.error().pointer == "/o/path");
    CHECK(reader.error().message.find("twice") != std::string::npos);
}

TEST_CASE("a text that ends too early says so") {
    const std::string text =
        GENERATE("", "  ", "[", "[1", "[1,", "{", R"({"a)", R"({"a")", R"({"a":)", R"({"a":1)",
                 R"({"a":1,)", R"("abc)", R"("abc\)", R"("abc\u00)", R"(["abc\u00)");
    JsonReader reader(text);
    INFO(text);
    CHECK_FALSE(reader.skip());
    REQUIRE(reader.failed());
    INFO(reader.error().message);
    const bool names_the_end = reader.error().message.find("ends") != std::string::npos ||
                               reader.error().message.find("must") != std::string::npos;
    CHECK(names_the_end);
    CHECK(reader.error().message.find("byte " + std::to_string(text.size())) != std::string::npos);
}

TEST_CASE("an error of the text names the byte and the way out") {
    const auto [text, message, pointer] = GENERATE(table<std::string, std::string, std::string>({
        {R"([1 2])", "a ',' or the closing ']' must follow an element (byte 3)", ""},
        {R"({"a":1 "b":2})", "a ',' or the closing '}' must follow a member (byte 7)", ""},
        {R"({"a" 1})", "a ':' must follow the name of a member (byte 5)", "/a"},
        {R"({a:1})", "the name of a member must stand here, in double quotes (byte 1)", ""},
        {R"({"k":[true,nil]})", "only true, false and null may be written without quotes (byte 11)",
         "/k/1"},
    }));
    JsonReader reader(text);
    INFO(text);
    REQUIRE_FALSE(reader.skip());
    CHECK(reader.error().message == message);
    CHECK(reader.error().pointer == pointer);
}
