// Keeps a file as it was when it was opened: its identity, a hash of its content, and an open
// descriptor.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/core/result.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace iam {

/// Tells a file from every other file, and its content from other content.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    Digest sha256{};  ///< plain SHA-256 of the content, as sha256sum prints it
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Immutable. The descriptor stays open as long as the value lives.
class PinnedFile {
 public:
    /// Opens the ordinary file behind an absolute path, following links, and hashes it. Errors:
    /// invalid_argument (a missing path, no ordinary file, more than `bytes_max` bytes), conflict
    /// (the file changes while it is read), unavailable.
    static Result<std::shared_ptr<const PinnedFile>> open(const std::string& path,
                                                          std::uint64_t bytes_max);
    PinnedFile(const PinnedFile&) = delete;
    PinnedFile& operator=(const PinnedFile&) = delete;
    ~PinnedFile();

    const std::string& path() const noexcept { return path_; }
    const FileIdentity& identity() const noexcept { return identity_; }
    /// A descriptor for reading; do not close it. All users share its file offset, so read with
    /// pread().
    int descriptor() const noexcept { return descriptor_; }
    /// Reads the content, if it is still the hashed one. Errors: conflict (the file was written
    /// since), unavailable.
    Result<std::string> read() const;

 private:
    explicit PinnedFile(std::string path) noexcept : path_(std::move(path)) {}

    std::string path_;
    int descriptor_ = -1;
    FileIdentity identity_{};
};

}  // namespace iam
