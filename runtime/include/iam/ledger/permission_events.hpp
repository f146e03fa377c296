// Every decision about a permission as an event for systems outside, made from the entries.
#pragma once

#include <iam/ledger/entry.hpp>

#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace iam::ledger {

/// Reads the entries of one ledger, oldest first, and says which of them are events. Each event is one line of canonical JSON;
/// docs/consent.md has its members. They hold the plain SHA-256 of the arguments, which tells who guesses short ones that the guess is
/// right: who gets the events must be somebody who may know them.
class PermissionEvents {
 public:
    /// The event of the next entry; nothing: it is none. Errors: corrupt (the entry cannot be read).
    Result<std::optional<std::string>> next(const StoredEntry& stored);

 private:
    struct Question {
        std::optional<consent::Risk> risk{};
        std::optional<std::string> arguments_hash{};
        Digest consent{};
        bool renews =
            false;  ///< an "allow always" of the same tool as it is now has ended by itself
    };
    struct Standing {
        std::string permission{};
        Digest consent{};
        bool allow = false;
    };
    using Key = std::tuple<ToolId, std::string, std::string>;  ///< tool, user, workspace

    static Key key_of(const Entry& entry);
    std::optional<std::string> of_approval(const DecodedEntry& entry, const StoredEntry& stored);
    Question question_of(const DecodedEntry& entry, const StoredEntry& stored) const;
    /// Takes the question of an entry that ends it.
    Question take_question(const std::string& approval);

    std::map<std::string, Question> questions_{};  ///< by approval; those that are open
    std::map<Key, Standing> standings_{};
};

}  // namespace iam::ledger
