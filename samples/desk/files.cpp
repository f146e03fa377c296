// Numbered files. The highest number ever given is kept beside them, so that removing a file never
// frees its number: a stale undo could otherwise remove another call's file.
//
// A file gets its name when it is whole. Until then its name starts with a dot, so a write that was
// cut short never counts as a file of the shelf.
#include "files.hpp"

#include <iam/annotations.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

namespace desk {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_with(const std::string& what, const fs::path& path) {
    throw iam::tool_error("file_error", what + " " + path.string() + ": " + std::strerror(errno));
}

[[noreturn]] void fail_gone(const fs::path& path) {
    throw iam::tool_error("already_gone", path.string() + " is not there any more.");
}

/// An open file, closed when it dies.
class Descriptor {
 public:
    /// Takes a descriptor, or -1.
    explicit Descriptor(int fd) : fd_(fd) {}
    Descriptor(const fs::path& path, int flags)
        : Descriptor(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {
        if (fd_ < 0) fail_with("Cannot open", path);
    }
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
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

/// None if the file is not there. A file that cannot be read is there all the same.
std::optional<std::string> text_of(const fs::path& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.get() < 0 && errno == ENOENT) return std::nullopt;
    if (file.get() < 0) fail_with("Cannot read", path);
    std::string text;
    std::array<char, 4096> part{};
    while (true) {
        const ssize_t size = ::read(file.get(), part.data(), part.size());
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) fail_with("Cannot read", path);
        if (size == 0) return text;
        text.append(part.data(), static_cast<std::size_t>(size));
    }
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
        const int next = last() + 1;
        const std::string text = std::to_string(next);
        if (::pwrite(file_.get(), text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
            fail_with("Cannot write", path_);
        return next;
    }

 private:
    /// 0 in a new file.
    int last() const {
        std::array<char, 16> text{};
        const ssize_t size = ::pread(file_.get(), text.data(), text.size(), 0);
        if (size < 0) fail_with("Cannot read", path_);
        if (size == 0) return 0;
        int number = 0;
        const auto read = std::from_chars(text.data(), text.data() + size, number);
        if (read.ec != std::errc() || number < 0 || number == std::numeric_limits<int>::max())
            throw iam::tool_error("file_error", "Cannot read the last number of a file in " +
                                                    path_.string() + "; write it there.");
        return number;
    }

    fs::path path_;
    Descriptor file_;
};

/// A file under a name that is no file of the shelf, removed when this dies. The shelf has one such
/// name, which belongs to the holder of the counter's lock.
class UnfinishedFile {
 public:
    explicit UnfinishedFile(const Shelf& shelf)
        : path_(folder_of(shelf) / ("." + std::string(shelf.prefix) + ".unfinished")) {
        // A process that was killed left it. It may be a second name of a finished file, so it is
        // removed and not written over.
        if (::unlink(path_.c_str()) != 0 && errno != ENOENT) fail_with("Cannot remove", path_);
    }
    ~UnfinishedFile() { ::unlink(path_.c_str()); }
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    void write(std::string_view text) const {
        const Descriptor file(path_, O_WRONLY | O_CREAT | O_EXCL);
        write_all(file, text, path_);
        if (::fsync(file.get()) != 0) fail_with("Cannot write", path_);
    }

    /// Gives the file its name. Unlike a rename, a link never replaces another file.
    void finish(const fs::path& path) const {
        if (::link(path_.c_str(), path.c_str()) != 0) fail_with("Cannot write", path);
    }

 private:
    fs::path path_;
};

NumberedFile write_next(Counter& counter, const Shelf& shelf, const TextOf& text) {
    const int id = counter.next();
    NumberedFile written{.id = id, .path = folder_of(shelf) / name_of(shelf, id), .text = text(id)};
    const UnfinishedFile file(shelf);
    file.write(written.text);
    file.finish(written.path);
    return written;
}

}  // namespace

NumberedFile write_numbered(const Shelf& shelf, const TextOf& text) {
    Counter counter(shelf);
    return write_next(counter, shelf, text);
}

std::optional<NumberedFile> find_numbered(const Shelf& shelf, const IsWanted& is_wanted) {
    const fs::path folder = folder_of(shelf);
    std::optional<NumberedFile> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::optional<int> id = id_of(shelf, entry->path().filename().string());
        if (!id || (found && found->id < *id)) continue;
        std::optional<std::string> text = text_of(entry->path());
        if (text && is_wanted(*text)) found = NumberedFile{*id, entry->path(), *std::move(text)};
    }
    if (error && error != std::errc::no_such_file_or_directory)
        throw iam::tool_error("file_error",
                              "Cannot read " + folder.string() + ": " + error.message());
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
    if (!text) fail_gone(path);
    return *std::move(text);
}

void remove_numbered(const Shelf& shelf, int id) {
    const fs::path path = folder_of(shelf) / name_of(shelf, id);
    if (::unlink(path.c_str()) == 0) return;
    if (errno == ENOENT) fail_gone(path);
    fail_with("Cannot remove", path);
}

}  // namespace desk
