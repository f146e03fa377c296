// Every row of facts.def is in manifests, digests and findings.
// Tests of runtime/src/contract/digests/{facts,stated_facts}.cpp.
#include <iam/contract/tool_findings.hpp>
#include <iam/core/json_writer.hpp>

#include <runtime/contract/support.hpp>

#include <functional>
#include <string>
#include <vector>

namespace iam::contract::test {
namespace {

// A value of each kind. `version` is 1 or 2.
void state(std::string& text, int version) {
    text = version == 1 ? "allow" : "deny";
}
void state(std::vector<std::string>& texts, int version) {
    texts = {version == 1 ? "/a" : "/b"};
}
void state(std::optional<bool>& flag, int) {
    flag = true;
}
void state(std::optional<std::int64_t>& number, int version) {
    number = version;
}
void state(Hints& hints, int version) {
    hints.read_only = version == 2;
}
void state(UndoTerms& undo, int version) {
    undo.grade = version == 1 ? "compensating" : "exact";
}
void state(fact_kind::units& units, int version) {
    units = {{"/a", version == 1 ? "mm" : "cm"}};
}
void state(SourcePlace& source, int version) {
    source = {"a.hpp", static_cast<std::uint64_t>(version)};
}
void state(Appended&, int) {}

/// A row of facts.def, and a function that states its fact.
struct FactCase {
    FactRow fact;
    std::string kind;
    std::function<void(Facts&, int version)> state;
};

const std::vector<FactCase>& fact_cases() {
    static const std::vector<FactCase> k_cases{
#define IAM_FACT(name, kind, digest, added, removed, changed)                     \
    FactCase{FactRow{#name, InDigest::digest, #added, #removed, #changed}, #kind, \
             [](Facts& facts, int version) { test::state(facts.name, version); }},
#include <iam/contract/facts.def>
    };
    return k_cases;
}

/// A published tool with these facts.
OrderedJson published_facts(const Facts& facts) {
    JsonWriter out;
    out.begin_object();
    out.key("name");
    out.string("t");
    out.key("inputSchema");
    out.raw(R"({"properties":{"a":{},"b":{}},"type":"object"})");
    out.key("annotations");
    write_annotations(out, facts.hints_stated);
    out.key("_meta");
    out.begin_object();
    out.key("iam/contract");
    write_facts(out, facts);
    out.end_object();
    out.end_object();
    return parse_ordered_json(out.text()).value();
}

/// The tool with its digests, as locks have them.
OrderedJson locked_facts(const Facts& facts) {
    OrderedJson tool = published_facts(facts);
    const auto made = digests(Json(tool["inputSchema"]), nullptr, facts, tool).value();
    tool["_meta"]["iam/contract"]["digests"] = {{"wire", made.wire.hex()},
                                                {"consent", made.consent.hex()},
                                                {"behaviour", made.behaviour.hex()}};
    return tool;
}

Facts stating(const FactCase& row, int version) {
    Facts facts;
    row.state(facts, version);
    return facts;
}

/// The published tool with the fact of the row.
OrderedJson published_row(const FactCase& row, int version) {
    OrderedJson tool = published_facts(stating(row, version));
    if (row.kind == "appended")
        tool["_meta"]["iam/contract"][std::string(row.fact.name)] = {{"a", version}};
    return tool;
}

std::string ids_of_facts(const std::vector<Finding>& findings) {
    std::string ids;
    for (const Finding& finding : findings)
        ids += (ids.empty() ? "" : " ") + std::string(finding.rule->id);
    return ids;
}

/// The rules of a change from one set of facts to another.
std::string rules_between(const Facts& before, const Facts& after) {
    return ids_of_facts(
        compare_tools(locked_facts(before), locked_facts(after), Trust::first_party));
}

}  // namespace

TEST_CASE("every fact stands in manifests, where the tool states it") {
    for (const FactCase& row : fact_cases()) {
        if (row.kind == "appended") continue;
        INFO(row.fact.name);
        const std::string name(row.fact.name);
        const OrderedJson one = published_facts(stating(row, 1))["_meta"]["iam/contract"];
        const OrderedJson other = published_facts(stating(row, 2))["_meta"]["iam/contract"];
        REQUIRE(one.contains(name));
        const bool has_values = row.kind != "flag" && row.kind != "hints";
        CHECK((one[name].dump() != other[name].dump()) == has_values);
    }
}

TEST_CASE("every fact moves the digests of its row, and no other") {
    const auto made = [](const Facts& facts) {
        const OrderedJson tool = published_facts(facts);
        return digests(Json(tool["inputSchema"]), nullptr, facts, tool).value();
    };
    const ContractDigests plain = made({});
    for (const FactCase& row : fact_cases()) {
        if (row.kind == "appended") continue;
        INFO(row.fact.name);
        const ContractDigests moved = made(stating(row, 1));
        CHECK(moved.wire == plain.wire);
        CHECK((moved.consent != plain.consent) == (row.fact.digest == InDigest::consent));
        CHECK((moved.behaviour != plain.behaviour) == (row.fact.digest != InDigest::unseen));
    }
}

TEST_CASE("the behaviour digest leaves out the facts that are appended") {
    Parts with;
    with.tool = R"({"name":"t","_meta":{"iam/contract":{"digests":1,"full":2}}})";
    Parts without;
    without.tool = R"({"name":"t","_meta":{"iam/contract":{}}})";
    CHECK(digests_of(with).behaviour == digests_of(without).behaviour);
}

TEST_CASE("every fact that came, went or changed has the finding of its row") {
    for (const FactCase& row : fact_cases()) {
        if (row.fact.changed == "repeats" || row.fact.changed == "place") continue;
        INFO(row.fact.name);
        const Facts plain;
        const Facts one = stating(row, 1);
        const Facts other = stating(row, 2);
        std::vector changes{std::pair(rules_between(plain, one), row.fact.added),
                            std::pair(rules_between(one, plain), row.fact.removed)};
        if (row.kind != "flag") changes.emplace_back(rules_between(one, other), row.fact.changed);
        for (const auto& [found, wanted] : changes) {
            if (wanted == "own")
                CHECK((!found.empty() && found.find('S') == std::string::npos));
            else
                CHECK(found == wanted);
        }
    }
}

TEST_CASE("a fact that repeats another part is no finding, and never hides one") {
    for (const FactCase& row : fact_cases()) {
        if (row.fact.changed != "repeats" || row.fact.digest == InDigest::unseen) continue;
        INFO(row.fact.name);
        CHECK_FALSE(rules_between({}, stating(row, 1)).empty());
    }
    for (const FactCase& row : fact_cases()) {
        if (row.fact.changed != "repeats" || row.fact.digest != InDigest::unseen) continue;
        INFO(row.fact.name);
        const OrderedJson plain = published_facts({});
        const OrderedJson one = published_row(row, 1);
        REQUIRE(one.dump() != plain.dump());
        CHECK(compare_tools(plain, one, Trust::first_party).empty());
        CHECK(compare_tools(one, plain, Trust::first_party).empty());
    }
}

TEST_CASE("a change of the place in the sources is no finding") {
    for (const FactCase& row : fact_cases()) {
        if (row.fact.changed != "place") continue;
        INFO(row.fact.name);
        REQUIRE(published_row(row, 1).dump() != published_row(row, 2).dump());
        CHECK(rules_between({}, stating(row, 1)).empty());
        CHECK(rules_between(stating(row, 1), {}).empty());
        CHECK(rules_between(stating(row, 1), stating(row, 2)).empty());
    }
}

TEST_CASE("a fact of another type than its kind's counts as not stated in the consent digest") {
    Facts allowed;
    allowed.policy = "allow";
    const std::string wanted = rules_between({}, allowed);
    REQUIRE_FALSE(wanted.empty());
    const auto check = [&](const std::string& name, const OrderedJson& odd) {
        INFO(name << ": " << odd);
        OrderedJson before = locked_facts({});
        OrderedJson after = locked_facts(allowed);
        for (OrderedJson* tool : {&before, &after}) {
            OrderedJson& place =
                name == "readOnlyHint" ? (*tool)["annotations"] : (*tool)["_meta"]["iam/contract"];
            place[name] = odd;
        }
        CHECK(ids_of_facts(compare_tools(before, after, Trust::first_party)) == wanted);
    };
    for (const FactCase& row : fact_cases())
        if (row.fact.digest == InDigest::consent && row.fact.name != "policy")
            check(std::string(row.fact.name), 3);
    check("preview", "yes");
    check("secrets", OrderedJson::array({1}));
    check("units", {{"/a", 1}});
    check("undo", {{"grade", 1}, {"window", "long"}});
    check("readOnlyHint", "yes");
}

TEST_CASE("every hint stands in manifests and digests, and a change has the finding of its row"){
#define IAM_HINT(name, mcp, if_absent, to_true, to_false)                               \
    {                                                                                   \
        INFO(#name);                                                                    \
        Facts yes;                                                                      \
        yes.hints_stated.name = true;                                                   \
        Facts no;                                                                       \
        no.hints_stated.name = false;                                                   \
        CHECK(json_equal(Json(published_facts(yes)["annotations"][#mcp]), Json(true))); \
        CHECK(json_equal(Json(published_facts(no)["annotations"][#mcp]), Json(false))); \
        CHECK(digests_of({.facts = yes}).consent != digests_of({.facts = no}).consent); \
        CHECK(digests_of({.facts = yes}).consent != digests_of({}).consent);            \
        CHECK(rules_between(no, yes) == #to_true);                                      \
        CHECK(rules_between(yes, no) == #to_false);                                     \
        const GrantEffect of_default =                                                  \
            compare_tools(published_facts({}), published_facts(if_absent ? yes : no),   \
                          Trust::first_party)                                           \
                .front()                                                                \
                .grants;                                                                \
        CHECK(of_default == GrantEffect::keep);                                         \
    }
#include <iam/contract/facts.def>
}

TEST_CASE("every rule of a row is a rule of the list") {
    for (const FactRow& fact : k_facts)
        for (const std::string_view rule : {fact.added, fact.removed, fact.changed}) {
            INFO(fact.name << ": " << rule);
            CHECK((rule == "own" || rule == "repeats" || rule == "place" ||
                   find_rule(rule) != nullptr));
        }
}

TEST_CASE("a fact that is in no row is read as unknown") {
    OrderedJson odd = published_facts({});
    odd["_meta"]["iam/contract"]["cost_max"] = 3;
    CHECK(ids_of_facts(compare_tools(published_facts({}), odd, Trust::first_party)) == "S07");
}

}  // namespace iam::contract::test
