// Strings, views and names.
// Tests of runtime/src/tool/codecs/codec.cpp.
#include "codec_support.hpp"

namespace iam::test {
namespace {

enum class Level { low, high, lost };

struct LevelCodec : EnumCodec<LevelCodec, Level> {
    static constexpr std::array<std::string_view, 2> k_names{"low", "high"};
    static constexpr std::array<Level, 2> k_values{Level::low, Level::high};
};

}  // namespace

TEST_CASE("strings come back as they were given") {
    CHECK(read<std::string>(R"("a\u0062\n\"")") == R"("ab\n\"")");
    CHECK(read<std::string>("\"\xC3\xA9\"") == "\"\xC3\xA9\"");
    CHECK(read<std::string>("5") == " | expected string, got a number | string | 5");
    CHECK(read<std::string>("null") == " | expected string, got null | string | null");
    CHECK(read<std::string>(R"({"a":1})") ==
          " | expected string, got an object | string | an object");
}

TEST_CASE("length counts code points") {
    const Rules rules{.length_min = 2, .length_max = 3};
    CHECK(read<std::string>("\"\xC3\xA9\xC3\xA9\xC3\xA9\"", rules) ==
          "\"\xC3\xA9\xC3\xA9\xC3\xA9\"");
    CHECK(read<std::string>("\"a\"", rules) ==
          " | \"a\" has 1 character | string of 2 to 3 characters | \"a\"");
    CHECK(read<std::string>("\"abcd\"", rules) ==
          " | \"abcd\" has 4 characters | string of 2 to 3 characters | \"abcd\"");
    CHECK(read<std::string>("\"\"", {.length_min = 1}).find("string of at least 1 characters") !=
          std::string::npos);
}

TEST_CASE("a pattern matches anywhere unless it is anchored") {
    CHECK(read<std::string>("\"xay\"", {.pattern = "a"}) == "\"xay\"");
    CHECK(read<std::string>("\"xay\"", {.pattern = "^a"}) ==
          " | \"xay\" does not match '^a' | string that matches '^a' | \"xay\"");
    CHECK(read<std::string>("\"a\\n\"", {.pattern = "^a$"}).find("does not match") !=
          std::string::npos);
    CHECK(
        read<std::string>("\"" + std::string(200'000, 'a') + "\"", {.pattern = "^(a+)+$"}).size() ==
        200'002);
}

TEST_CASE("a format is held and shown by an example") {
    CHECK(read<std::string>("\"2024-02-29\"", {.format = Format::date}) == "\"2024-02-29\"");
    CHECK(read<std::string>("\"<date>\"", {.format = Format::date}) ==
          " | \"<date>\" does not have the format date | string in the format date, like "
          "'2024-05-17' | \"<date>\"");
}

TEST_CASE("a long value is shown by its beginning") {
    const std::string error =
        read<std::string>("\"" + std::string(500, 'x') + "\"", {.length_max = 1});
    CHECK(error.find("more bytes)") != std::string::npos);
    CHECK(error.size() < 400);
}

TEST_CASE("a view lives as long as its decoder") {
    const std::string text =
        R"(["first \u0041 that is not short", "second one that is not short either"])";
    Decoder in(text);
    std::vector<std::string_view> views;
    REQUIRE(codec<std::vector<std::string_view>>::decode(in, views));
    CHECK(views.at(0) == "first A that is not short");
    CHECK(views.at(1) == "second one that is not short either");
}

TEST_CASE("text that is not UTF-8 cannot be written") {
    CHECK(write(std::string("\xFF")) == "unencodable: not valid UTF-8");
}

TEST_CASE("enumerators go by their names") {
    CHECK(read<Level, LevelCodec>("\"high\"") == "\"high\"");
    CHECK(read<Level, LevelCodec>("\"High\"") ==
          " | \"High\" is not one of 'low', 'high' | one of 'low', 'high' | \"High\"");
    CHECK(read<Level, LevelCodec>("1") ==
          " | expected one of 'low', 'high', got a number | one of 'low', 'high' | 1");
    CHECK(write<Level, LevelCodec>(Level::lost) == "unencodable: an enumerator that has no name");
}

}  // namespace iam::test
