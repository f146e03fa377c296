// Makes events for other systems of every decision about a permission, from the entries.
#pragma once

#include <iam/ledger/entry.hpp>

#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace iam::ledger {

/// Reads the entries of one ledger, oldest first, and makes the events. Each event is one line of
/// canonical JSON; docs/consent.md lists its members. Events hold the plain SHA-256 of the
/// arguments. It confirms a guess of short arguments. So send events only to systems with a right
/// to the arguments.
class PermissionEvents {
 public:
    /// The event of the next entry; nothing if it is no event. Errors: corrupt (the entry cannot be
    /// read).
    Result<std::optional<std::string>> next(const StoredEntry& stored);

 private:
    struct Question {
        std::optional<consent::Risk> risk{};
        std::optional<std::string> arguments_hash{};
        Digest consent{};
        bool renews =
            /// an "allow always" of the same tool in its present version has ended by itself
            false;
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
    /// Removes and returns the question ended by an entry.
    Question take_question(const std::string& approval);

    std::map<std::string, Question> questions_{};  ///< open questions, by approval
    std::map<Key, Standing> standings_{};
};

}  // namespace iam::ledger
