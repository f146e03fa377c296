// Verdicts about pairs of schemas from a seed, held against values that tell them apart.
#include "random_pairs.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace iam::contract::test {
namespace {

struct Counts {
    std::size_t proven = 0;
    std::size_t refuted = 0;
    std::size_t undecided = 0;
};

Language language(const Json& schema) {
    auto result = Language::of(schema);
    if (!result) FAIL(result.error().message << " in " << schema);
    return *result;
}

/// What was decided, after it was held against the values.
template <class NextValue>
void hold(const Language& inner, const Language& outer, NextValue next_value, Counts& counts) {
    const Relation relation = compare(inner, outer);
    INFO("inner " << inner.schema() << "\nouter " << outer.schema());
    if (relation.inclusion == Inclusion::undecided) {
        ++counts.undecided;
        UNSCOPED_INFO("undecided: " << inner.schema() << "\nin " << outer.schema());
    } else if (relation.inclusion == Inclusion::refuted) {
        ++counts.refuted;
        INFO("witness " << *relation.witness);
        CHECK(inner.accepts(*relation.witness).value());
        CHECK_FALSE(outer.accepts(*relation.witness).value());
    } else {
        ++counts.proven;
        for (int i = 0; i < 40; ++i) {
            const Json value = next_value();
            // A schema that applies itself without an end has no verdict.
            if (!inner.accepts(value).value_or(false) || outer.accepts(value).value_or(true))
                continue;
            INFO("value " << value);
            FAIL("a value tells the schemas apart, and there was said to be none");
        }
    }
}

/// `schema` with what stands at a place as it was before, a requirement included.
Json undone(Json schema, const Json& before, const Json::json_pointer& place) {
    if (place.empty()) return before;
    const Json::json_pointer parent = place.parent_pointer();
    if (!schema.contains(parent)) return schema;
    if (before.contains(place))
        schema[place] = before[place];
    else
        schema[parent].erase(place.back());
    if (parent.empty() || parent.back() != "properties") return schema;
    const Json::json_pointer required = parent.parent_pointer() / "required";
    const Json name(place.back());
    const auto without_it = [&](const Json& list) {
        Json names = Json::array();
        for (const Json& other : list)
            if (!json_equal(other, name)) names.push_back(other);
        return names;
    };
    Json names = without_it(schema.value(required, Json::array()));
    const Json old_names = before.value(required, Json::array());
    if (without_it(old_names).size() != old_names.size()) names.push_back(name);
    schema[required] = std::move(names);
    return schema;
}

/// Whether the findings that say so are about what tells the sides apart: with their places as they
/// were, the value does so no more.
bool is_said(Side side, WitnessKind shown, const std::vector<Finding>& found, const Json& before,
             const Json& after, const Json& value) {
    Json rest = after;
    for (const Finding& finding : found)
        if (says(side, shown, finding))
            rest = undone(std::move(rest), before, Json::json_pointer(finding.pointer));
    return language(rest).accepts(value).value() == (shown == WitnessKind::lost);
}

}  // namespace

TEST_CASE("no value that tells two schemas apart is passed over in silence") {
    std::size_t apart = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        Shapes shapes(seed);
        const Json before = seed % 3 == 0 ? shapes.map(2) : shapes.object(3);
        const Json after = shapes.edited(before);
        const Language old_side = language(before);
        const Language new_side = language(after);
        const Side side = seed % 2 == 0 ? Side::input : Side::output;
        const auto found = compare_schemas(side, before, after);
        REQUIRE(found.has_value());
        INFO("seed " << seed << "\nbefore " << before << "\nafter " << after);
        for (const Finding& finding : *found) REQUIRE(finding.rule->id != "S05");
        for (int i = 0; i < 40; ++i) {
            const Json value = shapes.value(shapes.below(2) == 0 ? before : after);
            const bool was = old_side.accepts(value).value();
            if (was == new_side.accepts(value).value()) continue;
            ++apart;
            INFO("value " << value);
            CHECK(is_said(side, was ? WitnessKind::lost : WitnessKind::gained, *found, before,
                          after, value));
        }
    }
    CHECK(apart > 500);
}

TEST_CASE("of any two schemas of 2020-12 no difference is passed over in silence") {
    std::size_t apart = 0;
    for (std::uint64_t round = 0; round < 400; ++round) {
        FreeSchemas schemas(round);
        const auto [before, after] = schemas.pair();
        const auto old_side = Language::of(before);
        const auto new_side = Language::of(after);
        if (!old_side || !new_side) continue;
        const Side side = round % 2 == 0 ? Side::input : Side::output;
        const auto found = compare_schemas(side, before, after);
        REQUIRE(found.has_value());
        INFO("round " << round << "\nbefore " << before << "\nafter " << after);
        for (int i = 0; i < 20; ++i) {
            const Json value = schemas.value();
            const auto was = old_side->accepts(value);
            const auto is = new_side->accepts(value);
            if (!was || !is || *was == *is) continue;
            ++apart;
            INFO("value " << value);
            CHECK(any_says(side, *was ? WitnessKind::lost : WitnessKind::gained, *found));
        }
    }
    CHECK(apart > 50);
}

TEST_CASE(
    "every pair of schemas of the generator's shapes is decided, and no value says otherwise") {
    Counts counts;
    for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
        Shapes shapes(seed);
        const Json before = shapes.object(3);
        const Json after = shapes.edited(before);
        const Language old_side = language(before);
        const Language new_side = language(after);
        const auto value = [&] { return shapes.value(shapes.below(2) == 0 ? before : after); };
        INFO("seed " << seed);
        hold(old_side, new_side, value, counts);
        hold(new_side, old_side, value, counts);
        REQUIRE(counts.undecided == 0);
    }
    // Neither verdict is rare.
    CHECK(counts.proven > 500);
    CHECK(counts.refuted > 500);
}

TEST_CASE("every pair of recursive schemas is decided, and no value says otherwise") {
    Counts counts;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Shapes shapes(seed);
        const Json before = shapes.recursive();
        const Json after = shapes.edited_recursive(before);
        const Language old_side = language(before);
        const Language new_side = language(after);
        const auto value = [&] {
            return shapes.recursive_value(shapes.below(2) == 0 ? before : after);
        };
        INFO("seed " << seed);
        hold(old_side, new_side, value, counts);
        hold(new_side, old_side, value, counts);
        REQUIRE(counts.undecided == 0);
    }
    CHECK(counts.proven > 100);
    CHECK(counts.refuted > 100);
}

TEST_CASE("what is decided about any two schemas of 2020-12 is true of every value") {
    Counts counts;
    std::mt19937_64 random(7);
    for (int round = 0; round < 1'500; ++round) {
        std::array<std::uint8_t, 400> bytes{};
        for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
        const std::span<const std::uint8_t> all(bytes);
        Json first = iam::test::SchemaPairMaker(all.first(200)).make().schema;
        Json second = iam::test::SchemaPairMaker(all.last(200)).make().schema;
        if (random() % 2 == 0)
            second = Json{{"allOf", Json::array({first, {{"maxProperties", 2}}})}};
        const auto inner = Language::of(first);
        const auto outer = Language::of(second);
        if (!inner || !outer) continue;
        INFO("round " << round);
        hold(
            *inner, *outer,
            [&] {
                for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
                return iam::test::SchemaPairMaker(bytes).make().value;
            },
            counts);
    }
    // Many of these schemas name others dynamically, and are then compared as wholes.
    CHECK(counts.proven > 5);
    CHECK(counts.refuted > 20);
}

}  // namespace iam::contract::test
