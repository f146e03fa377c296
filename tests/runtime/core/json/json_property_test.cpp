// Laws that hold for every value, tried on values from a seeded generator.
#include <iam/core/digest.hpp>
#include <iam/core/json.hpp>
#include <iam/core/json_reader.hpp>
#include <iam/core/json_writer.hpp>
#include <support/json_values.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <compare>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

using iam::Json;
using iam::test::Values;

TEST_CASE("XE16 canonical text reads back as an equal value and as itself") {
    Values values(1);
    for (int i = 0; i < 20'000; ++i) {
        const Json value = values.value(4);
        const std::string text = iam::canonical_json(value).value();
        const auto read = iam::parse_json(text);
        INFO(text);
        REQUIRE(read.has_value());
        REQUIRE(iam::json_equal(*read, value));
        REQUIRE(iam::canonical_json(*read).value() == text);
    }
}

TEST_CASE("XE16 every spelling of a value has the canonical text and the digest of the value") {
    Values values(2);
    for (int i = 0; i < 10'000; ++i) {
        const Json value = values.value(3);
        const std::string text = iam::canonical_json(value).value();
        const std::string other = values.spelled(value);
        INFO(text << "\n" << other);
        const auto form = iam::canonicalize(other);
        REQUIRE(form.has_value());
        REQUIRE(*form == text);
        REQUIRE(iam::sha256(iam::domain_tag("iam/test/1"), *form) ==
                iam::sha256(iam::domain_tag("iam/test/1"), text));
    }
}

TEST_CASE("XE16 two values are equal exactly if their canonical texts are") {
    Values values(3);
    int equal = 0;
    for (int i = 0; i < 50'000; ++i) {
        const Json a = values.value(1);
        const Json b = values.value(1);
        const bool same = iam::canonical_json(a).value() == iam::canonical_json(b).value();
        INFO(a.dump() << "\n" << b.dump());
        REQUIRE(iam::json_equal(a, b) == same);
        equal += same ? 1 : 0;
    }
    CHECK(equal > 100);
}

TEST_CASE("XE16 beyond 2^53 an integer has exactly its digits, also as a double") {
    constexpr double k_two_63 = 9223372036854775808.0;
    Values values(8);
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t number = values.bits();
        REQUIRE(iam::canonicalize(std::to_string(number)).value() == std::to_string(number));
        const auto below_zero = static_cast<std::int64_t>(number | (std::uint64_t{1} << 63U));
        REQUIRE(iam::canonicalize(std::to_string(below_zero)).value() ==
                std::to_string(below_zero));
        // The C library prints every digit of a double.
        const double whole = std::trunc(static_cast<double>(number >> 1U));
        if (!(whole < k_two_63)) continue;
        std::array<char, 32> digits{};
        std::snprintf(digits.data(), digits.size(), "%.0f", whole);
        REQUIRE(iam::canonical_json(Json(whole)).value() == digits.data());
    }
}

TEST_CASE("XE16 different values have different digests under one tag, equal ones equal digests") {
    Values values(9);
    std::map<iam::Digest, std::string> seen;
    int again = 0;
    for (int i = 0; i < 20'000; ++i) {
        const std::string text = iam::canonical_json(values.value(2)).value();
        const auto [at, is_new] =
            seen.emplace(iam::sha256(iam::domain_tag("iam/test/1"), text), text);
        REQUIRE(at->second == text);
        again += is_new ? 0 : 1;
    }
    CHECK(again > 100);
}

TEST_CASE("the order of values is total") {
    Values values(4);
    for (int i = 0; i < 20'000; ++i) {
        const Json a = values.value(2);
        const Json b = values.value(2);
        const Json c = values.value(2);
        const auto ab = iam::json_order(a, b);
        REQUIRE((ab == (0 <=> iam::json_order(b, a))));
        REQUIRE((ab == std::strong_ordering::equal) == iam::json_equal(a, b));
        if (ab != std::strong_ordering::greater &&
            iam::json_order(b, c) != std::strong_ordering::greater) {
            REQUIRE((iam::json_order(a, c) != std::strong_ordering::greater));
        }
    }
}

TEST_CASE("XE02 the text of a double is the shortest that reads back, and it does read back") {
    Values values(5);
    for (int i = 0; i < 50'000; ++i) {
        const double value = values.finite_double();
        iam::JsonWriter writer;
        writer.number(value);
        iam::JsonReader reader(writer.text());
        iam::JsonNumber number;
        INFO(writer.text());
        REQUIRE(reader.read_number(number));
        REQUIRE(number.real == value);
        REQUIRE(std::strtod(std::string(writer.text()).c_str(), nullptr) == value);
    }
}

TEST_CASE("XE02 a decimal literal is read as the C library reads it") {
    Values values(6);
    for (int i = 0; i < 20'000; ++i) {
        std::string text(values.below(2), '-');
        text += std::to_string(1 + values.below(9));
        for (std::uint64_t digits = values.below(40); digits > 0; --digits)
            text += std::to_string(values.below(10));
        text += '.';
        for (std::uint64_t digits = 1 + values.below(40); digits > 0; --digits)
            text += std::to_string(values.below(10));
        text += 'e';
        text += std::to_string(static_cast<int>(values.below(500)) - 250);
        iam::JsonReader reader(text);
        iam::JsonNumber number;
        INFO(text);
        REQUIRE(reader.read_number(number));
        REQUIRE(number.real == std::strtod(text.c_str(), nullptr));
    }
}

TEST_CASE("XE02 a fraction without an exponent is read as the C library reads it") {
    Values values(8);
    for (int i = 0; i < 20'000; ++i) {
        std::string text(values.below(2), '-');
        text += std::to_string(values.below(10));
        if (text.back() != '0')
            for (std::uint64_t digits = values.below(17); digits > 0; --digits)
                text += std::to_string(values.below(10));
        text += '.';
        for (std::uint64_t digits = 1 + values.below(18); digits > 0; --digits)
            text += std::to_string(values.below(10));
        text += std::to_string(1 + values.below(9));  // so that it is no integer
        iam::JsonReader reader(text);
        iam::JsonNumber number;
        INFO(text);
        REQUIRE(reader.read_number(number));
        REQUIRE(reader.finish());
        REQUIRE(number.kind == iam::JsonNumber::Kind::real);
        REQUIRE(number.real == std::strtod(text.c_str(), nullptr));
    }
}

TEST_CASE("the reader never crashes on damaged text and accepts only what reads the same again") {
    Values values(7);
    for (int i = 0; i < 30'000; ++i) {
        std::string text = values.spelled(values.value(3));
        values.damage(text);
        const auto value = iam::parse_json(text);
        iam::JsonReader reader(text);
        const bool skipped = reader.skip() && reader.finish();
        INFO(text);
        REQUIRE(skipped == value.has_value());
        if (!value) {
            REQUIRE(reader.error().message == value.error().message);
            REQUIRE(reader.error().pointer == value.error().pointer);
            continue;
        }
        REQUIRE(
            iam::json_equal(iam::parse_json(iam::canonical_json(*value).value()).value(), *value));
    }
}
