// Defines ProfileKeeper: the profiles of a program's chats, as its console shows and changes them.
#pragma once

#include <iam/core/result.hpp>

#include <string>

namespace iam::console {

/// The text of a profile as a person has written it.
struct ProfileDraft {
    std::string name{};
    std::string text{};
    std::string version{};  ///< of the text that the person has seen; empty: there is none yet
};

/// Results are JSON texts with the members of docs/console.md. Thread-safe; may block. Errors:
/// not_found, conflict (the profile has changed since `version`; the name is taken),
/// invalid_argument (a mistake, a name), unavailable.
class ProfileKeeper {
 public:
    ProfileKeeper() = default;
    virtual ~ProfileKeeper() = default;
    ProfileKeeper(const ProfileKeeper&) = delete;
    ProfileKeeper& operator=(const ProfileKeeper&) = delete;

    /// All profiles, each with its mistake if it has one, and the text of an example.
    virtual Result<std::string> list() = 0;
    virtual Result<std::string> show(const std::string& name) = 0;
    /// All mistakes of a text with their places. Changes nothing.
    virtual Result<std::string> judge(const std::string& text) = 0;
    /// A text with a mistake is not written.
    virtual Result<void> save(const ProfileDraft& draft) = 0;
    virtual Result<void> remove(const std::string& name, const std::string& version) = 0;
};

}  // namespace iam::console
