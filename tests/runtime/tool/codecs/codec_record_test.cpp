// Aggregates.
// Tests of runtime/src/tool/codecs/schema_text.cpp and runtime/src/tool/glue/record.cpp.
#include "codec_support.hpp"
#include <iam/tool/codecs/key.hpp>
#include <iam/tool/codecs/tuple.hpp>

namespace iam::test {
namespace {

struct Point {
    int x = 0;
    int y = 7;
    std::optional<std::string> label{};
};

struct Login {
    std::string user;
    std::string pin;
};

struct Keys {
    std::map<int, int> by_number;
    std::map<std::string, Point> by_name;
    std::map<std::string, Point> open;
};

struct Base {
    int a = 1;
};
struct Derived : Base {
    std::vector<Point> points;
};

struct Nothing {};

struct Size {
    int width = 80;
    int height = 24;
    std::optional<int> depth{};
};
struct Window {
    Size size{200, 100, 3};
    std::pair<int, Size> spare{1, {300, 150, 4}};
    std::optional<Size> icon = Size{16, 16, 1};
};

}  // namespace
}  // namespace iam::test

template <>
struct iam::codec<iam::test::Point>
    : iam::RecordCodec<iam::codec<iam::test::Point>, iam::test::Point> {
    static constexpr auto k_fields =
        std::make_tuple(iam::required("x", &iam::test::Point::x, {.low = 0, .high = 9}),
                        iam::defaulted("y", &iam::test::Point::y).with_default("7").describe("up"),
                        iam::defaulted("label", &iam::test::Point::label));
};
template <>
struct iam::codec<iam::test::Login>
    : iam::RecordCodec<iam::codec<iam::test::Login>, iam::test::Login> {
    static constexpr auto k_fields =
        std::make_tuple(iam::required("user", &iam::test::Login::user),
                        iam::required("pin", &iam::test::Login::pin, {.length_max = 4}).secret());
};
template <>
struct iam::codec<iam::test::Keys>
    : iam::RecordCodec<iam::codec<iam::test::Keys>, iam::test::Keys> {
    using ByNumber = iam::MapCodec<iam::IntegerKey<int>, iam::codec<int>, std::map<int, int>>;
    static constexpr auto k_fields =
        std::make_tuple(iam::defaulted<ByNumber>("by number", &iam::test::Keys::by_number).secret(),
                        iam::defaulted("by name", &iam::test::Keys::by_name).secret(),
                        iam::defaulted("open", &iam::test::Keys::open));
};
template <>
struct iam::codec<iam::test::Derived>
    : iam::RecordCodec<iam::codec<iam::test::Derived>, iam::test::Derived> {
    static constexpr auto k_fields =
        std::make_tuple(iam::defaulted("a", &iam::test::Derived::a),
                        iam::defaulted("points", &iam::test::Derived::points));
};
template <>
struct iam::codec<iam::test::Nothing>
    : iam::RecordCodec<iam::codec<iam::test::Nothing>, iam::test::Nothing> {
    static constexpr auto k_fields = std::make_tuple();
};
template <>
struct iam::codec<iam::test::Size>
    : iam::RecordCodec<iam::codec<iam::test::Size>, iam::test::Size> {
    static constexpr auto k_fields =
        std::make_tuple(iam::defaulted("width", &iam::test::Size::width),
                        iam::defaulted("height", &iam::test::Size::height),
                        iam::defaulted("depth", &iam::test::Size::depth));
};
template <>
struct iam::codec<iam::test::Window>
    : iam::RecordCodec<iam::codec<iam::test::Window>, iam::test::Window> {
    using Spare = iam::TupleCodec<std::pair<int, iam::test::Size>, iam::codec<int>,
                                  iam::codec<iam::test::Size>>;
    static constexpr auto k_fields =
        std::make_tuple(iam::defaulted("size", &iam::test::Window::size),
                        iam::defaulted<Spare>("spare", &iam::test::Window::spare),
                        iam::defaulted("icon", &iam::test::Window::icon));
};

namespace iam::test {

TEST_CASE("B1 a given object starts from its own initialisers and not from the member's") {
    CHECK(read<Window>(R"({"icon":{"width":1},"size":{"height":7},"spare":[2,{}]})") ==
          R"({"icon":{"height":24,"width":1},"size":{"height":7,"width":80},)"
          R"("spare":[2,{"height":24,"width":80}]})");
    CHECK(
        read<Window>("{}") ==
        R"({"icon":{"depth":1,"height":16,"width":16},"size":{"depth":3,"height":100,"width":200},)"
        R"("spare":[1,{"depth":4,"height":150,"width":300}]})");
}

TEST_CASE("B1 two spellings of one key of a map do not mix their objects") {
    struct Letter {
        static bool decode(Decoder&, std::string_view name, std::string& key) {
            key = name.substr(0, 1);
            return true;
        }
        static std::string_view text(JsonWriter&, const std::string& key) { return key; }
    };
    using Map = std::map<std::string, Size>;
    using Codec = MapCodec<Letter, codec<Size>, Map>;
    CHECK(read<Map, Codec>(R"({"ab":{"width":1},"ac":{"height":2}})") ==
          R"({"a":{"height":2,"width":80}})");
}

TEST_CASE("members are written in canonical order, empty optionals left out, initialisers kept") {
    CHECK(read<Point>(R"({"y":2,"x":1,"label":"l"})") == R"({"label":"l","x":1,"y":2})");
    CHECK(read<Point>(R"({"x":1})") == R"({"x":1,"y":7})");
    CHECK(read<Derived>(R"({"points":[{"x":1}]})") == R"({"a":1,"points":[{"x":1,"y":7}]})");
    CHECK(read<Nothing>("{}") == "{}");
}

TEST_CASE("every error of an object is reported at once") {
    CHECK(read<Point>(R"({"y":"2","lable":"l","label":null})") ==
          "/y | expected integer from -2147483648 to 2147483647, got a string | integer from "
          "-2147483648 to "
          "2147483647 | \"2\"\n"
          "/lable | there is no member 'lable' here. Did you mean 'label'? | one of 'x', 'y', "
          "'label' | a string\n"
          "/label | expected string, got null | string | null\n"
          "/x | 'x' is missing | integer from 0 to 9 | nothing");
    CHECK(read<Nothing>(R"({"a":1})") ==
          "/a | there is no member 'a' here | no members | a number");
}

TEST_CASE("errors inside point inside") {
    CHECK(read<Derived>(R"({"points":[{"x":1},{"x":10}]})") ==
          "/points/1/x | 10 is greater than 9 | integer from 0 to 9 | 10");
    CHECK(read<Derived>(R"({"points":[{}]})") ==
          "/points/0/x | 'x' is missing | integer from 0 to 9 | nothing");
}

TEST_CASE("a member twice is refused, also when it is spelled with an escape") {
    CHECK(read<Point>(R"({"x":1,"\u0078":2})").find("/x | the object has this member twice") == 0);
}

TEST_CASE("errors before a broken end of the text are reported too") {
    const std::string errors = read<Point>(R"({"x":10,"y":)");
    CHECK(errors.find("/x | 10 is greater than 9") == 0);
    CHECK(errors.find("one JSON value") != std::string::npos);
}

TEST_CASE("the value of a secret is in no error") {
    const std::string errors = read<Login>(R"({"user":1,"pin":"hunter2"})");
    CHECK(errors.find("hunter2") == std::string::npos);
    CHECK(errors.find(
              "/pin | the value has 7 characters | string of at most 4 characters | (hidden)") !=
          std::string::npos);
    CHECK(read<Login>(R"({"user":"u","pin":12345})").find("12345") == std::string::npos);
    CHECK(read<Login>(R"({"user":"u","pinn":"hunter2"})").find("hunter2") == std::string::npos);
    CHECK(read<Login>("\"u:hunter2\"").find("hunter2") == std::string::npos);
    CHECK(read<std::vector<Login>>("\"u:hunter2\"").find("hunter2") == std::string::npos);
}

TEST_CASE("the names within a secret are in no error either") {
    CHECK(read<Keys>(R"({"by number":{"hunter2":1}})") ==
          "/by number | the name (hidden) is no such number | names that are digits only, integer "
          "from -2147483648 to 2147483647 | (hidden)");
    CHECK(
        read<Keys>(R"({"by name":{"hunter2":{"x":true,"hunter3":1}}})") ==
        "/by name | expected integer from 0 to 9, got a boolean | integer from 0 to 9 | a boolean\n"
        "/by name | there is no member (hidden) here | one of 'x', 'y', 'label' | a number");
    CHECK(read<Keys>(R"({"by name":{"hunter2":{}}})") ==
          "/by name | 'x' is missing | integer from 0 to 9 | nothing");
    // Also where the text itself is wrong there.
    for (const char* fault :
         {R"({"by name":{"hunter2":tru}})", R"({"by name":{"hunter2":{},"hunter2":1}})",
          R"({"by number":{"hunter2":01}})", R"({"by name":{"hunter2":{"x":)"}) {
        const std::string errors = read<Keys>(fault);
        INFO(errors);
        CHECK(errors.find("hunter2") == std::string::npos);
        CHECK(errors.find("/by n") == 0);
    }
    CHECK(read<Keys>(R"({"by name":{},"open":{"a":tru}})").find("/open/a | ") == 0);
    CHECK(read<Keys>(R"({"by number":{},"open":{"a":{}}})") ==
          "/open/a/x | 'x' is missing | integer from 0 to 9 | nothing");
}

TEST_CASE("members that nobody asked for can be passed over unread") {
    Decoder in(R"({"other":{"deep":[1,2]},"x":3})");
    Point value;
    REQUIRE(decode_record(in, &value, codec<Point>::table(), Unknown::skip));
    CHECK(in.finish());
    CHECK(value.x == 3);
}

TEST_CASE("what was recorded is read back whatever the rules have become") {
    Decoder in(R"({"x":99})", nullptr, Checking::types_only);
    Point value;
    CHECK(codec<Point>::decode(in, value));
    CHECK(value.x == 99);
}

TEST_CASE("the schema of an aggregate is closed and names what is required") {
    CHECK(
        schema_text<codec<Point>>() ==
        R"({"type":"object","properties":{"x":{"type":"integer","minimum":0,"maximum":9},)"
        R"("y":{"type":"integer","minimum":-2147483648,"maximum":2147483647,"description":"up","default":7},)"
        R"("label":{"type":"string"}},"required":["x"],"additionalProperties":false})");
    CHECK(schema_text<codec<Nothing>>() ==
          R"({"type":"object","properties":{},"additionalProperties":false})");
}

TEST_CASE("the schema of a number states every bound") {
    CHECK(schema_text<codec<std::int64_t>>() ==
          R"({"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807})");
    CHECK(schema_text<codec<std::uint64_t>>() ==
          R"({"type":"integer","minimum":0,"maximum":18446744073709551615})");
    CHECK(
        schema_text<codec<float>>() ==
        R"({"type":"number","minimum":-3.4028234663852886e+38,"maximum":3.4028234663852886e+38})");
    CHECK(schema_text<codec<std::vector<std::optional<bool>>>>() ==
          R"({"type":"array","items":{"anyOf":[{"type":"boolean"},{"type":"null"}]}})");
}

TEST_CASE("members are ordered by UTF-16 code units") {
    CHECK(member_before("a", "b"));
    CHECK(member_before("a", "aa"));
    CHECK_FALSE(member_before("a", "a"));
    CHECK(member_before("\xF0\x9F\x98\x80", "\xEF\xBD\x9E"));
    CHECK(member_before("\xED\x9F\xBF", "\xF0\x9F\x98\x80"));
    CHECK(member_before("\xF0\x9F\x98\x80", "\xEE\x80\x80"));
    CHECK(member_before("\xF0\x9F\x98\x80", "\xF1\x80\x80\x80"));
}

TEST_CASE("what derives from a codec does not have its word that its text is read back") {
    struct Silent : StringCodec {
        static void encode(JsonWriter& out, std::string_view) { out.string(""); }
    };
    CHECK(k_reads_back<StringCodec>);
    CHECK(k_reads_back<codec<std::string>>);
    CHECK(k_reads_back<codec<std::optional<int>>>);
    CHECK(k_reads_back<OptionalCodec<IntegerCodec<int>, int>>);
    CHECK_FALSE(k_reads_back<Silent>);
    CHECK_FALSE(k_reads_back<OptionalCodec<Silent, std::string>>);
}

}  // namespace iam::test
