// Implements private files over POSIX.
#include "iam/store/private_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace iam::store {

FileDescriptor::FileDescriptor(FileDescriptor&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)) {}

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
        reset();
        fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
}

void FileDescriptor::reset() noexcept {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

Error system_error(std::string_view what, const std::filesystem::path& path, int number,
                   std::string_view way_out) {
    std::string message = "cannot ";
    message += what;
    message += ' ';
    message += path.string();
    message += ": ";
    message += std::generic_category().message(number);
    message += "; ";
    message += way_out;
    return Error{Errc::unavailable, std::move(message)};
}

Result<FileDescriptor> open_private_file(const std::filesystem::path& path, int flags) {
    constexpr mode_t k_private = S_IRUSR | S_IWUSR;
    FileDescriptor file(::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, k_private));
    if (!file) return tl::unexpected(system_error("open", path, errno));
    struct stat facts {};
    if (::fstat(file.get(), &facts) != 0)
        return tl::unexpected(system_error("look at", path, errno));
    if (!S_ISREG(facts.st_mode)) {
        return fail(Errc::unavailable, path.string() + " is not a file; move it away");
    }
    const bool wrong_mode = (facts.st_mode & 07777U) != k_private;
    if ((flags & O_CREAT) != 0 && wrong_mode && ::fchmod(file.get(), k_private) != 0) {
        return tl::unexpected(system_error("make private", path, errno));
    }
    return file;
}

Result<FileIdentity> identity_of(const std::filesystem::path& path) {
    struct stat facts {};
    if (::lstat(path.c_str(), &facts) != 0) {
        return tl::unexpected(system_error("find", path, errno));
    }
    return FileIdentity{facts.st_dev, facts.st_ino};
}

Result<FileIdentity> identity_of(const FileDescriptor& file, const std::filesystem::path& path) {
    struct stat facts {};
    if (::fstat(file.get(), &facts) != 0) {
        return tl::unexpected(system_error("look at", path, errno));
    }
    return FileIdentity{facts.st_dev, facts.st_ino};
}

Result<void> check_identity(const std::filesystem::path& path, const FileIdentity& expected,
                            std::string_view use) {
    const Result<FileIdentity> now = identity_of(path);
    if (now && *now == expected) return {};
    return fail(Errc::unavailable, path.string() + " was removed or exchanged while " +
                                       std::string(use) + "; start the program again");
}

Result<void> sync_folder(const std::filesystem::path& folder) {
    FileDescriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!opened || ::fsync(opened.get()) != 0) {
        return tl::unexpected(system_error("make durable", folder, errno));
    }
    return {};
}

}  // namespace iam::store
