// What the last commit left, in a file beside the database: the epoch, which each call asks for, and where the chain ended.
#pragma once

#include "store_sqlite/files/files.hpp"
#include <iam/core/digest.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace iam::store_sqlite {

struct LastCommit {
    /// Nothing: it is being changed, or the program that did so ended before it was done; the database knows.
    std::optional<std::uint64_t> epoch{};
    std::uint64_t seq = 0;  ///< of the last entry that had to be durable; 0: none is known
    Digest hash{};          ///< of that entry

    friend bool operator==(const LastCommit&, const LastCommit&) = default;
};

/// <folder>/ledger.last. A page of the database that names the end would cost each commit as much again as the entry; this costs one
/// write and no sync. It is written after the commit, so that it never says more than the database holds; after a power cut it may be
/// empty, damaged or older, and then says less. Only its name is made durable, before there are
/// tables. Every commit writes it, so that others can watch for one. Any thread and process may
/// read while the holder of the writer's lock writes.
class LastCommitFile {
 public:
    /// Makes the file where it is missing.
    static Result<LastCommitFile> open(const std::filesystem::path& path);
    /// For reading only. Nothing, too, where there is no such file.
    static std::optional<LastCommitFile> find(const std::filesystem::path& path);

    /// Nothing: nobody has written it, it is damaged, or it is being written right now.
    std::optional<LastCommit> read() const noexcept;
    /// Only under the writer's lock.
    Result<void> write(const LastCommit& last) const;

 private:
    LastCommitFile(std::filesystem::path path, FileDescriptor file) noexcept
        : path_(std::move(path)), file_(std::move(file)) {}

    std::filesystem::path path_;
    FileDescriptor file_;
};

}  // namespace iam::store_sqlite
