// Declarations with very many members are read whole. bench/generator.py measures the time.
#include <generator/support/headers.hpp>

#include <catch2/catch.hpp>

#include <functional>

using iam::test::parse_text;
using iam::test::places;

namespace gen = iam::gen;

namespace {

constexpr int k_many = 16'000;

/// "head{m0, m1, …};" and a tool that takes it.
std::string header(const std::string& head, const std::function<std::string(int)>& member,
                   int count) {
    std::string text = head + " {\n";
    for (int i = 0; i < count; ++i) text += member(i) + '\n';
    return text + "};\n/// Says.\n[[iam::tool]] void say(Big big);\n";
}

gen::Parsed read(const std::string& text) {
    gen::Parsed parsed = parse_text(text);
    CHECK(places(parsed.diagnostics).empty());
    return parsed;
}

std::string name_of(int i) {
    return "m" + std::to_string(i);
}

}  // namespace

TEST_CASE("B8 16,000 enumerators without comments are all read", "[frontend]") {
    const auto member = [](int i) { return name_of(i) + ","; };
    const gen::Parsed many = read(header("/// Sizes.\nenum class Big", member, k_many));
    const auto& enumerators = many.model.enums.at("Big").enumerators;
    REQUIRE(enumerators.size() == k_many);
    CHECK(enumerators.back().name == name_of(k_many - 1));
    CHECK_FALSE(enumerators.back().is_alias);
    CHECK(enumerators.back().description.empty());
}

TEST_CASE("B8 16,000 flags with comments and second names are all read", "[frontend]") {
    const auto member = [](int i) {
        return name_of(i) + " = " + std::to_string(i / 2 + 1) + ",  ///< is " + std::to_string(i);
    };
    const std::string head = "enum class [[iam::flags]] Big : unsigned";
    const gen::Parsed many = read(header(head, member, k_many));
    const auto& enumerators = many.model.enums.at("Big").enumerators;
    REQUIRE(enumerators.size() == k_many);
    CHECK(enumerators.back().description == "is " + std::to_string(k_many - 1));
    CHECK(enumerators.back().is_alias);
    CHECK_FALSE(enumerators[k_many - 2].is_alias);
}

TEST_CASE("B8 16,000 fields of a template are all read", "[frontend]") {
    const auto member = [](int i) {
        return "T " + name_of(i) + " = 1;  ///< is " + std::to_string(i);
    };
    const std::string head = "template <class T> struct Of";
    const auto with_alias = [&](int count) {
        std::string out = header(head, member, count);
        out.insert(out.find("/// Says."), "using Big = Of<int>;\n");
        return out;
    };
    const gen::Parsed many = read(with_alias(k_many));
    const auto& fields = many.model.records.begin()->second.fields;
    REQUIRE(fields.size() == k_many);
    CHECK(fields.back().description == "is " + std::to_string(k_many - 1));
}
