// Numbered files. The highest number ever given is kept beside them, so that taking a file back
// never frees its number: a stale undo could otherwise remove somebody else's file.
#include "files.hpp"

#include <iam/annotations.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

namespace desk {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_with(const std::string& what, const fs::path& path) {
    throw iam::tool_error("file_error", what + " " + path.string() + ": " + std::strerror(errno));
}

[[noreturn]] void fail_missing(const std::string& what, const fs::path& path) {
    if (errno == ENOENT)
        throw iam::tool_error("already_gone", path.string() + " is not there any more.");
    fail_with(what, path);
}

/// An open file, closed when it dies.
class Descriptor {
 public:
    Descriptor(const fs::path& path, int flags, mode_t mode = 0600)
        : fd_(::open(path.c_str(), flags | O_CLOEXEC, mode)) {
        if (fd_ < 0) fail_with("Cannot open", path);
    }
    ~Descriptor() { ::close(fd_); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return fd_; }

 private:
    int fd_;
};

void write_all(const Descriptor& file, std::string_view text, const fs::path& path) {
    while (!text.empty()) {
        const ssize_t written = ::write(file.get(), text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail_with("Cannot write", path);
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

std::string numbered_name(std::string_view prefix, std::string_view extension, int id) {
    return std::string(prefix) + "-" + std::to_string(id) + std::string(extension);
}

/// Counts up in a file of its own, under its lock.
int next_id(const fs::path& folder, std::string_view prefix) {
    const fs::path path = folder / ("." + std::string(prefix) + ".last");
    const Descriptor counter(path, O_RDWR | O_CREAT);
    if (::flock(counter.get(), LOCK_EX) != 0) fail_with("Cannot lock", path);
    char text[16] = {};
    const ssize_t size = ::pread(counter.get(), text, sizeof text, 0);
    int last = 0;
    if (size > 0) std::from_chars(text, text + size, last);
    const std::string next = std::to_string(last + 1);
    if (::pwrite(counter.get(), next.data(), next.size(), 0) != static_cast<ssize_t>(next.size()))
        fail_with("Cannot write", path);
    return last + 1;
}

}  // namespace

fs::path folder(std::string_view kind) {
    const char* data_home = std::getenv("XDG_DATA_HOME");
    fs::path base;
    if (data_home != nullptr && *data_home == '/') {
        base = data_home;
    } else if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        base = fs::path(home) / ".local" / "share";
    } else {
        throw iam::tool_error("no_home",
                              "Neither XDG_DATA_HOME nor HOME names a folder; set one of them.");
    }
    fs::path path = base / "desk" / kind;
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
        throw iam::tool_error("file_error",
                              "Cannot make " + path.string() + ": " + error.message());
    return path;
}

NumberedFile write_numbered(const fs::path& folder, std::string_view prefix,
                            std::string_view extension,
                            const std::function<std::string(int id)>& text) {
    const int id = next_id(folder, prefix);
    const fs::path path = folder / numbered_name(prefix, extension, id);
    const Descriptor file(path, O_WRONLY | O_CREAT | O_EXCL);
    write_all(file, text(id), path);
    if (::fsync(file.get()) != 0) fail_with("Cannot write", path);
    return {id, path};
}

std::string read_numbered(const fs::path& folder, std::string_view prefix,
                          std::string_view extension, int id) {
    const fs::path path = folder / numbered_name(prefix, extension, id);
    std::ifstream file(path, std::ios::binary);
    if (!file) fail_missing("Cannot read", path);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

void remove_numbered(const fs::path& folder, std::string_view prefix, std::string_view extension,
                     int id) {
    const fs::path path = folder / numbered_name(prefix, extension, id);
    if (::unlink(path.c_str()) == 0) return;
    fail_missing("Cannot remove", path);
}

}  // namespace desk
