// Keeps the epoch, needed by each call, and the end of the chain in a file beside the database.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/store/private_files.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace iam::store_sqlite {

struct LastCommit {
    /// Empty while a commit changes the epoch, or if its program ended meanwhile. Then ask the
    /// database.
    std::optional<std::uint64_t> epoch{};
    std::uint64_t seq = 0;  ///< the last entry that had to be durable; 0: none is known
    Digest hash{};          ///< the hash of this entry

    friend bool operator==(const LastCommit&, const LastCommit&) = default;
};

/// Owns <folder>/ledger.last. A page of the database for the end would cost each commit as much as
/// the entry; this file costs one write and no sync. It is written after the commit, so it never
/// names more than the database holds. After a power cut it may be empty, damaged or older. Only
/// its name is made durable, before there are tables. Every commit writes the file, so others can
/// watch it. Any thread and process may read while the holder of the writers' lock writes.
class LastCommitFile {
 public:
    /// Makes the file if it is missing.
    static Result<LastCommitFile> open(const std::filesystem::path& path);
    /// Opens the file for reading only. Returns nothing if it cannot be opened.
    static std::optional<LastCommitFile> find(const std::filesystem::path& path);

    /// Returns nothing if the file is empty or damaged, or is being written right now.
    std::optional<LastCommit> read() const noexcept;
    /// Call it under the writers' lock.
    Result<void> write(const LastCommit& last) const;

 private:
    LastCommitFile(std::filesystem::path path, store::FileDescriptor file) noexcept
        : path_(std::move(path)), file_(std::move(file)) {}

    std::filesystem::path path_;
    store::FileDescriptor file_;
};

}  // namespace iam::store_sqlite
