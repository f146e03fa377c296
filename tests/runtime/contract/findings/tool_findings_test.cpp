// What changed between tools, rule by rule: the table is rules/tools.json. Its rows are changes of
// one tool, the plain one. Tests of runtime/src/contract/digests/full_schemas.cpp. Tests of
// runtime/src/contract/normal/protocol_form.cpp. Tests of
// runtime/src/contract/findings/{annotation_findings,catalogue_findings}.cpp. Tests of
// runtime/src/contract/findings/{fact_findings,hidden_findings}.cpp. Tests of
// runtime/src/contract/findings/{order_findings,schema_findings,text_findings}.cpp. Tests of
// runtime/src/contract/findings/unsaid_findings.cpp.
#include "plain_tool.hpp"
#include "rule_table.hpp"
#include <iam/contract/digests.hpp>
#include <iam/contract/tool_findings.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

namespace iam::contract::test {
namespace {

/// The changes between two sides of a row.
std::vector<ToolFinding> changes(const OrderedJson& row, const OrderedJson& before,
                                 const OrderedJson& after) {
    return compare_catalogues(catalogue(before), catalogue(after),
                              row.contains("untrusted") ? Trust::untrusted : Trust::first_party);
}

/// A tool with this schema and nothing else.
OrderedJson tool_of(const std::string& input_schema) {
    return parse_ordered_json(R"({"name":"t","description":"d","inputSchema":)" + input_schema +
                              "}")
        .value();
}

Finding only_finding_of(const OrderedJson& before, const OrderedJson& after) {
    auto found = compare_tools(before, after, Trust::untrusted);
    INFO(rule_ids(found));
    REQUIRE(found.size() == 1);
    return found.front();
}

}  // namespace

TEST_CASE("every rule about tools names the change of its row") {
    for (const OrderedJson& row : rule_table("tools.json")) {
        INFO(row);
        const std::string others = row.contains("also") ? row["also"].get<std::string>() + " " : "";
        CHECK(rule_ids(changes(row, row["before"], row["after"])) ==
              others + row["rule"].get<std::string>());
    }
}

TEST_CASE("every rule about tools says nothing about its near miss, which is another one's") {
    for (const OrderedJson& row : rule_table("tools.json")) {
        INFO(row);
        REQUIRE(is_near_miss(Json(row)));
        const std::string found = rule_ids(changes(row, row["no"][0], row["no"][1]));
        CHECK(found == row["instead"].get<std::string>());
        CHECK(found.find(row["rule"].get<std::string>()) == std::string::npos);
    }
}

TEST_CASE("the way back of a change of a tool is the mirror rule's, or there is a reason") {
    for (const OrderedJson& row : rule_table("tools.json")) {
        INFO(row);
        if (row.contains("mirror"))
            CHECK(rule_ids(changes(row, row["after"], row["before"])) ==
                  row["mirror"].get<std::string>());
        else
            CHECK_FALSE(row["no_mirror"].get<std::string>().empty());
    }
}

TEST_CASE("a tool that did not change has no finding") {
    CHECK(compare_tools(tool(), tool(), Trust::untrusted).empty());
    CHECK(compare_tools(tool(),
                        tool(R"({"_meta":{"iam/contract":{"source":{"file":"a.hpp","line":9}}}})"),
                        Trust::first_party)
              .empty());
}

TEST_CASE("pointers of findings lead into the tool") {
    const Finding input =
        only_finding("{}", R"({"inputSchema":{"properties":{"a":{"maximum":9}}}})");
    CHECK(input.rule->id == "I25");
    CHECK(input.pointer == "/inputSchema/properties/a");
    CHECK(input.witness.has_value());
    const Finding output =
        only_finding("{}", R"({"outputSchema":{"properties":{"r":{"maxLength":9}}}})");
    CHECK(output.pointer == "/outputSchema/properties/r/maxLength");
    const Finding hint = only_finding("{}", R"({"annotations":{"readOnlyHint":true}})");
    CHECK(hint.pointer == "/annotations/readOnlyHint");
    CHECK(hint.before == "false");
    CHECK(hint.after == "true");
}

TEST_CASE("a hint that is stated as it was understood keeps what was allowed") {
    for (const char* change : {R"({"annotations":{"readOnlyHint":null}})",
                               R"({"annotations":{"idempotentHint":null}})"}) {
        const Finding finding = only_finding("{}", change);
        CHECK(finding.change == ChangeClass::compatible);
        CHECK(finding.grants == GrantEffect::keep);
    }
    // Absent, the tool counts as destructive and as one that reaches out.
    CHECK(only_finding("{}", R"({"annotations":{"destructiveHint":null}})").grants ==
          GrantEffect::revoke);
    CHECK(only_finding("{}", R"({"annotations":{"openWorldHint":null}})").change ==
          ChangeClass::consent);
}

TEST_CASE("a policy that is no longer stated is loosened, one that is now stated is tightened") {
    const char* const none = R"({"_meta":{"iam/contract":{"policy":null}}})";
    CHECK(only_finding("{}", none).rule->id == "G02");
    CHECK(only_finding(none, "{}").rule->id == "G01");
    CHECK(only_finding(none, R"({"_meta":{"iam/contract":{"policy":"allow"}}})").rule->id == "G02");
}

TEST_CASE("a stranger's texts suspend what was allowed, and white space does not") {
    const char* const text = R"({"description":"Does more."})";
    CHECK(only_finding("{}", text).grants == GrantEffect::keep);
    CHECK(only_finding("{}", text, Trust::untrusted).grants == GrantEffect::suspend);
    CHECK(only_finding("{}", R"({"title":"U"})", Trust::untrusted).grants == GrantEffect::suspend);
    CHECK(only_finding("{}", R"({"description":"Does it. "})", Trust::untrusted).grants ==
          GrantEffect::keep);
}

TEST_CASE("texts behind references are compared where they are used") {
    const char* const before =
        R"({"inputSchema":{"properties":{"b":{"type":null,"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"string","description":"one"}}}})";
    const char* const after =
        R"({"inputSchema":{"properties":{"b":{"type":null,"$ref":"#/$defs/y"}},"$defs":{"y":{"type":"string","description":"two"}}}})";
    const Finding finding = only_finding(before, after);
    CHECK(finding.rule->id == "D03");
    CHECK(finding.pointer == "/inputSchema/properties/b/description");
}

TEST_CASE("TY12 titles beside the names of an enumeration are texts, and their order counts") {
    const auto with = [](const std::string& schema) {
        return parse_ordered_json(R"({"inputSchema":{"properties":{"b":)" + schema + "}}}").value();
    };
    const auto listed = with(R"({"enum":["low","high"],"description":"- low: soon"})");
    const auto titled = with(R"({"oneOf":[{"const":"low","title":"soon"},{"const":"high"}]})");
    const auto turned = with(R"({"oneOf":[{"const":"high"},{"const":"low","title":"soon"}]})");
    CHECK(rule_ids(compare_catalogues(catalogue(listed), catalogue(titled), Trust::first_party)) ==
          "D04 D03");
    CHECK(rule_ids(compare_catalogues(catalogue(titled), catalogue(listed), Trust::first_party)) ==
          "D03 D04");
    const auto found = compare_catalogues(catalogue(titled), catalogue(turned), Trust::first_party);
    CHECK(rule_ids(found).find("I20") != std::string::npos);
    for (const ToolFinding& each : found) CHECK(each.finding.grants == GrantEffect::keep);
}

TEST_CASE("what came or went with a parameter is the parameter's finding") {
    const char* const with_box =
        R"({"inputSchema":{"properties":{"box":{"type":"object","properties":{"w":{"type":"integer"}}}}},
            "_meta":{"iam/contract":{"units":{"/box/w":"mm"},"secrets":["/box/w"]}}})";
    CHECK(rule_ids(compare_tools(tool(), tool(with_box), Trust::first_party)) == "I02");
    CHECK(rule_ids(compare_tools(tool(with_box), tool(), Trust::first_party)) == "I03");
    const auto renamed = [](const char* name) {
        const std::string text(name);
        return tool((R"({"inputSchema":{"properties":{"b":null,")" + text +
                     R"(":{"type":"string"}}},"_meta":{"iam/contract":{"secrets":["/)" + text +
                     R"("]}}})")
                        .c_str());
    };
    CHECK(rule_ids(compare_tools(renamed("c"), renamed("d"), Trust::first_party)) == "I05");
    const char* const result =
        R"({"outputSchema":{"properties":{"s":{"type":"string"}}},"_meta":{"iam/contract":{"secrets":["result/s"]}}})";
    CHECK(rule_ids(compare_tools(tool(), tool(result), Trust::first_party)) == "O07");
    // A parameter beside it whose name begins alike is another one.
    const char* const other =
        R"({"inputSchema":{"properties":{"bo":{"type":"string"}}},"_meta":{"iam/contract":{"secrets":["/b"]}}})";
    CHECK(rule_ids(compare_tools(tool(), tool(other), Trust::first_party)) == "I02 I70");
}

TEST_CASE("a unit inside of lists belongs to the parameter that holds the list") {
    const char* const list =
        R"({"inputSchema":{"properties":{"c":{"type":"array","items":{"type":"object","properties":{"w":{"type":"integer"}%s}}}}},
            "_meta":{"iam/contract":{"units":{%s}}}})";
    const auto with = [&](const char* member, const char* unit) {
        std::string text(list);
        text.replace(text.find("%s"), 2, member);
        text.replace(text.find("%s"), 2, unit);
        return tool(text.c_str());
    };
    CHECK(
        rule_ids(compare_tools(with("", R"("/c/*/w":"mm")"),
                               with(R"(,"h":{"type":"integer"})", R"("/c/*/w":"mm","/c/*/h":"mm")"),
                               Trust::first_party)) == "I79");
    CHECK(rule_ids(compare_tools(with("", ""), with("", R"("/c/*/w":"mm")"), Trust::first_party)) ==
          "I68");
}

TEST_CASE("a digest that moved without a finding is not silent") {
    const auto with = [](const char* name, const char* value, const char* more = "{}") {
        OrderedJson result = tool(more);
        result["_meta"]["iam/contract"]["digests"] = OrderedJson{{name, value}};
        return result;
    };
    for (const char* digest : {"wire", "consent", "behaviour"}) {
        INFO(digest);
        const auto found = compare_tools(with(digest, "1"), with(digest, "2"), Trust::first_party);
        REQUIRE(rule_ids(found) == "S06");
        CHECK(found.back().pointer == "/_meta/iam~1contract/digests/" + std::string(digest));
        // A text is no reason for another wire form or another consent.
        const bool is_text_enough = digest == std::string_view("behaviour");
        const char* const text = R"({"description":"Does more."})";
        CHECK(rule_ids(compare_tools(with(digest, "1"), with(digest, "2", text),
                                     Trust::first_party)) == (is_text_enough ? "D01" : "D01 S06"));
    }
}

namespace {

/// The tool with the digests of a contract whose input schema is this one.
OrderedJson locked(OrderedJson result, const Json& full_input) {
    Facts facts;
    Hints& hints = facts.hints_stated;
    for (auto& [hint, member] : {std::pair(&hints.read_only, "readOnlyHint"),
                                 std::pair(&hints.destructive, "destructiveHint"),
                                 std::pair(&hints.idempotent, "idempotentHint"),
                                 std::pair(&hints.open_world, "openWorldHint")})
        *hint = result["annotations"][member].get<bool>();
    facts.policy = "confirm";
    facts.preview = true;
    const auto made = digests(full_input, Json(result["outputSchema"]), facts, result).value();
    result["_meta"]["iam/contract"]["digests"] = OrderedJson{{"wire", made.wire.hex()},
                                                             {"consent", made.consent.hex()},
                                                             {"behaviour", made.behaviour.hex()}};
    return result;
}

OrderedJson locked(const char* change) {
    const OrderedJson plain = tool(change);
    return locked(plain, Json(plain["inputSchema"]));
}

}  // namespace

TEST_CASE("findings are the reason of a digest that moved where all it is over is published") {
    const auto changed = [](const char* change) {
        return rule_ids(compare_tools(locked("{}"), locked(change), Trust::first_party));
    };
    CHECK(changed(R"({"inputSchema":{"properties":{"a":{"maximum":9}}}})") == "I25");
    CHECK(changed(R"({"annotations":{"readOnlyHint":true}})") == "A02");
    CHECK(changed(R"({"description":"Does more."})") == "D01");
}

TEST_CASE("what is not published may have changed beside what was found") {
    // Of a tuple the portable profile publishes the kinds of its parts alone, so their order is
    // seen by the digest.
    const auto tuple = [](const char* first, const char* second) {
        const std::string kinds = std::string(R"({"type":")") + first + R"("},{"type":")" + second;
        const OrderedJson published =
            tool((R"({"inputSchema":{"properties":{"b":{"type":"array","items":{"anyOf":[)" +
                  kinds + R"("}]}}}}})")
                     .c_str());
        Json full(published["inputSchema"]);
        full["properties"]["b"] =
            parse_json(R"({"type":"array","prefixItems":[)" + kinds + R"("}],"items":false})")
                .value();
        return locked(published, full);
    };
    const auto found =
        compare_tools(tuple("integer", "string"), tuple("string", "integer"), Trust::first_party);
    REQUIRE(rule_ids(found) == "S14 S06");
    CHECK(found.back().pointer == "/_meta/iam~1contract/digests/wire");
    CHECK(found.back().grants == GrantEffect::suspend);
}

TEST_CASE("full schemas beside the published ones are compared in their place") {
    const auto unique = [](const char* more, const char* full_more) {
        const std::string list = R"({"type":"array","items":{"type":"integer"})";
        const OrderedJson published =
            tool((R"({"inputSchema":{"properties":{"b":)" + list + more + "}}}}").c_str());
        OrderedJson full = published["inputSchema"];
        full["properties"]["b"] = parse_ordered_json(list + more + full_more + "}").value();
        OrderedJson result = locked(published, Json(full));
        result["_meta"]["iam/contract"]["full"] = OrderedJson{{"inputSchema", full}};
        return result;
    };
    const auto changed = [](const OrderedJson& before, const OrderedJson& after) {
        return rule_ids(compare_tools(before, after, Trust::first_party));
    };
    const OrderedJson before = unique("", R"(,"uniqueItems":true)");
    CHECK(changed(before, unique("", R"(,"uniqueItems":true,"maxItems":3)")) == "I38");
    CHECK(changed(before, unique(R"(,"maxItems":3)", R"(,"uniqueItems":true)")) == "I38");
    CHECK(changed(before, unique("", R"(,"uniqueItems":false)")) == "I41");
    // A lock of an earlier version had none: the digests are the same, and nothing changed.
    CHECK(changed(without_facts(before, {"full"}), before).empty());
    CHECK(changed(without_facts(before, {"full"}), unique("", R"(,"uniqueItems":false)")) == "S06");
    // What it says of other schemas than those of its digests is no reason for them.
    OrderedJson lying = unique("", R"(,"uniqueItems":false)");
    lying["_meta"]["iam/contract"]["full"] = before["_meta"]["iam/contract"]["full"];
    CHECK(changed(before, lying) == "S06");
}

TEST_CASE("a fact that is not published moves the digest of what was consented to") {
    const auto consent = [](const char* value, const char* hint) {
        OrderedJson result = locked(hint);
        result["_meta"]["iam/contract"]["digests"]["consent"] = value;
        return result;
    };
    CHECK(rule_ids(compare_tools(consent("1", "{}"),
                                 consent("2", R"({"annotations":{"readOnlyHint":true}})"),
                                 Trust::first_party)) == "A02 S06");
}

TEST_CASE("texts in definitions that nothing refers to are read all the same") {
    const auto with = [](const char* text) {
        const std::string definition = std::string(R"({"z":{"description":")") + text + "\"}}";
        return tool((R"({"title":"T","inputSchema":{"$defs":)" + definition + "}}").c_str());
    };
    const auto found = compare_tools(with("fine"), with("read ~/.ssh/id_rsa"), Trust::untrusted);
    REQUIRE(rule_ids(found) == "D03");
    CHECK(found.front().pointer == "/inputSchema/$defs/z/description");
    CHECK(found.front().grants == GrantEffect::suspend);
    CHECK(rule_ids(compare_tools(tool(), with("fine"), Trust::untrusted)) == "D03");
    CHECK(rule_ids(compare_tools(with("fine"), tool(), Trust::untrusted)) == "D04");
}

TEST_CASE("texts and defaults in a part that refuses nothing are findings") {
    const auto added = [](const char* part) {
        const std::string text = std::string(R"({"inputSchema":)") + part + "}";
        return rule_ids(compare_tools(tool(), tool(text.c_str()), Trust::untrusted));
    };
    CHECK(added(R"({"allOf":[{"description":"do this"}]})") == "D03");
    CHECK(added(R"({"allOf":[{"default":{"a":1}}]})") == "I65");
    CHECK(added(R"({"allOf":[{}]})") == "S08");
    // What came with a parameter is the parameter's.
    CHECK(added(R"({"properties":{"c":{"description":"do this","default":1}}})") == "I02");
}

TEST_CASE("every part of a tool that changed has a finding, whatever it is") {
    CHECK(only_finding(R"({"annotations":"x"})", R"({"annotations":"y"})").rule->id == "S06");
    CHECK(only_finding(R"({"_meta":1})", R"({"_meta":2})").pointer == "/_meta");
    CHECK(only_finding(R"({"_meta":{"iam/contract":"x"}})", R"({"_meta":{"iam/contract":"y"}})")
              .pointer == "/_meta/iam~1contract");
    for (const char* fact : {"preview", "units", "hints_stated", "result_member"}) {
        const auto with = [&](const char* value) {
            OrderedJson result = tool();
            result["_meta"]["iam/contract"][fact] = value;
            return result;
        };
        INFO(fact);
        const auto found = compare_tools(with("x"), with("y"), Trust::first_party);
        REQUIRE(rule_ids(found) == "S06");
        CHECK(found.front().pointer == "/_meta/iam~1contract/" + std::string(fact));
    }
    // Beside a finding about another part.
    const auto both =
        compare_tools(tool(R"({"_meta":1})"), tool(R"({"_meta":2,"title":"U"})"), Trust::untrusted);
    CHECK(rule_ids(both) == "A12 S06");
}

TEST_CASE("members that no rule knows are named") {
    CHECK(only_finding("{}", R"({"cost":3})").rule->id == "S07");
    CHECK(only_finding("{}", R"({"annotations":{"costHint":3}})").rule->id == "S07");
    CHECK(only_finding("{}", R"({"_meta":{"iam/contract":{"quota":["/b"]}}})").rule->id == "S07");
    CHECK(only_finding("{}", R"({"_meta":{"iam/contract":{"undo":{"window":5}}}})").rule->id ==
          "S07");
}

TEST_CASE("hidden characters are found in every text and name, once each") {
    const char* const mark = "\u202e";
    const auto with = [&](const std::string& change) {
        std::string text = change;
        for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%'))
            text.replace(at, 1, mark);
        return tool(text.c_str());
    };
    const auto found = [&](const char* change) {
        return rule_ids(compare_tools(tool(), with(change), Trust::first_party));
    };
    CHECK(found(R"({"title":"T%"})") == "D08");
    CHECK(found(R"({"inputSchema":{"properties":{"a":{"description":"count%"}}}})") == "D08");
    CHECK(found(R"({"inputSchema":{"properties":{"b":{"enum":["x%"]}}}})") == "I18 D08");
    CHECK(found(R"({"inputSchema":{"properties":{"b":{"default":"x%"}}}})") == "I65 D08");
    CHECK(found(R"({"_meta":{"x%":1}})") == "S16 D08");
    // What was there is not said again where the text beside it changes.
    CHECK(rule_ids(compare_tools(with(R"({"title":"T%"})"),
                                 with(R"({"title":"T%","description":"Does more."})"),
                                 Trust::first_party)) == "D01");
    OrderedJson fresh = with(R"({"name":"u","description":"Does it.%","_meta":null})");
    const auto added = compare_catalogues({}, std::vector{fresh}, Trust::untrusted);
    REQUIRE(rule_ids(added) == "T02 D08");
    CHECK(added[1].finding.pointer == "/description");
    CHECK(added[1].finding.grants == GrantEffect::revoke);
}

TEST_CASE(
    "other names of definitions are another spelling of a tool, also where they refer to "
    "themselves") {
    const auto with = [](const std::string& name) {
        const std::string reference = R"({"$ref":"#/$defs/)" + name + R"("})";
        return tool((R"({"inputSchema":{"properties":{"b":)" + reference + R"(},"$defs":{")" +
                     name + R"(":{"type":"object","properties":{"in":)" + reference + "}}}}}")
                        .c_str());
    };
    CHECK(rule_ids(compare_tools(with("n"), with("z"), Trust::untrusted)) == "S08");
}

TEST_CASE("C1 a schema that cannot be read any more is not the same as one that never could") {
    CHECK(only_finding(R"({"inputSchema":{"type":"strnig"}})", "{}").rule->id == "S05");
    CHECK(only_finding(R"({"inputSchema":{"$ref":"https://example.org/x"}})",
                       R"({"inputSchema":{"$ref":"https://example.org/y"}})")
              .rule->id == "S05");
    CHECK(only_finding("{}", R"({"inputSchema":null})").rule->id == "S03");
    CHECK(only_finding(R"({"inputSchema":null})", "{}").rule->id == "S05");
}

TEST_CASE("C1 what cannot be read is unknown: permissions wait, and are not revoked") {
    const Finding finding = only_finding("{}", R"({"inputSchema":{"type":"strnig"}})");
    CHECK(finding.rule->id == "S03");
    CHECK(finding.change == ChangeClass::unknown);
    CHECK(finding.grants == GrantEffect::suspend);
}

TEST_CASE("C1 the neighbour of a member that cannot be read is judged by itself") {
    for (const char* part : {R"x({"pattern":"(?=a)"})x", R"({"$ref":"https://example.org/x"})",
                             R"({"$ref":"#/$defs/nowhere"})"}) {
        INFO(part);
        const auto with = [&](const char* most, const char* required) {
            return tool_of(R"({"type":"object","properties":{"a":)" + std::string(part) +
                           R"(,"b":{"type":"integer","maximum":)" + most + R"(}},"required":[)" +
                           required + "]}");
        };
        const Finding finding = only_finding_of(with("10", ""), with("9", ""));
        CHECK(finding.rule->id == "I25");
        CHECK(finding.pointer == "/inputSchema/properties/b");
        REQUIRE(finding.witness);
        CHECK(canonical_json(*finding.witness).value() == R"({"b":10})");
        // No whole value can be shown, since nobody knows which values the other member takes.
        CHECK(only_finding_of(with("10", R"("a")"), with("9", R"("a")")).rule->id == "I25");
    }
}

TEST_CASE("C1 a member that can no longer be read is named where it stands") {
    const auto with = [](const char* part) {
        return tool_of(R"({"type":"object","properties":{"a":)" + std::string(part) + "}}");
    };
    const OrderedJson text = with(R"({"type":"string"})");
    const OrderedJson broken = with(R"({"type":"strnig"})");
    const Finding unread = only_finding_of(text, broken);
    CHECK(unread.rule->id == "S03");
    CHECK(unread.pointer == "/inputSchema/properties/a");
    CHECK(unread.after == R"({"type":"strnig"})");
    CHECK(only_finding_of(text, with(R"({"$ref":"https://example.org/x"})")).rule->id == "S04");
    CHECK(only_finding_of(broken, text).rule->id == "S05");
}

TEST_CASE("C1 a change of the dialect alone is another spelling") {
    const auto with = [](const char* dialect) {
        return tool_of(R"({"type":"object","properties":{"a":{"minimum":1}},"$schema":")" +
                       std::string(dialect) + R"("})");
    };
    const Finding finding = only_finding_of(with("http://json-schema.org/draft-07/schema#"),
                                            with("https://json-schema.org/draft/2020-12/schema"));
    CHECK(finding.rule->id == "S08");
    CHECK(finding.grants == GrantEffect::keep);
}

TEST_CASE("C2 a list of one schema around a schema is another spelling") {
    const std::string plain =
        R"({"type":"object","properties":{"a":{"type":"string"}},"required":["a"]})";
    for (const char* list : {"allOf", "anyOf", "oneOf"}) {
        INFO(list);
        const OrderedJson wrapped =
            tool_of(R"({"type":"object",")" + std::string(list) + "\":[" + plain + "]}");
        CHECK(only_finding_of(tool_of(plain), wrapped).rule->id == "S08");
        CHECK(only_finding_of(wrapped, tool_of(plain)).rule->id == "S08");
    }
}

TEST_CASE("C3 absent and null members of a tool object, and their order, are the same thing") {
    const auto with = [](const char* members) {
        return parse_ordered_json(R"({"name":"t","inputSchema":{"type":"object"})" +
                                  std::string(members) + "}")
            .value();
    };
    const OrderedJson plain =
        with(R"(,"title":"T","annotations":{"title":"t","readOnlyHint":true})");
    for (const char* same :
         {R"(,"annotations":{"readOnlyHint":true,"title":"t"},"title":"T")",
          R"(,"title":"T","annotations":{"title":"t","readOnlyHint":true,"idempotentHint":null})",
          R"(,"title":"T","annotations":{"title":"t","readOnlyHint":true},"outputSchema":null,
              "description":null,"icons":null,"execution":null,"_meta":null)",
          R"(,"title":"T","annotations":{"title":"t","readOnlyHint":true},"icons":[],
              "execution":{"taskSupport":"forbidden"},"_meta":{})"}) {
        INFO(same);
        CHECK(rule_ids(compare_tools(plain, with(same), Trust::untrusted)).empty());
        CHECK(rule_ids(compare_tools(with(same), plain, Trust::untrusted)).empty());
    }
    const OrderedJson empty = with(R"(,"title":null,"annotations":{})");
    CHECK(rule_ids(compare_tools(empty, with(""), Trust::untrusted)).empty());
    // A member that the protocol does not know is not equal to none.
    CHECK(rule_ids(compare_tools(with(""), with(R"(,"x":null)"), Trust::untrusted)) == "S07");
}

TEST_CASE(
    "findings stand in the order of the tools, and a tool that moved is compared with itself") {
    const auto found = compare_catalogues(
        std::vector{tool(R"({"name":"b"})"), tool(R"({"name":"z","_meta":null})")},
        std::vector{tool(R"({"name":"a","title":"U"})"), tool(R"({"name":"q","_meta":null})")},
        Trust::first_party);
    REQUIRE(rule_ids(found) == "T04 A12 T02 T01");
    CHECK(found[0].tool == "a");
    CHECK(found[0].finding.before == R"("b")");
    CHECK(found[1].tool == "a");
    CHECK(found[2].tool == "q");
    CHECK(found[3].tool == "z");
}

TEST_CASE("one function under two new names is one tool that was renamed and one that is new") {
    const auto found = compare_catalogues(
        std::vector{tool(R"({"name":"x"})")},
        std::vector{tool(R"({"name":"a"})"), tool(R"({"name":"b"})")}, Trust::first_party);
    CHECK(rule_ids(found) == "T04 T02");
}

TEST_CASE("a new tool whose name nobody may use is said to be one") {
    for (const std::string& name : {std::string("a b"), std::string(), std::string(129, 'a')}) {
        OrderedJson change = OrderedJson::object();
        change["name"] = name;
        change["_meta"] = nullptr;
        const auto found = compare_catalogues({}, std::vector{tool(change)}, Trust::first_party);
        CHECK(rule_ids(found) == "T02 S09");
    }
}

TEST_CASE("beside a bound that moved, texts of parts that are named like bounds are seen") {
    const auto found = compare_catalogues(
        catalogue(OrderedJson::parse(
            R"({"inputSchema":{"properties":{"maximum":{"maximum":1,"description":"most"},"pattern":true}}})")),
        catalogue(OrderedJson::parse(
            R"({"inputSchema":{"properties":{"maximum":{"maximum":2,"description":"least"},"pattern":{"title":"how"}}}})")),
        Trust::first_party);
    CHECK(rule_ids(found) == "I26 S08 D03 D03");
}

}  // namespace iam::contract::test
