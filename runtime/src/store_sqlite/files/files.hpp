// Files and folders of the state: descriptors that close themselves, modes that no umask widens,
// and names that survive a power cut.
#pragma once

#include <iam/core/result.hpp>

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace iam::store_sqlite {

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

/// "cannot <what> <path>: <reason of the system>; <way out>", code unavailable.
Error system_error(std::string_view what, const std::filesystem::path& path, int number,
                   std::string_view way_out = "check the folder and its permissions");

/// Opens or makes a private file (0600, whatever the umask); a symbolic link in its place is
/// refused.
Result<FileDescriptor> open_private_file(const std::filesystem::path& path, int flags);

/// Which file a name leads to, so that an exchanged or removed one is noticed.
struct FileIdentity {
    dev_t device = 0;
    ino_t number = 0;
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};
Result<FileIdentity> identity_of(const std::filesystem::path& path);
Result<FileIdentity> identity_of(const FileDescriptor& file, const std::filesystem::path& path);

/// unavailable if `path` does not lead to `expected` any more: whoever went on would write a file
/// that nobody else sees.
Result<void> check_identity(const std::filesystem::path& path, const FileIdentity& expected);

/// Makes the entries of a folder durable: names of files that were made or renamed in it.
Result<void> sync_folder(const std::filesystem::path& folder);

}  // namespace iam::store_sqlite
