// Tiers of risk, for every combination of hints.
// Tests of runtime/src/contract/digests/risk_tier.cpp.
#include <iam/consent/risk.hpp>
#include <iam/contract/tool_findings.hpp>
#include <iam/words/catalogue.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <string>

using iam::Contract;
using iam::Hints;
using iam::OrderedJson;
using namespace iam::consent;

namespace {

constexpr std::array<std::optional<bool>, 3> k_values{std::nullopt, false, true};

Risk risk_of_hints(const Hints& hints, bool trusted) {
    Contract contract;
    contract.hints = hints;
    return risk_of(contract, trusted);
}

template <class Check>
void for_all_hints(Check check) {
    for (const auto read_only : k_values)
        for (const auto destructive : k_values)
            for (const auto idempotent : k_values)
                for (const auto open_world : k_values)
                    check(Hints{read_only, destructive, idempotent, open_world});
}

}  // namespace

TEST_CASE("a tool without hints is high, trusted or not") {
    CHECK(risk_of_hints({}, true) == Risk::high);
    CHECK(risk_of_hints({}, false) == Risk::high);
}

TEST_CASE("the tiers of the permission prompt") {
    struct Row {
        Hints hints;
        Risk trusted;
        Risk untrusted;
    };
    const Row rows[] = {
        {{true, {}, {}, false}, Risk::low, Risk::high},        // read-only, closed world
        {{true, false, {}, false}, Risk::low, Risk::high},     //
        {{true, {}, {}, {}}, Risk::high, Risk::high},          // absent open_world counts as true
        {{true, {}, {}, true}, Risk::high, Risk::high},        // a web search
        {{{}, false, true, false}, Risk::medium, Risk::high},  // idempotent, closed, mild
        {{false, false, true, false}, Risk::medium, Risk::high},  //
        {{{}, {}, true, false}, Risk::high, Risk::high},      // absent destructive counts as true
        {{{}, false, true, {}}, Risk::high, Risk::high},      //
        {{{}, false, false, false}, Risk::high, Risk::high},  // not idempotent
        {{{}, false, {}, false}, Risk::high, Risk::high},     //
        {{{}, true, {}, false}, Risk::high, Risk::high},      //
        {{true, true, {}, false}, Risk::high, Risk::high},    // contradicts itself
    };
    for (const Row& row : rows) {
        CHECK(risk_of_hints(row.hints, true) == row.trusted);
        CHECK(risk_of_hints(row.hints, false) == row.untrusted);
    }
}

TEST_CASE("XC19: no hint of an untrusted origin lowers the tier") {
    const Risk without_hints = risk_of_hints({}, false);
    for_all_hints([&](const Hints& hints) {
        const Risk untrusted = risk_of_hints(hints, false);
        CHECK(untrusted >= risk_of_hints(hints, true));
        CHECK(untrusted >= without_hints);
    });
}

TEST_CASE("stating destructive or open world never lowers the tier") {
    for_all_hints([](const Hints& hints) {
        for (const bool trusted : {true, false}) {
            const Risk before = risk_of_hints(hints, trusted);
            Hints worse = hints;
            worse.destructive = true;
            CHECK(risk_of_hints(worse, trusted) >= before);
            worse = hints;
            worse.open_world = true;
            CHECK(risk_of_hints(worse, trusted) >= before);
        }
    });
}

TEST_CASE("an absent hint counts as MCP's default") {
    for_all_hints([](const Hints& hints) {
        // An explicit `destructive` contradicts read_only, an absent one does not.
        if (hints.read_only == true) return;
        const Hints spelled{hints.read_only.value_or(false), hints.destructive.value_or(true),
                            hints.idempotent.value_or(false), hints.open_world.value_or(true)};
        for (const bool trusted : {true, false})
            CHECK(risk_of_hints(spelled, trusted) == risk_of_hints(hints, trusted));
    });
}

TEST_CASE("an always permission lives 90, 30 or 7 days") {
    CHECK(permission_lifetime(Risk::low).count() == 90);
    CHECK(permission_lifetime(Risk::medium).count() == 30);
    CHECK(permission_lifetime(Risk::high).count() == 7);
}

TEST_CASE("C40 an always permission lives as long as its user wants") {
    using std::chrono::days;
    using std::chrono::hours;
    const AlwaysLifetimes wanted{hours(1), days(29), days(400)};
    CHECK(permission_lifetime(Risk::low, wanted) == hours(1));
    CHECK(permission_lifetime(Risk::medium, wanted) == days(29));
    CHECK(permission_lifetime(Risk::high, wanted) == days(400));
    for (const hours nothing : {hours(0), hours(-1), hours::min()}) {
        CHECK(permission_lifetime(Risk::low, {nothing, {}, {}}) == days(90));
    }
    CHECK_FALSE(permission_lifetime(Risk::high, {{}, {}, k_no_end}).has_value());
    CHECK(permission_lifetime(Risk::medium, {}) == days(30));
}

TEST_CASE("T11: always is refused exactly where a tool states that it is destructive") {
    for_all_hints([](const Hints& hints) {
        Contract contract;
        contract.hints = hints;
        const auto refusal = refuses_always(contract);
        CHECK(refusal.has_value() == (hints.destructive == true));
        if (refusal) CHECK(english(*refusal).find("once") != std::string_view::npos);
    });
}

namespace {

OrderedJson tool_with(const Hints& hints) {
    OrderedJson annotations = OrderedJson::object();
    const auto add = [&](const char* name, const std::optional<bool>& hint) {
        if (hint) annotations[name] = *hint;
    };
    add("readOnlyHint", hints.read_only);
    add("destructiveHint", hints.destructive);
    add("idempotentHint", hints.idempotent);
    add("openWorldHint", hints.open_world);
    return {{"name", "t"}, {"inputSchema", {{"type", "object"}}}, {"annotations", annotations}};
}

}  // namespace

TEST_CASE("no tier rises without a finding that revokes, and none falls without one to look at") {
    using namespace iam::contract;
    for_all_hints([](const Hints& was) {
        for_all_hints([&](const Hints& is) {
            const Risk before = risk_of_hints(was, true);
            const Risk after = risk_of_hints(is, true);
            if (before == after) return;
            const auto found = compare_tools(tool_with(was), tool_with(is), Trust::first_party);
            const GrantEffect wanted = after > before ? GrantEffect::revoke : GrantEffect::keep;
            CHECK(std::any_of(found.begin(), found.end(), [&](const Finding& finding) {
                return finding.change == ChangeClass::consent && finding.grants == wanted;
            }));
        });
    });
}
