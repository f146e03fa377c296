#include <iam/core/base64.hpp>

#include <catch2/catch.hpp>

#include <string>

using namespace iam;

TEST_CASE("base64 writes the vectors of RFC 4648") {
    const auto [bytes, text] = GENERATE(table<std::string, std::string>({
        {"", ""},
        {"f", "Zg=="},
        {"fo", "Zm8="},
        {"foo", "Zm9v"},
        {"foob", "Zm9vYg=="},
        {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"},
    }));
    CHECK(to_base64(bytes) == text);
    CHECK(from_base64(text) == bytes);
    const std::string unpadded = text.substr(0, text.find('='));
    CHECK(to_base64(bytes, Base64::url) == unpadded);
    CHECK(from_base64(unpadded, Base64::url) == bytes);
}

TEST_CASE("base64 for URLs has its own two digits") {
    CHECK(to_base64("\xfb\xff") == "+/8=");
    CHECK(to_base64("\xfb\xff", Base64::url) == "-_8");
    CHECK_FALSE(from_base64("-_8="));
    CHECK_FALSE(from_base64("+/8", Base64::url));
}

TEST_CASE("base64 of another spelling is refused") {
    // Lengths, padding, blanks, and bits beyond the last byte.
    const std::string text = GENERATE(as<std::string>(), "Z", "Zg", "Zg=", "Zg===", "=",
                                      "====", "Z===", "Zm9v====", "Zg==Zg==", "Zm 9v", "Zm9v\n",
                                      "Zh==", "Zm9=", "Zm\xc3\xa4=");
    INFO(text);
    CHECK_FALSE(from_base64(text));
}

TEST_CASE("base64 for URLs of another spelling is refused") {
    const std::string text =
        GENERATE(as<std::string>(), "Z", "Zg==", "Zh", "Zm9=", "Zm9v=", "Zm.v");
    INFO(text);
    CHECK_FALSE(from_base64(text, Base64::url));
}
