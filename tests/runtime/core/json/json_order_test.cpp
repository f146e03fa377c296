// The total order of values and the equality that agrees with it.
#include <iam/core/json.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace {

using iam::Json;

/// Strictly ascending: every pair must compare as its positions do.
void check_ascending(const std::vector<Json>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t j = 0; j < values.size(); ++j) {
            INFO(i << " and " << j);
            CHECK((iam::json_order(values[i], values[j]) == (i <=> j)));
            CHECK(iam::json_equal(values[i], values[j]) == (i == j));
        }
    }
}

}  // namespace

TEST_CASE("kinds are ordered null, boolean, number, string, array, object") {
    check_ascending({nullptr, false, true, -1, 0, 1, "", "a", Json::array(), Json::array({nullptr}),
                     Json::object(), Json{{"a", 1}}});
}

TEST_CASE("XE02 numbers are ordered by their mathematical value across all types") {
    const double two_53 = 9007199254740992.0;
    check_ascending({
        -std::numeric_limits<double>::infinity(),
        -1e300,
        -9223372036854777856.0,
        std::numeric_limits<std::int64_t>::min(),
        std::numeric_limits<std::int64_t>::min() + 1,
        -9007199254740993,
        -two_53,
        -1.5,
        -1,
        -0.5,
        -5e-324,
        0,
        5e-324,
        0.5,
        1U,
        1.5,
        two_53,
        9007199254740993,
        9007199254740994.0,
        std::numeric_limits<std::int64_t>::max(),
        9223372036854775808.0,
        9223372036854775809U,
        18446744073709549568.0,
        std::numeric_limits<std::uint64_t>::max(),
        18446744073709551616.0,
        1e300,
        std::numeric_limits<double>::infinity(),
    });
}

TEST_CASE("equal numbers of different types are equal") {
    CHECK(iam::json_equal(Json(1), Json(1U)));
    CHECK(iam::json_equal(Json(1), Json(1.0)));
    CHECK(iam::json_equal(Json(0), Json(-0.0)));
    CHECK(iam::json_equal(Json(0.0), Json(-0.0)));
    CHECK(iam::json_equal(Json(std::numeric_limits<std::int64_t>::min()),
                          Json(-9223372036854775808.0)));
    CHECK(iam::json_equal(Json(std::uint64_t{1} << 63U), Json(9223372036854775808.0)));
}

TEST_CASE("XE02 the greatest unsigned number and -1 are different") {
    const Json greatest(std::numeric_limits<std::uint64_t>::max());
    const Json minus_one(-1);
    CHECK_FALSE(iam::json_equal(greatest, minus_one));
    CHECK((iam::json_order(greatest, minus_one) == std::strong_ordering::greater));
    CHECK_FALSE(iam::json_equal(greatest, Json(18446744073709551616.0)));
    CHECK_FALSE(iam::json_equal(Json(std::numeric_limits<std::int64_t>::max()),
                                Json(9223372036854775808.0)));
}

TEST_CASE("NaN has a place in the order, so that sorting is safe") {
    const Json nan(std::nan(""));
    CHECK(iam::json_equal(nan, nan));
    CHECK((iam::json_order(nan, Json(-std::numeric_limits<double>::infinity())) ==
           std::strong_ordering::less));
    CHECK((iam::json_order(Json(-1), nan) == std::strong_ordering::greater));
    CHECK((iam::json_order(nan, Json(1U)) == std::strong_ordering::less));
}

TEST_CASE("strings are ordered by their bytes") {
    check_ascending({"", std::string("\0", 1), "A", "AB", "B", "a", "\xC3\xA9", "\xEE\x80\x80",
                     "\xF0\x9F\x98\x80"});
}

TEST_CASE("arrays are ordered element by element, then by length") {
    check_ascending({Json::array(), Json::array({0}), Json::array({0, 0}), Json::array({0, 1}),
                     Json::array({1}), Json::array({1, nullptr}), Json::array({"a"}),
                     Json::array({Json::array()})});
}

TEST_CASE("objects are ordered as arrays of names and values") {
    check_ascending({Json::object(), Json{{"a", 1}}, Json{{"a", 1}, {"b", 1}},
                     Json{{"a", 1}, {"b", 2}}, Json{{"a", 1}, {"c", 0}}, Json{{"a", 2}},
                     Json{{"b", 0}}});
}

TEST_CASE("nested values are compared with the same exactness") {
    const auto a = iam::parse_json(R"({"x":[18446744073709551615,{"y":1.0}]})").value();
    const auto b = iam::parse_json(R"({"x":[18446744073709551615,{"y":1}]})").value();
    const auto c = iam::parse_json(R"({"x":[-1,{"y":1}]})").value();
    CHECK(iam::json_equal(a, b));
    CHECK_FALSE(iam::json_equal(a, c));
}
