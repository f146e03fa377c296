// Keeps the last durable entry of this host in a file beside its key.
#pragma once

#include <iam/ledger/entry.hpp>
#include <iam/store/private_files.hpp>

#include <filesystem>
#include <optional>

namespace iam::store_postgres {

/// The server may lose its end: a backup is restored, or a standby without it takes over. Then the
/// file names an entry that is not there. It is written after the commit and not synced, so it
/// never names more than the server has acknowledged. Several processes of a host may share it.
class LastEntryFile {
 public:
    /// Makes the file if it is missing.
    static Result<LastEntryFile> open(const std::filesystem::path& path);

    /// Returns nothing if the file is empty or damaged, or is being written right now.
    std::optional<ledger::Head> read() const noexcept;
    Result<void> write(const ledger::Head& last) const;

 private:
    LastEntryFile(std::filesystem::path path, store::FileDescriptor file) noexcept
        : path_(std::move(path)), file_(std::move(file)) {}

    std::filesystem::path path_;
    store::FileDescriptor file_;
};

}  // namespace iam::store_postgres
