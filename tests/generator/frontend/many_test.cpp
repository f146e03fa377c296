// Declarations with very many members: each is read, and the work grows as their number does.
#include <generator/support/headers.hpp>

#include <catch2/catch.hpp>

#include <ctime>
#include <functional>

using iam::test::parse_text;
using iam::test::places;

namespace gen = iam::gen;

namespace {

constexpr int k_few = 4000;
constexpr int k_many = 4 * k_few;

/// "head{m0, m1, …};" and a tool that takes it.
std::string header(const std::string& head, const std::function<std::string(int)>& member,
                   int count) {
    std::string text = head + " {\n";
    for (int i = 0; i < count; ++i) text += member(i) + '\n';
    return text + "};\n/// Says.\n[[iam::tool]] void say(Big big);\n";
}

struct Reading {
    gen::Parsed parsed;
    std::clock_t work = 0;  // of the processor, whatever else the machine does
};

Reading read(const std::string& text) {
    const std::clock_t before = std::clock();
    Reading reading{parse_text(text)};
    reading.work = std::clock() - before;
    CHECK(places(reading.parsed.diagnostics).empty());
    return reading;
}

/// Four times as many take four times the work. If each were looked for among all, they would take
/// sixteen times. The bound lies between, so that a busy machine fails no test.
void check_growth(const Reading& few, const Reading& many) {
    CHECK(many.work < 10 * few.work);
}

std::string name_of(int i) {
    return "m" + std::to_string(i);
}

}  // namespace

TEST_CASE("B8 16,000 enumerators without comments are read in linear time", "[frontend]") {
    const auto member = [](int i) { return name_of(i) + ","; };
    const Reading few = read(header("/// Sizes.\nenum class Big", member, k_few));
    const Reading many = read(header("/// Sizes.\nenum class Big", member, k_many));
    const auto& enumerators = many.parsed.model.enums.at("Big").enumerators;
    REQUIRE(enumerators.size() == k_many);
    CHECK(enumerators.back().name == name_of(k_many - 1));
    CHECK_FALSE(enumerators.back().is_alias);
    CHECK(enumerators.back().description.empty());
    check_growth(few, many);
}

TEST_CASE("B8 16,000 flags with comments and second names are read in linear time", "[frontend]") {
    const auto member = [](int i) {
        return name_of(i) + " = " + std::to_string(i / 2 + 1) + ",  ///< is " + std::to_string(i);
    };
    const std::string head = "enum class [[iam::flags]] Big : unsigned";
    const Reading few = read(header(head, member, k_few));
    const Reading many = read(header(head, member, k_many));
    const auto& enumerators = many.parsed.model.enums.at("Big").enumerators;
    REQUIRE(enumerators.size() == k_many);
    CHECK(enumerators.back().description == "is " + std::to_string(k_many - 1));
    CHECK(enumerators.back().is_alias);
    CHECK_FALSE(enumerators[k_many - 2].is_alias);
    check_growth(few, many);
}

TEST_CASE("B8 16,000 fields of a template are read in linear time", "[frontend]") {
    const auto member = [](int i) {
        return "T " + name_of(i) + " = 1;  ///< is " + std::to_string(i);
    };
    const std::string head = "template <class T> struct Of";
    const auto with_alias = [&](int count) {
        std::string out = header(head, member, count);
        out.insert(out.find("/// Says."), "using Big = Of<int>;\n");
        return out;
    };
    const Reading few = read(with_alias(k_few));
    const Reading many = read(with_alias(k_many));
    const auto& fields = many.parsed.model.records.begin()->second.fields;
    REQUIRE(fields.size() == k_many);
    CHECK(fields.back().description == "is " + std::to_string(k_many - 1));
    check_growth(few, many);
}
