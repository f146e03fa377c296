// Builds the report of a comparison: places and fingerprints of findings, exit code, advice for the
// version.
#include "generator/contract/report.hpp"

#include <generator/contract/refusals.hpp>
#include <iam/core/digest.hpp>

#include <algorithm>
#include <initializer_list>
#include <map>
#include <set>
#include <utility>

namespace iam::gen::contract {
namespace {

/// True if the class is at least as bad as `fail_on`. Unknown has an exit code of its own.
bool is_failing(ChangeClass change, ChangeClass fail_on) {
    return change != ChangeClass::unknown && change <= fail_on;
}

std::string fingerprint(const std::string& tool, const Finding& finding) {
    const Json parts = Json::array(
        {std::string(finding.rule->id), tool, finding.pointer, finding.before, finding.after});
    // The strict reader has read every text, so there is a canonical form.
    return sha256(domain_tag("iam/finding/1"), canonical_json(parts).value_or(std::string())).hex();
}

/// The places of tools, as far as stated.
std::map<std::string, Place> places_of(const std::vector<OrderedJson>& tools) {
    std::map<std::string, Place> places;
    const OrderedJson::json_pointer source("/_meta/iam~1contract/source");
    for (const OrderedJson& tool : tools) {
        if (!tool.contains(source)) continue;
        const OrderedJson& where = tool.at(source);
        if (!where.is_object() || !where.contains("file") || !where["file"].is_string()) continue;
        Place place{where["file"].get<std::string>(), 0};
        if (where.contains("line") && where["line"].is_number_unsigned())
            place.line = where["line"].get<unsigned>();
        places.emplace(tool.at("name").get<std::string>(), std::move(place));
    }
    return places;
}

using Tools = std::vector<OrderedJson>;

std::vector<std::string> names_of(std::initializer_list<const Tools*> sides) {
    std::set<std::string> names;
    for (const Tools* side : sides)
        for (const OrderedJson& tool : *side) names.insert(tool.at("name").get<std::string>());
    return {names.begin(), names.end()};
}

/// Turns a new tool into T03 if an earlier release had one of its name: the name is used anew.
void name_used_anew(Report& report, const Report& earlier, ChangeClass fail_on) {
    for (Item& item : report.items) {
        const bool is_new = item.finding.rule->id == "T02";
        if (!is_new ||
            !std::binary_search(earlier.old_tools.begin(), earlier.old_tools.end(), item.tool))
            continue;
        take_rule("T03", item.finding);
        item.fingerprint = fingerprint(item.tool, item.finding);
        item.fails = is_failing(item.finding.change, fail_on);
        item.release = earlier.before;
    }
}

}  // namespace

Report compare(const Catalogue& before, const Catalogue& after, const Comparison& how) {
    const std::vector<OrderedJson> old_tools = before.tools();
    const std::vector<OrderedJson> new_tools = after.tools();
    // Places in an untrusted catalogue are about foreign files.
    const auto places =
        how.trust == Trust::first_party ? places_of(new_tools) : std::map<std::string, Place>();
    Report report{.before = how.before_name,
                  .before_file = how.before_file,
                  .after = how.after_name,
                  .tools = names_of({&old_tools, &new_tools}),
                  .old_tools = names_of({&old_tools}),
                  .items = {},
                  .trust = how.trust};
    auto found = iam::contract::compare_catalogues(old_tools, new_tools, how.trust);
    for (const lint::LintProfile profile : how.profiles)
        for (auto& refusal : refusals(profile, old_tools, new_tools))
            found.push_back(std::move(refusal));
    for (auto& [tool, finding] : found) {
        const auto place = places.find(tool);
        const bool is_gone = finding.rule->id == "T01";
        const Place whole{is_gone ? how.before_file : how.after_file, 0};
        std::string print = fingerprint(tool, finding);
        const bool fails = is_failing(finding.change, how.fail_on);
        report.items.push_back({.tool = tool,
                                .finding = std::move(finding),
                                .place = place == places.end() ? whole : place->second,
                                .fingerprint = std::move(print),
                                .fails = fails});
    }
    return report;
}

Item item_of(std::string_view rule, std::string tool, std::string pointer, Place place,
             std::string before) {
    Finding finding;
    take_rule(rule, finding);
    finding.pointer = std::move(pointer);
    finding.before = std::move(before);
    std::string print = fingerprint(tool, finding);
    return {.tool = std::move(tool),
            .finding = std::move(finding),
            .place = std::move(place),
            .fingerprint = std::move(print),
            .fails = false};
}

void add_stale_lock(Report& report, const std::string& lock_file) {
    report.items.push_back(item_of("S11", {}, {}, {lock_file, 0}));
}

void add_earlier_release(Report& report, const Report& earlier, ChangeClass fail_on) {
    name_used_anew(report, earlier, fail_on);
    const auto is_known = [&](const Item& item) {
        return std::any_of(report.items.begin(), report.items.end(), [&](const Item& known) {
            return known.tool == item.tool && known.finding.pointer == item.finding.pointer &&
                   known.finding.change == item.finding.change;
        });
    };
    std::vector<Item> added;
    for (const Item& item : earlier.items) {
        const bool breaks = item.finding.change == ChangeClass::breaking;
        if ((!breaks && item.finding.change != ChangeClass::unknown) || is_known(item)) continue;
        Item one = item;
        one.release = earlier.before;
        one.place = {earlier.before_file, 0};
        if (breaks) {
            one.finding = item_of("S13", {}, item.finding.pointer, {}).finding;
            one.finding.before = item.finding.before;
            one.finding.after = item.finding.after;
            one.finding.shows = item.finding.shows;
            one.finding.witness = item.finding.witness;
            one.fingerprint = fingerprint(one.tool, one.finding);
            one.fails = true;
        }
        added.push_back(std::move(one));
    }
    for (Item& item : added) report.items.push_back(std::move(item));
}

int exit_code(const Report& report) {
    int code = k_fine;
    for (const Item& item : report.items) {
        if (item.fails) return k_found;
        if (item.finding.rule->id == "S11")
            code = k_no_baseline;
        else if (item.finding.change == ChangeClass::unknown && !item.accepted && code == k_fine)
            code = k_undecided;
    }
    return code;
}

std::array<std::size_t, 5> counts(const Report& report) {
    std::array<std::size_t, 5> result{};
    for (const Item& item : report.items)
        ++result.at(static_cast<std::size_t>(item.finding.change));
    return result;
}

std::string_view version_advice(const Report& report) {
    std::string_view advice = "none";
    for (const Item& item : report.items) {
        const std::string_view rule = item.finding.rule->id;
        // These rules are about the lock and the list of ignored findings, not about the tools.
        if (rule == "S11" || rule == "S17" || rule == "S18") continue;
        const ChangeClass change = item.finding.change;
        if (change == ChangeClass::breaking || change == ChangeClass::unknown) return "major";
        if (change != ChangeClass::compatible) advice = "minor";
        if (advice == "none") advice = "patch";
    }
    return advice;
}

std::string_view grants_text(const Finding& finding) {
    switch (finding.grants) {
        case iam::contract::GrantEffect::keep:
            return "kept";
        case iam::contract::GrantEffect::suspend:
            return "suspended";
        case iam::contract::GrantEffect::revoke:
            break;
    }
    return "revoked";
}

}  // namespace iam::gen::contract
