#include "host/commands/chat/profiles/profile_files.hpp"

#include "host/session/input.hpp"
#include <iam/core/value_text.hpp>
#include <iam/question/escape.hpp>

#include <algorithm>
#include <system_error>
#include <utility>

namespace iam::host {
namespace {

namespace fs = std::filesystem;
using question::escape_for_display;

constexpr std::string_view k_profile_end = ".json";

bool is_profile_name(std::string_view name) {
    constexpr std::size_t k_profile_name_max = 64;
    return !name.empty() && name.size() <= k_profile_name_max &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-';
           });
}

tl::unexpected<Error> no_such_profile(const Session& session, const ProfileFile& file) {
    std::string message = "There is no profile " + escape_for_display(file.path.string()) +
                          "; write it (" + session.command("chat profiles example") +
                          " prints one)";
    const auto names = profile_names(session);
    if (names && !names->empty()) {
        message += ", or name one of these: ";
        for (std::size_t i = 0; i < names->size(); ++i)
            message += (i == 0 ? "" : ", ") + (*names)[i];
    }
    return fail(Errc::not_found, message + ".");
}

}  // namespace

Result<fs::path> profiles_folder(const Session& session) {
    IAM_TRY(folder, session.host_folder());
    return folder / "profiles";
}

Result<ProfileFile> find_profile(const Session& session, const std::string& word) {
    if (word.find('/') != std::string::npos || word.ends_with(k_profile_end)) {
        const fs::path path =
            (fs::path(session.environment().working_folder) / word).lexically_normal();
        return ProfileFile{path.string(), path};
    }
    if (!is_profile_name(word))
        return fail(Errc::invalid_argument,
                    quoted_name(word) +
                        " is no name of a profile; a name has 1 to 64 of A-Z a-z 0-9 _ -, and a "
                        "file is named as ./FILE.");
    IAM_TRY(folder, profiles_folder(session));
    return ProfileFile{word, folder / (word + std::string(k_profile_end))};
}

Result<std::string> profile_text(const Session& session, const ProfileFile& file) {
    std::error_code problem;
    if (!fs::exists(file.path, problem) && !problem) return no_such_profile(session, file);
    return read_own_file(file.path.string(), ReadBy::all);
}

Result<chat::Profile> load_profile(const Session& session, const ProfileFile& file) {
    IAM_TRY(text, profile_text(session, file));
    auto profile = chat::read_profile(text, file.path.parent_path().string());
    if (profile) return profile;
    Error error = std::move(profile).error();
    error.message = escape_for_display(file.path.string()) + ":" + error.message;
    error.pointer.clear();  // the message has it
    return tl::unexpected(std::move(error));
}

ModelWords model_words_of(const chat::Profile& profile) {
    return {.model = profile.model,
            .url = profile.model_url,
            .key_file = profile.key_file,
            .text_tools = profile.text_tools,
            .is_url_of_profile = !profile.model_url.empty()};
}

Result<std::vector<std::string>> profile_names(const Session& session) {
    IAM_TRY(folder, profiles_folder(session));
    std::vector<std::string> names;
    std::error_code problem;
    for (fs::directory_iterator each(folder, problem), end; !problem && each != end;
         each.increment(problem)) {
        const std::string name = each->path().stem().string();
        if (each->path().extension() == k_profile_end && is_profile_name(name))
            names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace iam::host
