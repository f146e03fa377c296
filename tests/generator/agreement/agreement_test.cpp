// What a generated decoder takes is what its full schema accepts: every construct, on values beside the border.
#include "trials.hpp"
#include <iam/contract/portable.hpp>
#include <iam/schema/schema.hpp>

#include <catch2/catch.hpp>

#include <string_view>

namespace iam::test {
namespace {

constexpr std::size_t k_values = 2000;

schema::Schema compiled(const OrderedJson& text) {
    schema::CompileOptions options;
    options.assert_format = true;
    auto schema = schema::Schema::compile(sorted(text), options);
    REQUIRE(schema);
    return *std::move(schema);
}

bool accepts(const schema::Schema& schema, const Json& value) {
    const auto verdict = schema.accepts(value);
    REQUIRE(verdict);
    return *verdict;
}

/// What decoders ask beyond their schemas, which cannot say it (ARCHITECTURE.md, "Deviations from the design"): bytes of a char[N], and
/// what the program makes of a value.
bool is_named_deviation(const Trial& trial) {
    const std::string_view why = trial.prepared;
    return why.find(" bytes\n") != why.npos || why.find("once the program has") != why.npos;
}

/// The value with every default that the schema states for a member that is left out; a default is whole.
Json with_defaults(const Json& schema, const Json& value) {
    if (schema.contains("$ref")) FAIL("the constructs of defaults do not contain themselves");
    if (value.is_array()) {
        Json filled = value;
        for (std::size_t i = 0; i < value.size(); ++i) {
            const bool is_tuple = schema.contains("prefixItems");
            const Json& element = is_tuple ? schema.at("prefixItems").at(i) : schema.at("items");
            filled[i] = with_defaults(element, value[i]);
        }
        return filled;
    }
    if (!value.is_object()) return value;
    if (schema.contains("anyOf")) {
        for (const Json& branch : schema.at("anyOf"))
            if (branch.value("type", "") == "object") return with_defaults(branch, value);
        return value;
    }
    Json filled = Json::object();
    const Json none = Json::object();
    const Json& members = schema.contains("properties") ? schema.at("properties") : none;
    for (const auto& [name, member] : value.items())
        filled[name] = with_defaults(
            members.contains(name) ? members.at(name) : schema.at("additionalProperties"), member);
    for (const auto& [name, member] : members.items())
        if (!value.contains(name) && member.contains("default"))
            filled[name] = member.at("default");
    return filled;
}

/// No schema says the defaults of these fields, which only the program knows.
void take_computed(const Json& prepared, Json& expected) {
    if (!prepared.contains("value") || !prepared.at("value").is_object()) return;
    for (const char* name : {"pair", "map", "variant"})
        if (prepared.at("value").contains(name) && !expected.at("value").contains(name))
            expected["value"][name] = prepared.at("value").at(name);
}

/// How many of so many values were on which side.
struct Count {
    std::size_t taken = 0;
    std::size_t deviations = 0;
};

void check_verdict(const Trial& trial, bool is_valid, Count& count) {
    if (trial.is_taken) ++count.taken;
    if (trial.is_taken == is_valid) return;
    if (!trial.is_taken && is_named_deviation(trial)) {
        ++count.deviations;
        return;
    }
    FAIL_CHECK(trial.text << " is " << (trial.is_taken ? "" : "not ")
                          << "taken: " << trial.prepared);
}

}  // namespace

TEST_CASE("every construct is taken by its decoder exactly where its full schema accepts it") {
    const Trials all;
    REQUIRE(all.constructs().size() > 50);
    for (const Construct& construct : all.constructs()) {
        INFO(construct.name);
        const schema::Schema full = compiled(construct.input);
        const OrderedJson projected = contract::portable_schema(construct.input);
        const schema::Schema portable = compiled(projected);
        std::size_t wider = 0;
        Count count;
        for (const Trial& trial : all.values_of(construct, k_values)) {
            const bool is_valid = accepts(full, trial.value);
            check_verdict(trial, is_valid, count);
            // The portable schema accepts all of that; more only where it is another one.
            const bool is_portable = accepts(portable, trial.value);
            if (is_valid && !is_portable) FAIL_CHECK(trial.text << " is not portable");
            if (is_portable && !is_valid) ++wider;
        }
        // Values on one side only would show nothing.
        CHECK(count.taken > k_values / 10);
        CHECK((count.taken < k_values * 39 / 40 || construct.name == "ty56_json"));
        CHECK(count.deviations < k_values / 10);
        CHECK((wider == 0 || projected != construct.input));
    }
}

TEST_CASE("a result is valid by its output schema and is read back as the same value") {
    const Trials all;
    for (const Construct& construct : all.constructs()) {
        INFO(construct.name);
        const schema::Schema output = compiled(construct.output);
        std::size_t results = 0;
        for (const Trial& trial : all.values_of(construct, k_values)) {
            if (!trial.is_taken) continue;
            const std::string result = all.call(construct, trial.prepared);
            const auto value = parse_json(result);
            INFO(trial.text << " gives " << result);
            REQUIRE(value);
            CHECK(accepts(output, construct.is_wrapped ? Json{{"result", *value}} : *value));
            // null is how the result says that there is none; as an argument it is left out.
            const std::string again =
                value->is_null() && trial.prepared == "{}" ? "{}" : R"({"value":)" + result + "}";
            CHECK(again == trial.prepared);
            CHECK(all.takes(construct, again));
            ++results;
        }
        CHECK(results > k_values / 10);
    }
}

TEST_CASE("B1 what is left out of a given value is what the schema says of that member") {
    const Trials all;
    std::size_t constructs = 0;
    for (const Construct& construct : all.constructs()) {
        if (construct.name.rfind("b1_", 0) != 0) continue;
        INFO(construct.name);
        ++constructs;
        const Json input = sorted(construct.input);
        std::size_t filled = 0;
        for (const Trial& trial : all.values_of(construct, k_values)) {
            if (!trial.is_taken) continue;
            INFO(trial.text);
            Json expected = with_defaults(input, trial.value);
            take_computed(parse_json(trial.prepared).value(), expected);
            CHECK(canonical_json(expected).value() == trial.prepared);
            if (trial.text != trial.prepared) ++filled;
            const std::string result = all.call(construct, trial.prepared);
            CHECK(all.undo(construct, trial.prepared, result) == "done");
        }
        CHECK(filled > k_values / 20);
    }
    CHECK(constructs == 3);
}

}  // namespace iam::test
