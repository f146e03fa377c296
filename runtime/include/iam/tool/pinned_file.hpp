// A file as it was when it was looked at: which one it is, what it held, and an open descriptor of it.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/core/result.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace iam {

/// Tells a file from every other one, and its content from other content.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    Digest sha256{};  ///< plain SHA-256 of the content, as sha256sum prints it
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Immutable; the descriptor is open as long as the value lives.
class PinnedFile {
 public:
    /// Opens the ordinary file behind an absolute path, links followed, and hashes it. Errors: invalid_argument (no such path, no ordinary file, more than
    /// `bytes_max`), conflict (it changes while it is read), unavailable.
    static Result<std::shared_ptr<const PinnedFile>> open(const std::string& path,
                                                          std::uint64_t bytes_max);
    PinnedFile(const PinnedFile&) = delete;
    PinnedFile& operator=(const PinnedFile&) = delete;
    ~PinnedFile();

    const std::string& path() const noexcept { return path_; }
    const FileIdentity& identity() const noexcept { return identity_; }
    /// Open for reading, and closed by nobody else. Everybody who has the value shares its place in the file: read with pread().
    int descriptor() const noexcept { return descriptor_; }
    /// The content, if it still is what was hashed. Errors: conflict (somebody has written to the file since), unavailable.
    Result<std::string> read() const;

 private:
    explicit PinnedFile(std::string path) noexcept : path_(std::move(path)) {}

    std::string path_;
    int descriptor_ = -1;
    FileIdentity identity_{};
};

}  // namespace iam
