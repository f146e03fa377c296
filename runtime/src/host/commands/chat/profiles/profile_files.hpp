// The files of profiles: profiles/NAME.json of the state, or any file.
#pragma once

#include "host/commands/chat/model_choice.hpp"
#include "host/session/session.hpp"
#include <iam/chat/profile.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace iam::host {

struct ProfileFile {
    std::string reference{};  ///< names the profile from any working folder: NAME, or a whole path
    std::filesystem::path path{};
};

/// The folder of named profiles. Error: of Session::place().
Result<std::filesystem::path> profiles_folder(const Session& session);
/// `word` is a path if it has '/' or ends with ".json", and begins in the working folder. Else it
/// is the name of a profile of the state. Errors: invalid_argument (no name), of Session::place().
/// The file need not be there.
Result<ProfileFile> find_profile(const Session& session, const std::string& word);
/// The file must belong to the user or to root, and nobody else may write it. Errors: not_found
/// (with the known names), and those of read_own_file().
Result<std::string> profile_text(const Session& session, const ProfileFile& file);
/// Errors: of profile_text(), and invalid_argument (the first mistake with its place).
Result<chat::Profile> load_profile(const Session& session, const ProfileFile& file);
/// The words about the model of a profile.
ModelWords model_words_of(const chat::Profile& profile);
/// The names of the profiles of the state, sorted. A missing folder has none.
Result<std::vector<std::string>> profile_names(const Session& session);

}  // namespace iam::host
