// Schemas that are large where a comparison is more than linear: it ends soon, in little memory,
// and claims nothing that it has not seen.
#include <iam/contract/inclusion.hpp>
#include <iam/core/utf8.hpp>

#include <catch2/catch.hpp>
#include <sys/resource.h>

#include <functional>
#include <string>

namespace iam::contract::test {
namespace {

Json list_of(int count, const std::function<Json(int)>& part) {
    Json list = Json::array();
    for (int i = 0; i < count; ++i) list.push_back(part(i));
    return list;
}

Inclusion compared(const Json& inner, const Json& outer) {
    const auto a = Language::of(inner);
    const auto b = Language::of(outer);
    if (!a || !b) FAIL((a ? b : a).error().message);
    return compare(*a, *b).inclusion;
}

/// The most memory that the process ever had, in megabytes.
long peak_mb() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss / 1024;
}

}  // namespace

TEST_CASE("a comparison of large schemas ends within its steps and in bounded memory") {
    const long before = peak_mb();
    const auto constant = [](int i) { return Json{{"const", i}}; };
    const auto choice = [](int i) {
        const std::string name = "m" + std::to_string(i);
        return Json{
            {"anyOf", Json::array({{{"required", {name}}}, {{"properties", {{name, false}}}}})}};
    };
    const Json one_of{{"oneOf", list_of(6'000, constant)}};
    CHECK(compared(Json{{"minimum", 0}}, one_of) != Inclusion::proven);
    CHECK(compared(one_of, Json{{"type", "string"}}) != Inclusion::proven);
    const Json choices{{"allOf", list_of(3'000, choice)}};
    CHECK(compared(choices, Json{{"type", "array"}}) != Inclusion::proven);
    const Json breaches{{"allOf", list_of(2'000, [](int i) {
                             return Json{{"not",
                                          {{"additionalProperties", {{"minimum", i}}},
                                           {"properties", {{"m" + std::to_string(i), true}}}}}};
                         })}};
    CHECK(compared(breaches, Json{{"type", "object"}, {"maxProperties", 0}}) != Inclusion::proven);
    Json nested{{"type", "null"}};
    for (int i = 0; i < 4; ++i)
        nested = Json{{"type", "array"}, {"items", nested}, {"minItems", 9'000}};
    CHECK(compared(nested, Json{{"type", "array"}, {"maxItems", 1}}) != Inclusion::proven);
    CHECK(peak_mb() - before < 400);
}

TEST_CASE("long lists of values are compared in order, not each with each") {
    const auto text = [](int i) { return Json("value " + std::to_string(i)); };
    const Json all{{"enum", list_of(15'000, text)}};
    Json less = all;
    less["enum"].erase(less["enum"].size() - 1);
    CHECK(compared(less, all) == Inclusion::proven);
    CHECK(compared(all, less) == Inclusion::refuted);
    const Json numbers{{"enum", list_of(15'000, [](int i) { return Json(i); })}};
    CHECK(compared(numbers, Json{{"type", "integer"}, {"minimum", 0}}) == Inclusion::proven);
    CHECK(compared(Json{{"type", "integer"}, {"minimum", 0}}, numbers) == Inclusion::refuted);
}

TEST_CASE("each character of a long list is a case of its own, and no more") {
    const Json values = list_of(20'000, [](int i) {
        std::string text;
        append_utf8(text, static_cast<char32_t>(0x4000 + i));
        return Json(text);
    });
    CHECK(compared(Json{{"type", "string"}, {"minLength", 1}}, Json{{"enum", values}}) ==
          Inclusion::refuted);
}

TEST_CASE("an array of a hundred thousand elements is decided") {
    const auto array = [](int count, int most) {
        return Json{{"type", "array"},
                    {"items", {{"type", "integer"}, {"maximum", most}}},
                    {"minItems", count},
                    {"maxItems", count}};
    };
    CHECK(compared(array(100'000, 5), array(100'000, 6)) == Inclusion::proven);
    CHECK(compared(array(100'000, 6), array(100'000, 5)) == Inclusion::refuted);
    CHECK(compared(array(100'000, 5), array(100'001, 5)) == Inclusion::refuted);
}

}  // namespace iam::contract::test
