// Opens files closed to all but their owner, and makes their names survive a power cut.
#pragma once

#include <iam/core/result.hpp>

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace iam::store {

/// Owns a file descriptor; -1 is none.
class FileDescriptor {
 public:
    FileDescriptor() = default;
    explicit FileDescriptor(int fd) noexcept : fd_(fd) {}
    ~FileDescriptor() { reset(); }
    FileDescriptor(FileDescriptor&& other) noexcept;
    FileDescriptor& operator=(FileDescriptor&& other) noexcept;
    int get() const noexcept { return fd_; }
    explicit operator bool() const noexcept { return fd_ >= 0; }
    void reset() noexcept;

 private:
    int fd_ = -1;
};

/// Makes an unavailable error: "cannot <what> <path>: <reason of the system>; <way out>".
Error system_error(std::string_view what, const std::filesystem::path& path, int number,
                   std::string_view way_out = "check the folder and its permissions");

/// Opens a file, or makes it with mode 0600 under any umask. A symbolic link in its place is
/// refused.
Result<FileDescriptor> open_private_file(const std::filesystem::path& path, int flags);

/// Identifies a file apart from its name, so an exchanged or removed file is noticed.
struct FileIdentity {
    dev_t device = 0;
    ino_t number = 0;
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
Result<FileIdentity> identity_of(const std::filesystem::path& path);
Result<FileIdentity> identity_of(const FileDescriptor& file, const std::filesystem::path& path);

/// Returns unavailable if `path` no longer leads to `expected`. If the program went on, it would
/// write a file unseen by others. The message says: the exchange happened while `use`.
Result<void> check_identity(const std::filesystem::path& path, const FileIdentity& expected,
                            std::string_view use = "the ledger was open");

/// Makes the names in a folder durable, so new and renamed files survive a power cut.
Result<void> sync_folder(const std::filesystem::path& folder);

}  // namespace iam::store
