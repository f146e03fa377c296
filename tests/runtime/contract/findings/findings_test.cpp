// Each rule by a change that it names and a near miss that it does not: the table is
// rules/rules.json.
// Tests of runtime/src/contract/normal/definitions.cpp.
// Tests of runtime/src/contract/findings/{change_scope,made_finding,moved_members,rules}.cpp.
// Tests of runtime/src/contract/findings/{schema_changes,words}.cpp.
#include "rule_table.hpp"
#include <iam/contract/findings.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

namespace iam::contract::test {
namespace {

Json table() {
    return Json(rule_table("rules.json"));
}

Side side_of(const Json& row) {
    return row["rule"].get<std::string>().front() == 'O' ? Side::output : Side::input;
}

std::vector<Finding> findings(Side side, const Json& before, const Json& after) {
    auto found = compare_schemas(side, before, after);
    if (!found) FAIL(found.error().message);
    return *found;
}

std::string ids(const std::vector<Finding>& found) {
    std::string text;
    for (const Finding& finding : found)
        text += std::string(text.empty() ? "" : " ") + std::string(finding.rule->id);
    return text;
}

}  // namespace

TEST_CASE("every rule names the change of its row, alone") {
    for (const Json& row : table()) {
        INFO(row);
        const auto found = findings(side_of(row), row["before"], row["after"]);
        REQUIRE(ids(found) == row["rule"].get<std::string>());
        const Finding& finding = found.front();
        if (finding.rule->witness == WitnessKind::either) continue;
        CHECK(finding.change == finding.rule->change);
        CHECK(finding.level == finding.rule->level);
        // A row says so where the values ask for more than its rule.
        CHECK(to_string(finding.grants) == row.value("grants", to_string(finding.rule->grants)));
    }
}

TEST_CASE("every rule says nothing about its near miss, which is another one's") {
    for (const Json& row : table()) {
        INFO(row);
        REQUIRE(is_near_miss(row));
        const std::string found = ids(findings(side_of(row), row["no"][0], row["no"][1]));
        CHECK(found == row["instead"].get<std::string>());
        CHECK(found.find(row["rule"].get<std::string>()) == std::string::npos);
    }
}

TEST_CASE("a harmless change does not hide others that act together") {
    const auto schema = [](const char* most, const char* least) {
        const std::string text = R"({"properties":{"amount":{"maximum":)" + std::string(most) +
                                 R"(,"allOf":[{"maximum":)" + most +
                                 R"(},{}]},"note":{"minLength":)" + least + "}}}";
        return parse_json(text).value();
    };
    const auto found = findings(Side::input, schema("10", "3"), schema("1000", "1"));
    const auto rest = std::find_if(found.begin(), found.end(), [](const Finding& finding) {
        return finding.rule->id == "S06";
    });
    REQUIRE(rest != found.end());
    CHECK(rest->shows == WitnessKind::gained);
    REQUIRE(rest->witness);
    CHECK((*rest->witness)["amount"].get<double>() > 10);
}

TEST_CASE("C2 a bound inside oneOf is called what it is, and an overlap is called one") {
    const auto schema = [](const char* least) {
        return parse_json(R"({"type":"object","properties":{"a":{"oneOf":[
            {"type":"integer","minimum":)" +
                          std::string(least) + R"(},{"type":"integer","maximum":1}]}}})")
            .value();
    };
    CHECK(ids(findings(Side::input, schema("5"), schema("3"))) == "I24");
    CHECK(ids(findings(Side::input, schema("5"), schema("1"))) == "I59 I24");
    CHECK(ids(findings(Side::input, schema("1"), schema("5"))) == "I23 S06");
    CHECK(ids(findings(Side::output, schema("5"), schema("1"))) == "S06 O15");
}

TEST_CASE("C2 a parameter that another part of the schema names has neither come nor gone") {
    const auto schema = [](const char* text) { return parse_json(text).value(); };
    const Json plain =
        schema(R"({"type":"object","properties":{"a":{"type":"string"},"b":{"type":"null"}}})");
    const Json split = schema(R"({"type":"object","allOf":[
        {"properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"null"}}}]})");
    CHECK(ids(findings(Side::input, plain, split)) == "S08 S08 S08");
    CHECK(ids(findings(Side::input, split, plain)) == "S08 S08 S08");
}

TEST_CASE("C2 recursion is said to have changed only with a value that shows it") {
    const auto schema = [](const char* text) { return parse_json(text).value(); };
    const Json endless = schema(R"({"$defs":{"n":{"type":"object","properties":{
        "in":{"$ref":"#/$defs/n"},"v":{"maximum":1}}}},"$ref":"#/$defs/n"})");
    const Json unrolled = schema(R"({"$defs":{"n":{"type":"object","properties":{
        "in":{"$ref":"#/$defs/n"},"v":{"maximum":1}}}},"type":"object","properties":{
        "in":{"$ref":"#/$defs/n"},"v":{"maximum":2}}})");
    for (const auto& [before, after] : {std::pair{endless, unrolled}, std::pair{unrolled, endless}})
        for (const Finding& finding : findings(Side::input, before, after)) {
            INFO(finding.rule->id << " at " << finding.pointer);
            if (finding.rule->witness != WitnessKind::none) CHECK(finding.witness);
        }
}

TEST_CASE("C2 a tuple that both drafts spell in their own way has not changed") {
    const Json old = parse_json(R"({"$schema":"http://json-schema.org/draft-07/schema#",
        "type":"object","properties":{"p":{"type":"array","items":[{"type":"string"}],
        "additionalItems":false}}})")
                         .value();
    const auto later = [](const char* type) {
        return parse_json(R"({"type":"object","properties":{"p":{"type":"array",
            "items":false,"prefixItems":[{"type":)" +
                          std::string(type) + R"(}]}}})")
            .value();
    };
    CHECK(ids(findings(Side::input, old, later(R"("string")"))).empty());
    const auto changed = findings(Side::input, old, later(R"("null")"));
    REQUIRE(ids(changed) == "I44");
    CHECK(changed.front().witness);
}

TEST_CASE("the way back of a change is the mirror rule's, or there is a reason") {
    for (const Json& row : table()) {
        INFO(row);
        const auto found = findings(side_of(row), row["after"], row["before"]);
        if (row.contains("mirror"))
            CHECK(ids(found) == row["mirror"].get<std::string>());
        else
            CHECK_FALSE(row["no_mirror"].get<std::string>().empty());
    }
}

TEST_CASE("pairs that other tools disagree about have the verdict of their sentence") {
    const Json pairs(rule_table("pairs.json"));
    CHECK(pairs.size() >= 60);
    for (const Json& pair : pairs) {
        INFO(pair);
        const Side side = json_equal(pair["side"], Json("output")) ? Side::output : Side::input;
        CHECK(ids(findings(side, pair["before"], pair["after"])) ==
              pair["found"].get<std::string>());
        CHECK_FALSE(pair["why"].get<std::string>().empty());
    }
}

TEST_CASE("every finding whose rule promises a witness has one, and both schemas agree") {
    for (const Json& row : table()) {
        INFO(row);
        const Language before = Language::of(row["before"]).value();
        const Language after = Language::of(row["after"]).value();
        for (const Finding& finding : findings(side_of(row), row["before"], row["after"])) {
            CHECK(finding.witness.has_value() == (finding.rule->witness != WitnessKind::none));
            if (!finding.witness) continue;
            CHECK(before.accepts(*finding.witness).value() == (finding.shows == WitnessKind::lost));
            CHECK(after.accepts(*finding.witness).value() ==
                  (finding.shows == WitnessKind::gained));
        }
    }
}

TEST_CASE("every rule has a row, an id of its own, and says what it means") {
    std::set<std::string> shown;
    for (const char* file : {"rules.json", "tools.json"})
        for (const OrderedJson& row : rule_table(file))
            CHECK(shown.insert(row["rule"].get<std::string>()).second);
    // Their cases are "changes that only act together are S06, with a value" and "what the steps do
    // not suffice for is S10".
    shown.insert({"S06", "S10"});
    // These rules are about locks, releases and the list of ignored findings. The tests of
    // iam-schema cover them.
    shown.insert({"S11", "S13", "S17", "S18", "T03"});
    std::set<std::string> known;
    for (const Rule& rule : rules()) {
        CHECK(known.insert(std::string(rule.id)).second);
        CHECK(find_rule(rule.id) == &rule);
        CHECK_FALSE(rule.explanation.empty());
        CHECK_FALSE(rule.example.empty());
    }
    CHECK(known == shown);
}

TEST_CASE("every id of the families has a rule, or a reason why it has none yet") {
    std::set<std::string> later;
    for (const LaterRule& rule : later_rules()) {
        INFO(rule.id);
        CHECK(later.insert(std::string(rule.id)).second);
        CHECK(find_rule(rule.id) == nullptr);
        CHECK_FALSE(rule.why.empty());
    }
    for (const auto& [family, count] :
         {std::pair('T', 21), std::pair('I', 88), std::pair('O', 37), std::pair('A', 15),
          std::pair('G', 32), std::pair('D', 13), std::pair('S', 18)}) {
        for (int number = 1; number <= count; ++number) {
            const std::string digits = std::to_string(number);
            const std::string id = family + std::string(digits.size() < 2 ? "0" : "") + digits;
            INFO(id);
            if (id == "G25") continue;  // the numbers of the family skip it
            CHECK((find_rule(id) != nullptr || later.erase(id) == 1));
        }
    }
    CHECK(later.empty());
}

TEST_CASE("texts and names of definitions are no change") {
    const Json before =
        parse_json(
            R"({"type":"object","title":"a","properties":{"p":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"null"}}})")
            .value();
    const Json after =
        parse_json(
            R"({"type":"object","description":"b","properties":{"p":{"$ref":"#/$defs/y"}},"$defs":{"y":{"type":"null"}}})")
            .value();
    CHECK(findings(Side::input, before, after).empty());
}

TEST_CASE("several changes are as many findings, each with a value of its own") {
    const Json before =
        parse_json(
            R"({"type":"object","properties":{"hour":{"type":"integer","minimum":0,"maximum":23},"label":{"type":"string"}},"additionalProperties":false})")
            .value();
    const Json after =
        parse_json(
            R"({"type":"object","properties":{"hour":{"type":"integer","minimum":0,"maximum":47},"label":{"type":"string","maxLength":3},"day":{"type":"string"}},"additionalProperties":false})")
            .value();
    const auto found = findings(Side::input, before, after);
    REQUIRE(ids(found) == "I02 I26 I29");
    CHECK(canonical_json(*found[0].witness).value() == R"({"day":""})");
    CHECK(found[1].pointer == "/properties/hour");
    CHECK(canonical_json(*found[1].witness).value() == R"({"hour":24})");
    CHECK(found[2].pointer == "/properties/label/maxLength");
    CHECK(found[2].after == R"({"maxLength":3})");
    CHECK(canonical_json(*found[2].witness).value() == R"({"label":"aaaa"})");
}

TEST_CASE("a value shows its change also where another change refuses what was valid before") {
    const Json before =
        parse_json(
            R"({"type":"object","properties":{"hour":{"type":"integer","maximum":23}},"additionalProperties":false})")
            .value();
    const Json after =
        parse_json(
            R"({"type":"object","properties":{"hour":{"type":"integer","maximum":47},"day":{"type":"null"}},"required":["day"],"additionalProperties":false})")
            .value();
    const auto found = findings(Side::input, before, after);
    REQUIRE(ids(found) == "I01 I26");
    REQUIRE(found[1].witness.has_value());
    CHECK(canonical_json(*found[1].witness).value() == R"({"day":null,"hour":24})");
}

TEST_CASE("what one change takes and another gives back is no loss") {
    const Json before =
        parse_json(R"({"anyOf":[{"type":"integer","maximum":9},{"type":"string"}]})").value();
    const Json after =
        parse_json(R"({"anyOf":[{"type":"integer","maximum":5},{"type":["string","integer"]}]})")
            .value();
    for (const Finding& finding : findings(Side::input, before, after))
        CHECK(finding.change != ChangeClass::breaking);
}

TEST_CASE("changes that only act together are S06, with a value") {
    // Each alternative still takes what the other one alone would lose.
    const auto twice = [](int most) {
        const Json one{{"type", "integer"}, {"maximum", most}};
        const Json other{{"type", "integer"}, {"maximum", most}, {"multipleOf", 1}};
        return Json{{"anyOf", Json::array({one, other})}};
    };
    const auto found = findings(Side::input, twice(9), twice(5));
    REQUIRE(ids(found) == "S08 S08 S06");
    CHECK(found[2].shows == WitnessKind::lost);
    CHECK(found[2].witness.has_value());
}

TEST_CASE("a member of an object that held it to a schema before may bring values") {
    const Json before =
        parse_json(R"({"type":"object","additionalProperties":{"type":"string"}})").value();
    const auto with = [&](const char* member) {
        Json schema = before;
        schema["properties"]["note"] = parse_json(member).value();
        return schema;
    };
    const auto output = findings(Side::output, before, with(R"({"type":"integer"})"));
    REQUIRE(ids(output) == "O07");
    CHECK(output[0].change == ChangeClass::breaking);
    CHECK(canonical_json(*output[0].witness).value() == R"({"note":0})");
    CHECK(ids(findings(Side::output, before, with(R"({"maxLength":3,"type":"string"})"))) == "O06");
    const auto input = findings(Side::input, before, with(R"({"type":["string","integer"]})"));
    REQUIRE(ids(input) == "I02");
    CHECK(input[0].change == ChangeClass::consent);
    CHECK(input[0].grants == GrantEffect::suspend);
    CHECK(input[0].shows == WitnessKind::gained);
    const auto both = findings(Side::input, before, with(R"({"type":"integer"})"));
    REQUIRE(ids(both) == "I79");
    CHECK(both[0].shows == WitnessKind::lost);
    CHECK(both[0].grants == GrantEffect::suspend);
}

TEST_CASE("where values are gained as well, the stricter effect on grants holds") {
    const auto constant = [](int value) { return Json{{"const", value}}; };
    const auto found = findings(Side::input, constant(1), constant(2));
    REQUIRE(ids(found) == "I21");
    CHECK(found[0].change == ChangeClass::breaking);
    CHECK(found[0].grants == GrantEffect::suspend);
    // Nothing is gained here.
    const auto narrowed = findings(Side::input, Json::object(), constant(2));
    REQUIRE(ids(narrowed) == "I21");
    CHECK(narrowed[0].grants == GrantEffect::keep);
    CHECK(narrowed[0].level == Level::error);
    CHECK(findings(Side::output, constant(1), constant(2)).front().grants == GrantEffect::keep);
}

TEST_CASE("what may be gained is said to be undecided, and no rule claims that nothing is") {
    const auto text = [](const char* pattern) {
        return Json{{"type", "string"}, {"pattern", pattern}};
    };
    const Json before = text("^(?:x|[ab]{21,})$");
    const Json after = text("^(?:[ab]*a[ab]{20}|c{40})$");
    const InclusionLimits few{.steps_max = 20'000};
    CHECK(ids(compare_schemas(Side::input, before, after, few).value()) == "S05 I33");
    CHECK(ids(compare_schemas(Side::output, before, after, few).value()) == "S05 O29");
}

TEST_CASE("a default that changes beside an alternative is a finding of its own") {
    const auto schema = [](const char* text) { return parse_json(text).value(); };
    const char* nullable = R"({"anyOf":[{"type":"integer"},{"type":"null"}],"default":5})";
    const auto change = [&](const char* before, const char* after) {
        return ids(findings(Side::input, schema(before), schema(after)));
    };
    CHECK(change(nullable, R"({"type":"integer"})") == "I14 I67");
    CHECK(change(R"({"type":"integer"})", nullable) == "I15 I65");
    CHECK(change(nullable, R"({"type":"integer","default":6})") == "I14 I66");
    CHECK(change(nullable, R"({"type":"integer","default":5})") == "I14");
    CHECK(
        change(R"({"type":"integer"})",
               R"({"anyOf":[{"type":"integer"},{"type":"string"},{"type":"null"}],"default":5})") ==
        "I58 I65");
}

TEST_CASE("the finding of a requirement points at the parameter") {
    const auto object = [](const char* required) {
        return parse_json(R"({"type":"object","properties":{"label":{}},"required":[)" +
                          std::string(required) + "]}")
            .value();
    };
    const auto named = findings(Side::input, object(""), object(R"("label")"));
    REQUIRE(ids(named) == "I06");
    CHECK(named[0].pointer == "/properties/label");
    // Without a schema of its own there is only the list.
    const auto unnamed = findings(Side::input, object(""), object(R"("other")"));
    REQUIRE(ids(unnamed) == "I06");
    CHECK(unnamed[0].pointer == "/required");
}

TEST_CASE(
    "definitions are compared with those that are used in the same places, whatever their names") {
    const auto schema = [](const std::string& parameters, const char* next) {
        const std::string text =
            R"({"type":"object","properties":{)" + parameters +
            R"("tree":{"$ref":"#/$defs/Tree"}},"required":["tree"],"additionalProperties":false,"$defs":{)"
            R"("Tree":{"type":"object","properties":{"left":{"$ref":"#/$defs/Tree"},"name":{"type":"string","maxLength":9}},"additionalProperties":false},)"
            R"("List":{"type":"object","properties":{"next":)" +
            next + R"(,"id":{"type":"integer"}},"required":["id"],"additionalProperties":false}}})";
        return parse_json(text).value();
    };
    const char* list = R"({"$ref":"#/$defs/List"})";
    const auto added =
        findings(Side::input, schema("", list),
                 schema(R"("list":{"anyOf":[{"$ref":"#/$defs/List"},{"type":"null"}]},)", list));
    REQUIRE(ids(added) == "I02");
    CHECK(added[0].pointer == "/properties/list");
    // A change inside of a definition is found, and so is what becomes recursive with it.
    Json shorter = schema("", list);
    shorter["$defs"]["Tree"]["properties"]["name"]["maxLength"] = 5;
    CHECK(ids(findings(Side::input, schema("", list), shorter)) == "I29");
    CHECK(ids(findings(Side::input, schema(R"("list":{"$ref":"#/$defs/List"},)", "true"),
                       schema(R"("list":{"$ref":"#/$defs/List"},)", list))) == "I75");
}

TEST_CASE("alternatives are compared one by one, equal ones too") {
    // A value of an alternative that stands there twice is of two.
    const auto one_of = [](const char* list) {
        return parse_json(R"({"oneOf":[)" + std::string(list) + "]}").value();
    };
    const char* const text_twice = R"({"type":"string"},{"type":"string"},{"type":"integer"})";
    const char* const number_twice = R"({"type":"string"},{"type":"integer"},{"type":"integer"})";
    const auto found = findings(Side::input, one_of(text_twice), one_of(number_twice));
    REQUIRE_FALSE(found.empty());
    CHECK(found.front().change == ChangeClass::breaking);
    CHECK(found.front().witness.has_value());
    CHECK(ids(findings(Side::input, one_of(text_twice),
                       one_of(R"({"type":"integer"},{"type":"string"},{"type":"string"})"))) ==
          "S14");
}

TEST_CASE("that another order accepts the same is said where it is proven") {
    const auto schema = [](const char* first, const char* second) {
        return parse_json(R"({"anyOf":[)" + std::string(first) + "," + second +
                          R"(],"unevaluatedProperties":false})")
            .value();
    };
    const char* const a = R"({"properties":{"a":{}}})";
    const char* const b = R"({"properties":{"b":{}}})";
    const auto found = findings(Side::input, schema(a, b), schema(b, a));
    CHECK(ids(found) == "S05");
    CHECK(found.front().grants == GrantEffect::suspend);
}

TEST_CASE("a parameter that takes anything is a finding, also where the object is open") {
    const Json before = parse_json(R"({"properties":{"q":{"type":"string"}}})").value();
    Json after = before;
    after["properties"]["sidenote"] = Json{{"default", "all"}};
    const auto input = findings(Side::input, before, after);
    REQUIRE(ids(input) == "I87");
    CHECK(input.front().pointer == "/properties/sidenote");
    CHECK(input.front().grants == GrantEffect::suspend);
    CHECK(ids(findings(Side::output, before, after)) == "O06");
}

namespace {

/// An object whose `count` parameters take numbers up to `most`, with keywords beside them.
Json with_parameters(int count, int most, const Json& beside) {
    Json schema = beside;
    schema["type"] = "object";
    for (int i = 0; i < count; ++i) {
        const std::string name = "p" + std::to_string(i);
        schema["properties"][name] = Json{{"type", "integer"}, {"maximum", most}};
        if (i % 2 == 0) schema["required"].push_back(name);
    }
    return schema;
}

}  // namespace

TEST_CASE("each of many parameters is judged by itself") {
    const Json closed{{"additionalProperties", false}};
    const Json before = with_parameters(100, 10, closed);
    Json after = with_parameters(100, 20, closed);
    after["properties"]["p7"]["maximum"] = 5;
    // Refuses what was valid before, whatever the others say.
    after["properties"]["more"] = Json{{"type", "null"}};
    after["required"].push_back("more");
    const InclusionLimits few{.steps_of_schema_max = 60'000};
    const auto found = compare_schemas(Side::input, before, after, few).value();
    REQUIRE(found.size() == 101);
    for (const Finding& finding : found) {
        REQUIRE(finding.rule->id != "S10");
        REQUIRE(finding.witness.has_value());
    }
}

TEST_CASE("what is known of each parameter is known of all together") {
    // Too few steps for the wholes, and enough for each parameter.
    const InclusionLimits few{.steps_max = 1'000};
    const Json closed{{"additionalProperties", false}};
    Json before = with_parameters(40, 10, closed);
    Json after = with_parameters(40, 20, closed);
    const auto undecided = compare(Language::of(before).value(), Language::of(after).value(), few);
    REQUIRE(undecided.inclusion == Inclusion::undecided);
    const auto found = compare_schemas(Side::input, before, after, few).value();
    CHECK(found.size() == 40);
    for (const Finding& finding : found) CHECK(finding.rule->id == "I26");
    // Two changes of one parameter may do more together than each by itself.
    before["properties"]["p0"]["minimum"] = 3;
    after["properties"]["p0"]["minimum"] = 1;
    CHECK(compare_schemas(Side::input, before, after, few).value().back().rule->id == "S05");
}

TEST_CASE("what the steps do not suffice for is S10") {
    // Parts that may depend on each other are compared as wholes, each time.
    const Json together{{"maxProperties", 60}};
    const InclusionLimits few{.steps_of_schema_max = 60'000};
    const auto compared = [&](int count) {
        return compare_schemas(Side::input, with_parameters(count, 10, together),
                               with_parameters(count, 20, together), few)
            .value();
    };
    CHECK(ids(compared(3)) == "I26 I26 I26");
    const auto found = compared(100);
    CHECK(found.size() < 100);
    CHECK(found.front().rule->id == "I26");
    CHECK(found.back().rule->id == "S10");
    CHECK(found.back().change == ChangeClass::unknown);
    CHECK(found.back().grants == GrantEffect::suspend);
}

TEST_CASE("a schema that cannot be read is an error of the comparison") {
    CHECK_FALSE(compare_schemas(Side::input, Json{{"type", "strnig"}}, Json::object()));
    CHECK_FALSE(
        compare_schemas(Side::input, Json::object(), Json{{"$ref", "https://example.org/x"}}));
}

TEST_CASE("a finding is a sentence that names the part, by the names of members alone") {
    const auto sentence = [](std::string pointer, std::string before, std::string after) {
        Finding finding;
        take_rule("I26", finding);
        finding.pointer = std::move(pointer);
        finding.before = std::move(before);
        finding.after = std::move(after);
        const std::string text = sentence_of(finding);
        return text.substr(0, text.find(". A maximum is what"));
    };
    const std::string name = "maximum raised or removed";
    CHECK(sentence("/inputSchema/properties/to/items/properties/a~1b~0c/maximum", "1", "2") ==
          "Argument \"to.a/b~c\": " + name + ": was 1, is 2");
    CHECK(sentence("/inputSchema", "", "2") == "Arguments: " + name + ": is 2");
    CHECK(sentence("/outputSchema/properties/properties", "1", "") ==
          "Result \"properties\": " + name + ": was 1");
    CHECK(sentence("/outputSchema/properties", "", "") == "Result: " + name);
    CHECK(sentence("/annotations/readOnlyHint", "", "") == name);
    CHECK(sentence("", "", "") == name);
    const std::string cut = sentence("", "", std::string(159, 'a') + "ää");
    CHECK(cut == name + ": is " + std::string(159, 'a') + "ä…");
}

}  // namespace iam::contract::test
