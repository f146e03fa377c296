// Reads and applies the levels of rules. A level makes a check stricter or its output quieter. It
// never lets a finding pass against the finding's class.
#include <generator/contract/lock/levels.hpp>
#include <generator/contract/lock/list_file.hpp>

#include <algorithm>
#include <array>

namespace iam::gen::contract {
namespace {

std::optional<Level> level_of(const std::string& word) {
    for (const Level level : {Level::error, Level::warning, Level::info, Level::silent})
        if (word == to_string(level)) return level;
    return std::nullopt;
}

constexpr std::array k_sides{Side::tool, Side::input, Side::output,   Side::annotation,
                             Side::gate, Side::text,  Side::structure};

std::optional<Side> side_of(const std::string& word) {
    for (const Side side : k_sides)
        if (word == to_string(side)) return side;
    return std::nullopt;
}

std::optional<std::string> text_member(const Json& entry, const char* name) {
    const auto member = entry.find(name);
    if (member == entry.end() || !member->is_string()) return std::nullopt;
    return member->get<std::string>();
}

Result<LevelChoice> read_choice(const Json& entry, const std::string& pointer) {
    const bool names_side = entry.is_object() && entry.contains("side");
    const std::size_t known = entry.is_object() ? entry.count(names_side ? "side" : "rule") +
                                                      entry.count("level") + entry.count("tool")
                                                : 0;
    if (!entry.is_object() || known != entry.size())
        return fail(Errc::invalid_argument,
                    "a level is {\"rule\": …, \"tool\": …, \"level\": …}, or has 'side' in the "
                    "place of 'rule', and 'tool' may be left out",
                    pointer);
    const auto side = side_of(text_member(entry, "side").value_or(""));
    if (names_side && !side)
        return fail(Errc::invalid_argument,
                    "sides are tool, input, output, annotation, gate, text and structure",
                    pointer + "/side");
    const auto rule_id = text_member(entry, "rule");
    const iam::contract::Rule* rule = rule_id ? iam::contract::find_rule(*rule_id) : nullptr;
    if (!names_side && rule == nullptr)
        return fail(Errc::invalid_argument, "this names no rule; iam-schema rules lists them",
                    pointer + "/rule");
    const auto tool = text_member(entry, "tool");
    if (entry.contains("tool") && !tool)
        return fail(Errc::invalid_argument, "a text stands here", pointer + "/tool");
    const auto word = text_member(entry, "level");
    const auto level = word ? level_of(*word) : std::nullopt;
    if (!level)
        return fail(Errc::invalid_argument, "levels are error, warning, info and silent",
                    pointer + "/level");
    if (*level == Level::silent && names_side)
        return fail(Errc::invalid_argument,
                    "a side has rules that fail, which are not silenced; name the rule",
                    pointer + "/level");
    if (*level == Level::silent && rule->change <= ChangeClass::unknown)
        return fail(Errc::invalid_argument,
                    "a rule of class " + std::string(to_string(rule->change)) +
                        " is not silenced; answer for the finding with --ignore",
                    pointer + "/level");
    return LevelChoice{rule_id.value_or(""), side, tool, *level};
}

}  // namespace

Result<std::vector<LevelChoice>> read_levels(std::string_view text) {
    return read_list(text, "levels", "levels are {\"iam\": 1, \"levels\": […]}", read_choice);
}

void apply(const std::vector<LevelChoice>& list, Report& report) {
    for (Item& item : report.items) {
        const auto choice = std::find_if(list.rbegin(), list.rend(), [&](const LevelChoice& one) {
            const iam::contract::Rule& rule = *item.finding.rule;
            const bool is_meant = one.side ? *one.side == rule.side : one.rule == rule.id;
            return is_meant && one.tool.value_or(item.tool) == item.tool;
        });
        if (choice == list.rend()) continue;
        item.finding.level = choice->level;
        item.fails = item.fails || (choice->level == Level::error && !item.accepted);
    }
}

}  // namespace iam::gen::contract
