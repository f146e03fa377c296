// A level makes a check stricter, or its output quieter; it never lets through what the classes hold back.
#include <generator/contract/levels.hpp>
#include <generator/contract/list_file.hpp>

#include <algorithm>

namespace iam::gen::contract {
namespace {

std::optional<Level> level_of(const std::string& word) {
    for (const Level level : {Level::error, Level::warning, Level::info, Level::silent})
        if (word == to_string(level)) return level;
    return std::nullopt;
}

std::optional<std::string> text_member(const Json& entry, const char* name) {
    const auto member = entry.find(name);
    if (member == entry.end() || !member->is_string()) return std::nullopt;
    return member->get<std::string>();
}

Result<LevelChoice> read_choice(const Json& entry, const std::string& pointer) {
    const std::size_t known =
        entry.is_object() ? entry.count("rule") + entry.count("level") + entry.count("tool") : 0;
    if (!entry.is_object() || known != entry.size())
        return fail(
            Errc::invalid_argument,
            "a level is {\"rule\": …, \"tool\": …, \"level\": …}, and 'tool' may be left out",
            pointer);
    const auto rule_id = text_member(entry, "rule");
    const iam::contract::Rule* rule = rule_id ? iam::contract::find_rule(*rule_id) : nullptr;
    if (rule == nullptr)
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
    if (*level == Level::silent && rule->change <= ChangeClass::unknown)
        return fail(Errc::invalid_argument,
                    "a rule of class " + std::string(to_string(rule->change)) +
                        " is not silenced; answer for the finding with --ignore",
                    pointer + "/level");
    return LevelChoice{*rule_id, tool, *level};
}

}  // namespace

Result<std::vector<LevelChoice>> read_levels(std::string_view text) {
    return read_list(text, "levels", "levels are {\"iam\": 1, \"levels\": […]}", read_choice);
}

void apply(const std::vector<LevelChoice>& list, Report& report) {
    for (Item& item : report.items) {
        const auto choice = std::find_if(list.rbegin(), list.rend(), [&](const LevelChoice& one) {
            return one.rule == item.finding.rule->id && one.tool.value_or(item.tool) == item.tool;
        });
        if (choice == list.rend()) continue;
        item.finding.level = choice->level;
        item.fails = item.fails || (choice->level == Level::error && !item.accepted);
    }
}

}  // namespace iam::gen::contract
