// The folder has the application's registered name, so a renamed or linked program finds its state.
#include "host/session/state_folder.hpp"

#include <iam/core/digest.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <cctype>

namespace iam::host {

using question::escape_for_display;

namespace {

constexpr std::size_t k_name_bytes_max = 255;  // of one name in Linux' file systems

bool is_folder_byte(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '_' || c == '-' || c == '+';
}

bool is_folder_name(const std::string& name) {
    return !name.empty() && name.front() != '.' && name.front() != '-' &&
           std::all_of(name.begin(), name.end(), is_folder_byte);
}

std::string as_folder_name(std::string name) {
    if (name.empty()) return "_";
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return !is_folder_byte(c); }, '_');
    if (name.front() == '.' || name.front() == '-') name.front() = '_';
    if (name.size() <= k_name_bytes_max) return name;
    const std::string digest = sha256("iam/folder/1", name).hex();
    return name.substr(0, k_name_bytes_max - digest.size() - 1) + "_" + digest;
}

}  // namespace

Result<std::filesystem::path> state_folder(const StatePlaces& places,
                                           const std::string& application) {
    if (!places.asked_for.empty()) return std::filesystem::path(places.asked_for);
    if (!places.iam_state.empty()) return std::filesystem::path(places.iam_state);
    if (!is_folder_name(application)) {
        return fail(Errc::invalid_argument,
                    "The application is called \"" + escape_for_display(application) +
                        "\", which names no state folder; name one with --state DIR, or give "
                        "Registry::name_application() a name of letters, digits, '.', '_', '-'.");
    }
    const std::filesystem::path named(places.xdg_state_home);
    if (named.is_absolute()) return named / application;
    if (places.home.empty()) {
        return fail(Errc::unavailable,
                    "There is no home folder for the state; name a folder with --state DIR.");
    }
    return std::filesystem::path(places.home) / ".local" / "state" / application;
}

std::vector<RuleFile> rule_file_paths(const RulePlaces& places, const std::string& application) {
    using consent::RuleScope;
    using Path = std::filesystem::path;
    const std::string name = as_folder_name(application);
    std::vector<RuleFile> files;
    if (!places.managed.empty()) {
        files.push_back({RuleScope::managed, Path(places.managed) / name / "rules.json"});
    }
    const Path named(places.xdg_config_home);
    if (named.is_absolute()) {
        files.push_back({RuleScope::user, named / name / "rules.json"});
    } else if (!places.home.empty()) {
        files.push_back({RuleScope::user, Path(places.home) / ".config" / name / "rules.json"});
    }
    if (!places.working_folder.empty()) {
        files.push_back(
            {RuleScope::workspace, Path(places.working_folder) / ".iam" / "rules.json"});
    }
    return files;
}

}  // namespace iam::host
