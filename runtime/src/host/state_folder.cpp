// The folder is named after the application as it registered itself, so that a renamed or linked program finds its state.
#include "state_folder.hpp"

#include "escape.hpp"

#include <algorithm>
#include <cctype>

namespace iam::host {
namespace {

bool is_folder_name(const std::string& name) {
    const auto allowed = [](unsigned char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '_' || c == '-' || c == '+';
    };
    return !name.empty() && name.front() != '.' && name.front() != '-' &&
           std::all_of(name.begin(), name.end(), allowed);
}

}  // namespace

Result<std::filesystem::path> state_folder(const StatePlaces& places,
                                           const std::string& application) {
    if (!places.asked_for.empty()) return std::filesystem::path(places.asked_for);
    if (!is_folder_name(application)) {
        return fail(Errc::invalid_argument,
                    "The application is called \"" + visible(application) +
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

}  // namespace iam::host
