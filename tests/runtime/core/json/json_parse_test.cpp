// Documents built from the reader.
#include <iam/core/json.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>

TEST_CASE("a document holds what the text says") {
    const iam::Json value =
        iam::parse_json(R"( {"b":[null,true,false,"x\u00e9",[],{}],"a":{"n":-1,"u":1,"f":0.5}} )")
            .value();
    REQUIRE(value.is_object());
    CHECK(value.dump() ==
          "{\"a\":{\"f\":0.5,\"n\":-1,\"u\":1},\"b\":[null,true,false,\"x\xC3\xA9\",[],{}]}");
}

TEST_CASE("numbers have the type that their value gives them") {
    using Type = iam::Json::value_t;
    CHECK(iam::parse_json("1.0").value().type() == Type::number_unsigned);
    CHECK(iam::parse_json("-0.0").value().type() == Type::number_unsigned);
    CHECK(iam::parse_json("18446744073709551615").value().get<std::uint64_t>() ==
          18446744073709551615U);
    CHECK(iam::parse_json("-1e0").value().type() == Type::number_integer);
    CHECK(iam::parse_json("-9223372036854775808").value().get<std::int64_t>() == INT64_MIN);
    CHECK(iam::parse_json("0.5").value().type() == Type::number_float);
    CHECK(iam::parse_json("1e300").value().get<double>() == 1e300);
}

TEST_CASE("an ordered document keeps the order of the text") {
    const iam::OrderedJson value =
        iam::parse_ordered_json(R"({"z":1,"a":{"y":[2],"b":-3},"m":"x"})").value();
    CHECK(value.dump() == R"({"z":1,"a":{"y":[2],"b":-3},"m":"x"})");
    CHECK(value.at("a").at("b").get<int>() == -3);
}

TEST_CASE("an ordered document of ten thousand members is built in one pass") {
    std::string text = "{";
    for (int i = 0; i < 10'000; ++i)
        text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":{\"x\":[0]}";
    const iam::OrderedJson value = iam::parse_ordered_json(text + "}").value();
    CHECK(value.size() == 10'000);
    CHECK(value.at("9999").at("x").at(0).get<int>() == 0);
}

TEST_CASE("an error names the value it is about") {
    const auto value = iam::parse_json(R"({"a":[1,{"b/c":1e400}]})");
    REQUIRE_FALSE(value.has_value());
    CHECK(value.error().code == iam::Errc::invalid_argument);
    CHECK(value.error().pointer == "/a/1/b~1c");
}

TEST_CASE("an error repeats nothing of the values, which may be secret") {
    const std::string text =
        GENERATE(R"(["hunter2)", "[\"hunter2\xFF\"]", R"(["hunter2\q"])", R"({"a":"hunter2" 1})",
                 R"(hunter2)", R"(["hunter2" "hunter2"])");
    const auto value = iam::parse_json(text);
    REQUIRE_FALSE(value.has_value());
    CHECK(value.error().message.find("hunter2") == std::string::npos);
}

TEST_CASE("reference tokens are escaped when they join a pointer") {
    std::string pointer;
    iam::append_pointer(pointer, "a/b~c");
    iam::append_pointer(pointer, std::size_t{12});
    iam::append_pointer(pointer, "");
    iam::append_pointer(pointer, "~1");
    CHECK(pointer == "/a~1b~0c/12//~01");
}
