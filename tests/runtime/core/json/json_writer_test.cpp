// The writer: punctuation, escapes, and texts that cannot be written.
#include <iam/core/json_writer.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace {

std::string quoted(std::string_view text) {
    iam::JsonWriter writer;
    writer.string(text);
    REQUIRE(writer.ok());
    return writer.take();
}

}  // namespace

TEST_CASE("the writer puts commas and colons where they belong") {
    iam::JsonWriter writer;
    writer.begin_object();
    writer.key("a");
    writer.begin_array();
    writer.end_array();
    writer.key("b");
    writer.begin_array();
    writer.null();
    writer.boolean(true);
    writer.boolean(false);
    writer.begin_object();
    writer.end_object();
    writer.raw(R"({"x":1})");
    writer.string("s");
    writer.end_array();
    writer.key("c");
    writer.number(0.5);
    writer.end_object();
    CHECK(writer.ok());
    CHECK(writer.text() == R"({"a":[],"b":[null,true,false,{},{"x":1},"s"],"c":0.5})");
}

TEST_CASE("integers are written with all their digits") {
    iam::JsonWriter writer;
    writer.begin_array();
    writer.integer(std::numeric_limits<std::int64_t>::min());
    writer.integer(std::numeric_limits<std::uint64_t>::max());
    writer.integer(std::int64_t{0});
    writer.end_array();
    CHECK(writer.text() == "[-9223372036854775808,18446744073709551615,0]");
}

TEST_CASE("strings are escaped as RFC 8785 says and everything else stays raw") {
    CHECK(quoted("") == R"("")");
    CHECK(quoted("plain /'") == R"("plain /'")");
    CHECK(quoted("\b\t\n\f\r\"\\") == R"("\b\t\n\f\r\"\\")");
    CHECK(quoted("\x01\x0b\x1f") == R"("\u0001\u000b\u001f")");
    CHECK(quoted(std::string_view("\0", 1)) == R"("\u0000")");
    CHECK(quoted("\x7f") == "\"\x7f\"");
    CHECK(quoted("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80") ==
          "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"");
    CHECK(quoted("\xE2\x80\xA8") == "\"\xE2\x80\xA8\"");
    CHECK(quoted("long enough for words \" of eight \\ bytes\n each") ==
          R"("long enough for words \" of eight \\ bytes\n each")");
}

TEST_CASE("XE03 NaN and infinity mark the text as bad, and the first reason is kept") {
    const double value =
        GENERATE(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                 -std::numeric_limits<double>::infinity());
    iam::JsonWriter writer;
    writer.begin_array();
    writer.number(value);
    writer.string("\xFF");
    writer.end_array();
    CHECK_FALSE(writer.ok());
    CHECK(writer.why() == "not a finite number");
}

TEST_CASE("XE13 invalid UTF-8 marks the text as bad, in values and in names") {
    iam::JsonWriter value;
    value.string("caf\xE9");
    CHECK_FALSE(value.ok());
    CHECK(value.why() == "not valid UTF-8");
    iam::JsonWriter name;
    name.begin_object();
    name.key("\xED\xA0\x80");
    CHECK_FALSE(name.ok());
}

TEST_CASE("a caller can mark the text as bad, even without giving a reason") {
    iam::JsonWriter writer;
    writer.fail("");
    CHECK_FALSE(writer.ok());
    writer.fail("later");
    CHECK(writer.why() != "later");
}

TEST_CASE("text that is not UTF-8 leaves no trace where the caller only tries") {
    iam::JsonWriter writer;
    writer.begin_array();
    CHECK_FALSE(writer.try_string("first \" \xFF"));
    CHECK(writer.try_string("\xC3\xA9"));
    CHECK_FALSE(writer.try_string("\xC3"));
    writer.plain_string("plain");
    writer.end_array();
    CHECK(writer.ok());
    CHECK(writer.text() == "[\"\xC3\xA9\",\"plain\"]");
}

TEST_CASE("plain keys and strings are written like all others") {
    iam::JsonWriter writer;
    writer.begin_object();
    writer.plain_key("a");
    writer.plain_string("b");
    writer.plain_key("c");
    writer.string("d");
    writer.plain_member("e", "f");
    writer.plain_member("g", "");
    writer.end_object();
    CHECK(writer.text() == R"({"a":"b","c":"d","e":"f","g":""})");
}

TEST_CASE("bytes are written as hexadecimal digits") {
    const std::array<std::uint8_t, 4> bytes{0x00, 0x0F, 0xA5, 0xFF};
    iam::JsonWriter writer;
    writer.begin_array();
    writer.hex(bytes);
    writer.hex({});
    writer.end_array();
    CHECK(writer.text() == R"(["000fa5ff",""])");
}

TEST_CASE("a text of any length is whole, however its pieces fall on the room there is") {
    for (std::size_t length = 0; length < 300; ++length) {
        const std::string plain(length, 'x');
        const std::string quotes(length, '"');
        std::string escaped;
        for (std::size_t i = 0; i < length; ++i) escaped += "\\\"";
        iam::JsonWriter writer;
        writer.begin_array();
        writer.plain_string(plain);
        writer.string(quotes);
        writer.boolean(true);
        writer.string(plain);
        writer.begin_object();
        writer.plain_member("m", plain);
        writer.end_object();
        writer.raw("1");
        writer.end_array();
        const std::string expected = "[\"" + plain + "\",\"" + escaped + "\",true,\"" + plain +
                                     "\",{\"m\":\"" + plain + "\"},1]";
        CHECK(writer.text() == expected);
        CHECK(writer.take() == expected);
        CHECK(writer.text().empty());
    }
}
