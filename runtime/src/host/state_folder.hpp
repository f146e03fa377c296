// Where a program keeps its state.
#pragma once

#include <iam/core/result.hpp>

#include <filesystem>
#include <string>

namespace iam::host {

struct StatePlaces {
    std::string asked_for{};       ///< --state; empty: not given
    std::string xdg_state_home{};  ///< the variable; empty: not set
    std::string home{};            ///< of the user
};

/// `asked_for`, else ${XDG_STATE_HOME:-~/.local/state}/<application>. A relative XDG_STATE_HOME is ignored, as its specification wants:
/// else the working directory would choose the state. Errors: an application without a usable name, a user without a home.
Result<std::filesystem::path> state_folder(const StatePlaces& places,
                                           const std::string& application);

}  // namespace iam::host
