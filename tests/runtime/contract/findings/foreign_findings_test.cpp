// What changed between versions of a stranger's tool, and how long values are shown.
// Tests of runtime/src/contract/findings/{tool_findings,words}.cpp.
#include "plain_tool.hpp"
#include <iam/contract/digests.hpp>

namespace iam::contract::test {

TEST_CASE("each change of a stranger's tool suspends what was allowed, and spellings do not") {
    for (const char* change :
         {R"({"inputSchema":{"properties":{"a":{"maximum":9}}}})", R"({"icons":[{"src":"x"}]})",
          R"({"annotations":{"readOnlyHint":true}})", R"({"_meta":{"note":"x"}})",
          R"({"outputSchema":{"properties":{"r":{"maxLength":9}}}})",
          R"({"execution":{"taskSupport":"required"}})", R"({"description":null})"}) {
        INFO(change);
        const Finding finding = only_finding("{}", change, Trust::untrusted);
        CHECK(finding.grants == GrantEffect::suspend);
        CHECK(only_finding("{}", change).grants == GrantEffect::keep);
    }
    CHECK(only_finding("{}", R"({"annotations":{"readOnlyHint":null}})", Trust::untrusted).grants ==
          GrantEffect::keep);
    CHECK(only_finding("{}", R"({"annotations":{"destructiveHint":true}})", Trust::untrusted)
              .grants == GrantEffect::revoke);
}

TEST_CASE("white space between a stranger's words keeps what was allowed, other marks do not") {
    const auto effect = [](const char* before, const char* after, Trust trust) {
        const auto with = [](const char* text) {
            return std::string(R"({"description":")") + text + "\"}";
        };
        const Finding finding = only_finding(with(before), with(after), trust);
        CHECK(finding.rule->id == "D11");
        return finding.grants;
    };
    CHECK(effect("Reads a  file.", " Reads a\\nfile. ", Trust::untrusted) == GrantEffect::keep);
    for (const auto& [before, after] :
         {std::pair("Goes nowhere.", "Goes now here."), std::pair("Is read_file.", "Is readfile."),
          std::pair("If n > 5.", "If n 5."), std::pair("A file.", "A *file*.")}) {
        INFO(after);
        CHECK(effect(before, after, Trust::untrusted) == GrantEffect::suspend);
        CHECK(effect(before, after, Trust::first_party) == GrantEffect::keep);
    }
}

TEST_CASE("no fact that a stranger states hides a change, moves a digest or says what a tool is") {
    const auto before = tool(R"({"_meta":{"iam/contract":{"full":{"inputSchema":{"type":"object"}},
        "policy":"confirm","symbol":"n::t","undo":{"grade":"exact"}}}})");
    auto after = tool(R"({"_meta":{"iam/contract":{"full":{"inputSchema":{"type":"object"}},
        "policy":"deny","symbol":"n::t"}},
        "inputSchema":{"properties":{"c":{"type":"string"}}}})");
    // Digests that agree with the stated schemas make those count, in a manifest.
    const auto state_digests = [](OrderedJson stated) {
        OrderedJson& facts = stated["_meta"]["iam/contract"];
        const auto wire =
            wire_digest(facts["full"]["inputSchema"], stated.value("outputSchema", OrderedJson()));
        facts["digests"] = OrderedJson{{"wire", wire.value().hex()}};
        return stated;
    };
    const auto found = compare_tools(state_digests(before), state_digests(after), Trust::untrusted);
    REQUIRE(rule_ids(found) == "I02 S16");
    CHECK(found[1].pointer == "/_meta/iam~1contract");
    CHECK(found[1].grants == GrantEffect::suspend);
    const auto change =
        input_change(state_digests(before), state_digests(after), found.front(), Trust::untrusted);
    REQUIRE(change.has_value());
    const Json value{{"a", 1}, {"b", "x"}, {"c", "y"}};
    CHECK(change->after.accepts(value).value());
    CHECK_FALSE(change->before.accepts(value).value());
}

TEST_CASE("a stranger's symbol does not make two tools one") {
    const auto before = catalogue(tool("{}"));
    const auto after = catalogue(tool(R"({"name":"u"})"));
    CHECK(rule_ids(compare_catalogues(before, after, Trust::first_party)) == "T04");
    CHECK(rule_ids(compare_catalogues(before, after, Trust::untrusted)) == "T01 T02");
}

TEST_CASE("hidden characters in facts that a stranger states are found") {
    CHECK(rule_ids(compare_tools(tool(),
                                 tool("{\"_meta\":{\"iam/contract\":{\"note\":\"x\u202e\"}}}"),
                                 Trust::untrusted)) == "S16 D08");
}

TEST_CASE("the name of a part cannot end its quotes, begin a line or fill the screen") {
    const auto named = [](const std::string& name) {
        OrderedJson after = tool();
        after["inputSchema"]["properties"][name] = {{"type", "string"}};
        const auto found = compare_tools(tool(), after, Trust::untrusted);
        return part_of(found.at(0)).names;
    };
    CHECK(named("a\": fine.\n") == R"(a\": fine.\n)");
    CHECK(named("größe") == "größe");
    CHECK(named(std::string(5'000, 'x')) == std::string(160, 'x') + "…");
}

TEST_CASE("long values are shown from where they begin to differ") {
    const std::string same(300, 'a');
    const auto with = [&](const std::string& end) {
        return OrderedJson{{"name", "t"}, {"description", same + end}, {"inputSchema", {}}};
    };
    const auto found = compare_tools(with("fine"), with("never ask"), Trust::untrusted);
    REQUIRE(found.size() == 1);
    const auto shown = shortened_values(found.front());
    CHECK(shown.before == "…" + std::string(40, 'a') + "fine\"");
    CHECK(shown.after == "…" + std::string(40, 'a') + "never ask\"");
    CHECK(sentence_of(found.front()).find("is …" + std::string(40, 'a') + "never ask") !=
          std::string::npos);
    // A cut through a letter of several bytes is none.
    std::string umlauts;
    for (int i = 0; i < 100; ++i) umlauts += "ä";
    Finding finding = found.front();
    finding.before = umlauts + "xxxxx";
    finding.after = "b" + umlauts;
    CHECK(shortened_values(finding).before == shortened(finding.before));
    finding.after = umlauts + "yyyyy";
    CHECK(shortened_values(finding).after.substr(0, 5) == "…ä");
    finding.before = "\"b" + umlauts + "x";
    finding.after = "\"b" + umlauts + "y";
    CHECK(shortened_values(finding).after.substr(0, 5) == "…ä");
}

}  // namespace iam::contract::test
