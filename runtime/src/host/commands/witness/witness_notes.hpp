// Keeps the last cosigned note of each ledger, in a file each.
#pragma once

#include <iam/core/result.hpp>
#include <iam/ledger/signed_note.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace iam::host {

/// Not thread-safe. One process at a time uses a folder: the caller holds its key.
class WitnessNotes {
 public:
    explicit WitnessNotes(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// SHA-256 of the origin in hexadecimal digits: the name of its file, and of its URL.
    static std::string name_of(std::string_view origin);
    /// The note of the ledger with this name; nothing if there is none. Errors: corrupt (the file
    /// is no note), unavailable.
    Result<std::optional<ledger::SignedNote>> find(const std::string& name) const;
    /// Keeps the note in the place of the one before. It is durable when put() returns. Errors:
    /// unavailable.
    Result<void> put(const std::string& name, const ledger::SignedNote& note);

 private:
    std::filesystem::path path_of(const std::string& name) const;

    std::filesystem::path folder_;
};

}  // namespace iam::host
