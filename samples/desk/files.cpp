// Numbered files. The highest number ever given is kept beside them, so that removing a file never
// frees its number: a stale undo could otherwise remove another call's file.
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

/// The shelf's folder, whether it is there or not.
fs::path folder_of(const Shelf& shelf) {
    const char* data_home = std::getenv("XDG_DATA_HOME");
    const char* home = std::getenv("HOME");
    if (data_home != nullptr && *data_home == '/')
        return fs::path(data_home) / "desk" / shelf.folder;
    if (home != nullptr && *home == '/')
        return fs::path(home) / ".local" / "share" / "desk" / shelf.folder;
    throw iam::tool_error("no_home",
                          "Neither XDG_DATA_HOME nor HOME names a folder; set one of them.");
}

fs::path made_folder(const Shelf& shelf) {
    fs::path path = folder_of(shelf);
    std::error_code error;
    fs::create_directories(path, error);
    if (error)
        throw iam::tool_error("file_error",
                              "Cannot make " + path.string() + ": " + error.message());
    return path;
}

std::string name_of(const Shelf& shelf, int id) {
    return std::string(shelf.prefix) + "-" + std::to_string(id) + std::string(shelf.extension);
}

/// The number in a file's name; none if the file is not of the shelf.
std::optional<int> id_of(const Shelf& shelf, const std::string& name) {
    const std::size_t begin = shelf.prefix.size() + 1;
    if (name.size() < begin) return std::nullopt;
    int id = 0;
    std::from_chars(name.data() + begin, name.data() + name.size(), id);
    return name == name_of(shelf, id) ? std::optional<int>(id) : std::nullopt;
}

std::optional<std::string> text_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The last number of a shelf, in a file of its own. Holds the file's lock until it dies.
class Counter {
 public:
    explicit Counter(const Shelf& shelf)
        : path_(made_folder(shelf) / ("." + std::string(shelf.prefix) + ".last")),
          file_(path_, O_RDWR | O_CREAT) {
        if (::flock(file_.get(), LOCK_EX) != 0) fail_with("Cannot lock", path_);
    }

    int next() {
        char text[16] = {};
        const ssize_t size = ::pread(file_.get(), text, sizeof text, 0);
        int last = 0;
        if (size > 0) std::from_chars(text, text + size, last);
        const std::string next = std::to_string(last + 1);
        if (::pwrite(file_.get(), next.data(), next.size(), 0) != static_cast<ssize_t>(next.size()))
            fail_with("Cannot write", path_);
        return last + 1;
    }

 private:
    fs::path path_;
    Descriptor file_;
};

NumberedFile write_next(Counter& counter, const Shelf& shelf, const TextOf& text) {
    const int id = counter.next();
    const fs::path path = folder_of(shelf) / name_of(shelf, id);
    const Descriptor file(path, O_WRONLY | O_CREAT | O_EXCL);
    NumberedFile written{.id = id, .path = path, .text = text(id)};
    write_all(file, written.text, path);
    if (::fsync(file.get()) != 0) fail_with("Cannot write", path);
    return written;
}

}  // namespace

NumberedFile write_numbered(const Shelf& shelf, const TextOf& text) {
    Counter counter(shelf);
    return write_next(counter, shelf, text);
}

std::optional<NumberedFile> find_numbered(const Shelf& shelf, const IsWanted& is_wanted) {
    std::optional<NumberedFile> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder_of(shelf), error), end; !error && entry != end;
         entry.increment(error)) {
        const std::optional<int> id = id_of(shelf, entry->path().filename().string());
        if (!id || (found && found->id < *id)) continue;
        std::optional<std::string> text = text_of(entry->path());
        if (text && is_wanted(*text)) found = NumberedFile{*id, entry->path(), *std::move(text)};
    }
    return found;
}

Kept find_or_write(const Shelf& shelf, const IsWanted& is_wanted, const TextOf& text) {
    // The lock keeps another process from writing the same file between the search and the writing.
    Counter counter(shelf);
    if (auto found = find_numbered(shelf, is_wanted)) return {*std::move(found), false};
    return {write_next(counter, shelf, text), true};
}

std::string read_numbered(const Shelf& shelf, int id) {
    const fs::path path = folder_of(shelf) / name_of(shelf, id);
    std::optional<std::string> text = text_of(path);
    if (!text) fail_missing("Cannot read", path);
    return *std::move(text);
}

void remove_numbered(const Shelf& shelf, int id) {
    const fs::path path = folder_of(shelf) / name_of(shelf, id);
    if (::unlink(path.c_str()) == 0) return;
    fail_missing("Cannot remove", path);
}

}  // namespace desk
