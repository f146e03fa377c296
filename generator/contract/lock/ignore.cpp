// Reads and applies the list of ignored findings. Without an exact match an entry ignores nothing:
// it is an error, or it is unused.
#include <generator/contract/lock/ignore.hpp>
#include <generator/contract/lock/list_file.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace iam::gen::contract {
namespace {

struct Member {
    const char* name;
    bool is_required;
};

constexpr std::array<Member, 10> k_members{{{"rule", true},
                                            {"tool", true},
                                            {"pointer", true},
                                            {"fingerprint", true},
                                            {"reason", true},
                                            {"owner", true},
                                            {"approved_by", false},
                                            {"created", true},
                                            {"expires", true},
                                            {"link", false}}};

Result<void> check_members(const Json& entry, const std::string& pointer) {
    if (!entry.is_object()) return fail(Errc::invalid_argument, "an entry is an object", pointer);
    for (const auto& [name, value] : entry.items()) {
        // A copy, since a lambda in clang 14 cannot capture a structured binding.
        const std::string& given = name;
        const auto known = std::find_if(k_members.begin(), k_members.end(),
                                        [&](const Member& member) { return member.name == given; });
        if (known == k_members.end())
            return fail(Errc::invalid_argument, "an entry has no member '" + name + "'", pointer);
        if (!value.is_string())
            return fail(Errc::invalid_argument, "a text stands here", pointer + "/" + name);
    }
    for (const Member& member : k_members) {
        const bool may_be_empty =
            member.name == std::string_view("tool") || member.name == std::string_view("pointer");
        const std::string text = entry.value(member.name, "");
        if (member.is_required && (!entry.contains(member.name) || (text.empty() && !may_be_empty)))
            return fail(Errc::invalid_argument,
                        std::string("an entry says its '") + member.name + "'", pointer);
    }
    return {};
}

/// A finding about consent needs two people.
Result<void> check_second(const IgnoredFinding& entry) {
    if (!entry.acceptance.approved_by.empty()) return {};
    return fail(Errc::invalid_argument,
                "a finding about consent is ignored by two people: 'approved_by' names the second "
                "one",
                entry.place);
}

/// Checks the rule of an entry, its owner and its approver.
Result<void> check_people(const IgnoredFinding& entry) {
    const std::string& pointer = entry.place;
    const iam::contract::Rule* rule = iam::contract::find_rule(entry.rule);
    if (rule == nullptr)
        return fail(Errc::invalid_argument,
                    "there is no rule '" + entry.rule + "'; iam-schema rules lists them",
                    pointer + "/rule");
    if (entry.rule == "S11")
        return fail(Errc::invalid_argument,
                    "a stale lock is written anew with iam-schema lock, not ignored",
                    pointer + "/rule");
    const Acceptance& who = entry.acceptance;
    if (rule->change == ChangeClass::consent) IAM_CHECK(check_second(entry));
    if (who.approved_by == who.owner)
        return fail(Errc::invalid_argument, "whoever approves is somebody else than the owner",
                    pointer + "/approved_by");
    return {};
}

Result<Day> day_of(const Json& entry, const char* member, const std::string& pointer) {
    auto day = read_day(entry.at(member).get_ref<const std::string&>());
    if (!day) day.error().pointer = pointer + "/" + member;
    return day;
}

Result<IgnoredFinding> read_entry(const Json& entry, const std::string& pointer) {
    IAM_CHECK(check_members(entry, pointer));
    IAM_TRY(created, day_of(entry, "created", pointer));
    IAM_TRY(expires, day_of(entry, "expires", pointer));
    if (expires < created || expires - created > k_ignored_days_max)
        return fail(Errc::invalid_argument,
                    "an entry expires at most 90 days after the day it was created",
                    pointer + "/expires");
    IgnoredFinding result;
    result.rule = entry.at("rule").get<std::string>();
    result.tool = entry.at("tool").get<std::string>();
    result.pointer = entry.at("pointer").get<std::string>();
    result.fingerprint = entry.at("fingerprint").get<std::string>();
    result.created = created;
    result.expires = expires;
    result.place = pointer;
    result.acceptance = {entry.at("reason").get<std::string>(),
                         entry.at("owner").get<std::string>(), entry.value("approved_by", ""),
                         entry.at("expires").get<std::string>()};
    IAM_CHECK(check_people(result));
    return result;
}

bool is_meant(const IgnoredFinding& entry, const Item& item) {
    return entry.fingerprint == item.fingerprint && entry.tool == item.tool &&
           entry.rule == item.finding.rule->id && entry.pointer == item.finding.pointer;
}

}  // namespace

Result<std::vector<IgnoredFinding>> read_ignored(std::string_view text, Day today) {
    IAM_TRY(list,
            read_list(text, "ignore", "a list of ignored findings is {\"iam\": 1, \"ignore\": […]}",
                      read_entry));
    for (const IgnoredFinding& entry : list)
        if (entry.created > today)
            return fail(Errc::invalid_argument,
                        "an entry is created today at the latest, or it would never expire",
                        entry.place + "/created");
    return list;
}

Result<void> apply(const std::vector<IgnoredFinding>& list, Day today, const std::string& file,
                   Report& report) {
    std::vector<Item> notices;
    for (const IgnoredFinding& entry : list) {
        bool is_used = false;
        const bool has_expired = entry.expires < today;
        for (Item& item : report.items) {
            if (!is_meant(entry, item)) continue;
            // The values of some findings make them about consent, regardless of their rule.
            if (item.finding.change == ChangeClass::consent) IAM_CHECK(check_second(entry));
            is_used = true;
            if (has_expired) continue;
            item.accepted = entry.acceptance;
            item.fails = false;
        }
        if (is_used && !has_expired) continue;
        const Json what{{"rule", entry.rule}, {"fingerprint", entry.fingerprint}};
        notices.push_back(item_of(is_used ? "S17" : "S18", entry.tool, entry.pointer, {file, 0},
                                  canonical_json(what).value_or(std::string())));
    }
    for (Item& notice : notices) report.items.push_back(std::move(notice));
    return {};
}

}  // namespace iam::gen::contract
