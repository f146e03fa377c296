// How loud a project wants its rules.
#pragma once

#include <generator/contract/report.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::gen::contract {

using iam::contract::Side;

struct LevelChoice {
    std::string rule{};                 ///< empty: every rule of the side
    std::optional<Side> side{};         ///< of rules; nothing where a rule is named
    std::optional<std::string> tool{};  ///< nothing: every tool
    Level level = Level::error;
};

/// {"iam": 1, "levels": [{rule, tool, level}]}, or `side` in the place of `rule`; `tool` may be left out. What is said to be an error fails, whatever its class, unless
/// somebody answers for it; another level only changes how a finding is shown, and `silent` is refused for classes that fail by themselves and for sides. The error's pointer says where.
Result<std::vector<LevelChoice>> read_levels(std::string_view text);

/// Of several choices for an item the last one counts. After the list of ignored findings, whose notices have rules as well.
void apply(const std::vector<LevelChoice>& list, Report& report);

}  // namespace iam::gen::contract
