// The places of a program's state and of its files of rules.
#pragma once

#include <iam/core/result.hpp>
#include <iam/host/rule_files.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace iam::host {

struct StatePlaces {
    std::string asked_for{};       ///< --state; empty: not given
    std::string xdg_state_home{};  ///< the variable; empty: not set
    std::string home{};            ///< of the user
    std::string iam_state{};       ///< the variable IAM_STATE; empty: not set
};

/// `asked_for`, else `iam_state`, else ${XDG_STATE_HOME:-~/.local/state}/<application>. A relative
/// XDG_STATE_HOME is ignored, as its specification wants: else the working folder would choose the
/// state. Errors: an application without a usable name, a user without a home.
Result<std::filesystem::path> state_folder(const StatePlaces& places,
                                           const std::string& application);

/// The folders of files of rules. An empty one has none.
struct RulePlaces {
    std::string managed{};
    std::string xdg_config_home{};
    std::string home{};
    std::string working_folder{};
};

/// <managed>/<application>/rules.json, $XDG_CONFIG_HOME/<application>/rules.json (or ~/.config/…),
/// and .iam/rules.json of the working folder. In the application's name, bytes unfit for a folder
/// become '_', so every application can be managed.
std::vector<RuleFile> rule_file_paths(const RulePlaces& places, const std::string& application);

}  // namespace iam::host
