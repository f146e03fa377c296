// A project's levels for rules.
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
    std::optional<Side> side{};         ///< nothing: `rule` names one rule
    std::optional<std::string> tool{};  ///< nothing: every tool
    Level level = Level::error;
};

/// Reads {"iam": 1, "levels": [{rule, tool, level}]}. `side` may stand in place of `rule`, and
/// `tool` may be left out. A finding of level error fails whatever its class, unless somebody
/// answers for it. Any other level only changes how a finding is shown. `silent` is refused for
/// sides, and for rules with a class that fails by itself. The error's pointer says where the list
/// is wrong.
Result<std::vector<LevelChoice>> read_levels(std::string_view text);

/// Applies the levels. The last choice for an item counts. It comes after the list of ignored
/// findings, since the list's notices have rules too.
void apply(const std::vector<LevelChoice>& list, Report& report);

}  // namespace iam::gen::contract
