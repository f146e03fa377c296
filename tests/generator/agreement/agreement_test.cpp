// What a generated decoder takes is what its full schema accepts: every construct, on values beside
// the border.
#include "trials.hpp"
#include <iam/contract/portable.hpp>
#include <iam/schema/schema.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>
#include <string>
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

/// What decoders ask beyond their schemas, which cannot say it
/// (docs/decisions/0009-decoder-beyond-schema.md): bytes of a char[N], and what the program makes
/// of a value.
bool is_named_deviation(const Trial& trial) {
    const std::string_view why = trial.prepared;
    return why.find(" bytes\n") != why.npos || why.find("once the program has") != why.npos;
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

/// Writes the defaults that a schema states into a value of it. Of members whose default only the
/// program knows it takes what the program filled in.
class Defaults {
 public:
    explicit Defaults(const Json& root) : root_(root) {}

    void fill(const Json& schema, Json& value, const Json& filled) const {
        if (schema.contains("$ref")) {
            const std::string pointer = schema["$ref"].get<std::string>().substr(1);
            return fill(root_.at(Json::json_pointer(pointer)), value, filled);
        }
        if (schema.contains("anyOf")) return fill_alternative(schema["anyOf"], value, filled);
        if (value.is_object()) return fill_members(schema, value, filled);
        if (!value.is_array()) return;
        for (std::size_t i = 0; i < value.size(); ++i)
            fill(schema.contains("prefixItems") ? schema["prefixItems"][i] : schema["items"],
                 value[i], filled[i]);
    }

 private:
    void fill_members(const Json& schema, Json& value, const Json& filled) const {
        static const std::set<std::string> k_only_program_knows{"pair", "tuple", "map", "variant",
                                                                "inner"};
        for (const auto& [name, member] : schema["properties"].items()) {
            if (value.contains(name))
                fill(member, value[name], filled.at(name));
            else if (member.contains("default"))
                value[name] = member["default"];
            else if (k_only_program_knows.count(name) != 0)
                value[name] = filled.at(name);
        }
        if (!schema["additionalProperties"].is_object()) return;
        for (auto& [name, element] : value.items())
            fill(schema["additionalProperties"], element, filled.at(name));
    }

    void fill_alternative(const Json& alternatives, Json& value, const Json& filled) const {
        for (Json alternative : alternatives) {
            if (root_.contains("$defs")) alternative["$defs"] = root_["$defs"];
            if (schema::Schema::compile(alternative).value().accepts(value).value())
                return fill(alternative, value, filled);
        }
    }

    const Json& root_;
};

}  // namespace

TEST_CASE("B1 a member that is left out is what the schema says, whatever is around it") {
    const Trials all;
    const auto construct = std::find_if(
        all.constructs().begin(), all.constructs().end(),
        [](const Construct& one) { return one.name == "b1_defaults_inside_defaults"; });
    REQUIRE(construct != all.constructs().end());
    const Json input = sorted(construct->input);
    std::size_t compared = 0;
    for (const Trial& trial : all.values_of(*construct, k_values)) {
        if (!trial.is_taken) continue;
        Json expected = trial.value;
        INFO(trial.text);
        Defaults(input).fill(input, expected, parse_json(trial.prepared).value());
        CHECK(canonical_json(expected).value() == trial.prepared);
        ++compared;
    }
    CHECK(compared > k_values / 10);
}

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

}  // namespace iam::test
