// Optionals, lists, sets and maps.
// Tests of runtime/src/tool/codecs/seen_values.cpp.
#include "codec_support.hpp"
#include <iam/tool/codecs/set.hpp>

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_set>

namespace iam::test {
namespace {

template <class T>
std::string read_set(std::string_view text) {
    return read<std::set<T>, SetCodec<codec<T>, std::set<T>>>(text);
}

/// Far more than a decoder could hold against each other one by one.
constexpr std::size_t k_many = 30'000;

}  // namespace

TEST_CASE("lists are read element by element and every error is reported") {
    CHECK(read<std::vector<int>>("[1, 2.0, 3]") == "[1,2,3]");
    CHECK(read<std::vector<std::uint8_t>>("[1,300,\"x\",2]") ==
          "/1 | 300 is greater than 255 | integer from 0 to 255 | 300\n"
          "/2 | expected integer from 0 to 255, got a string | integer from 0 to 255 | \"x\"");
    CHECK(read<std::vector<int>>("{}") == " | expected array, got an object | array | an object");
    CHECK(read<std::vector<int>>("\"[1]\"") ==
          " | expected array, got a string | array | a string");
    CHECK(read<std::vector<bool>>("[true,false]") == "[true,false]");
    CHECK(read<std::vector<std::vector<int>>>("[[1],[],[2,\"3\"]]").find("/2/1 | ") == 0);
}

TEST_CASE("the number of elements can be limited") {
    const Rules rules{.length_min = 1, .length_max = 2};
    CHECK(read<std::vector<int>>("[1,2]", rules) == "[1,2]");
    CHECK(read<std::vector<int>>("[]", rules) ==
          " | the array has 0 elements | array of 1 to 2 elements | array has 0 elements");
    CHECK(read<std::vector<int>>("[1,2,3]", rules) ==
          " | the array has 3 elements | array of 1 to 2 elements | array has 3 elements");
}

TEST_CASE("null stands for an empty optional inside lists and maps, and nowhere else") {
    CHECK(read<std::vector<std::optional<int>>>("[1,null]") == "[1,null]");
    CHECK(read<std::map<std::string, std::optional<int>>>(R"({"a":null})") == R"({"a":null})");
    CHECK(read<std::vector<int>>("[null]").find("got null") != std::string::npos);
    CHECK(read<std::optional<std::uint8_t>>("null") ==
          " | expected integer from 0 to 255, got null | integer from 0 to 255 | null");
    CHECK(read<std::optional<int>>("4", {.high = 3}).find("is greater than 3") !=
          std::string::npos);
    CHECK(write(std::optional<int>()) == "null");
}

TEST_CASE("a set names the values that are given twice, however they are written") {
    CHECK(read_set<int>("[3,1,2]") == "[1,2,3]");
    CHECK(read_set<int>("[1,2,1.0,2e0]") ==
          "/2 | 1.0 is given twice | each value once | 1.0\n"
          "/3 | 2e0 is given twice | each value once | 2e0");
    // One float, two numbers.
    CHECK(read_set<float>("[16777216,16777217]") == "[16777216]");
    CHECK(read_set<float>("[16777216,16777217,16777217.0]").find("/2 | ") == 0);
}

TEST_CASE("a long set of repeated values is refused with no more errors than others") {
    std::string text = "[";
    for (std::size_t i = 0; i < k_many; ++i) text += std::to_string(i) + ",";
    const std::string last = std::to_string(k_many - 1);
    for (std::size_t i = 1; i < k_many; ++i) text += last + ",";
    const std::string lines = read_set<int>(text + last + "]");
    CHECK(lines.find("/30000 | 29999 is given twice | ") == 0);
    CHECK(lines.find("\n/30099 | ") != std::string::npos);
    CHECK(lines.find("\n | there are more errors than these | ") != std::string::npos);
    CHECK(std::count(lines.begin(), lines.end(), '\n') == 100);
}

TEST_CASE("many numbers that are one to the program are each judged once") {
    std::string text = "[1";
    for (std::size_t i = 1; i < k_many; ++i) text += ",1.00000000" + std::to_string(100'000 + i);
    CHECK(read_set<float>(text + "]") == "[1]");
    CHECK(read_set<float>(text + ",1.00000000100001]").find("/30000 | ") == 0);
}

TEST_CASE("a set whose values are told apart by the program only has no text") {
    using Exact = std::set<long double>;
    using Loose = std::unordered_set<long double>;
    const long double near = 0.1;
    const std::string no_set = "unencodable: a set in which two values have one text";
    CHECK(write<Exact, SetCodec<codec<long double>, Exact>>({0.1L, near}) == no_set);
    CHECK(write<Loose, SetCodec<codec<long double>, Loose>>({near, 7, 0.1L}) == no_set);
    CHECK(write<Exact, SetCodec<codec<long double>, Exact>>({20, 3, 0.1L}) == "[0.1,3,20]");
    CHECK(write<Loose, SetCodec<codec<long double>, Loose>>({20, 3, 0.1L}) == "[0.1,3,20]");
}

TEST_CASE("maps are written in the order of canonical text") {
    CHECK(read<std::map<std::string, int>>(R"({"b":1,"a":2})") == R"({"a":2,"b":1})");
    // U+1F600 is a pair of surrogates and comes before U+FF5E in UTF-16, but after it in bytes.
    CHECK(read<std::map<std::string, int>>("{\"\xEF\xBD\x9E\":1,\"\xF0\x9F\x98\x80\":2}") ==
          "{\"\xF0\x9F\x98\x80\":2,\"\xEF\xBD\x9E\":1}");
}

TEST_CASE("members of a map are held to their type and pointed at with escapes") {
    CHECK(
        read<std::map<std::string, std::uint8_t>>(R"({"a/b~c":"x"})") ==
        "/a~1b~0c | expected integer from 0 to 255, got a string | integer from 0 to 255 | \"x\"");
    CHECK(read<std::map<std::string, int>>(R"({"a":1,"\u0061":2})").find("/a | ") == 0);
    CHECK(read<std::map<std::string, int>>("{}", {.length_min = 1}) ==
          " | the object has 0 members | object of at least 1 members | object has 0 members");
}

TEST_CASE("a text that nests too deeply is refused") {
    const std::string deep = std::string(70, '[') + std::string(70, ']');
    CHECK(read<std::vector<int>>(deep).find("nested too deeply") != std::string::npos);
}

TEST_CASE("B6 unordered sets are written in the order of their values") {
    using Numbers = std::unordered_set<int>;
    using Words = std::unordered_set<std::string>;
    CHECK(write<Numbers, SetCodec<codec<int>, Numbers>>({20, 3, -1, 100}) == "[-1,3,20,100]");
    CHECK(write<Words, SetCodec<codec<std::string>, Words>>({"b", "", "ab"}) == R"(["","ab","b"])");
    using Loose = std::unordered_set<double>;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(write<Loose, SetCodec<codec<double>, Loose>>({2, nan, 1}).find("unencodable") == 0);
}

}  // namespace iam::test
