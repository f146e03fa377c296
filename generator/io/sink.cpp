// Writes the output: first all temporary files, then the renames.
#include <generator/io/sink.hpp>
#include <generator/io/text_file.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

namespace iam::gen {
namespace {

namespace fs = std::filesystem;

std::string cannot(const std::string& what, const fs::path& path, const std::string& why) {
    return "cannot " + what + " '" + path.string() + "': " + why +
           "; check the folder's permissions and the space on its disk";
}

std::string last_error() {
    return std::generic_category().message(errno);
}

WriteResult make_parent(const fs::path& path) {
    if (path.parent_path().empty()) return {};
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error)
        return tl::unexpected(cannot("make the folder", path.parent_path(), error.message()));
    return {};
}

/// False, with the reason in errno, if not all was written.
bool write_to(int descriptor, const std::string& text) {
    std::size_t done = 0;
    while (done < text.size()) {
        const auto count = ::write(descriptor, text.data() + done, text.size() - done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return false;
        done += static_cast<std::size_t>(count);
    }
    return true;
}

/// Refuses a place unless it is free, a file, or a link.
WriteResult check_place(const fs::path& place) {
    std::error_code ignored;
    const fs::file_type type = fs::symlink_status(place, ignored).type();
    if (type == fs::file_type::directory)
        return tl::unexpected(cannot("replace", place, "a folder of that name is there"));
    const bool is_free = type == fs::file_type::none || type == fs::file_type::not_found ||
                         type == fs::file_type::regular || type == fs::file_type::symlink;
    if (!is_free)
        return tl::unexpected(
            cannot("replace", place, "a pipe, socket or device of that name is there"));
    return {};
}

/// True for devices and pipes: they are written to and not replaced (/dev/stdout, /dev/null).
bool is_written_in_place(const fs::path& path) {
    std::error_code ignored;
    const fs::file_type type = fs::status(path, ignored).type();
    return type == fs::file_type::character || type == fs::file_type::fifo ||
           type == fs::file_type::socket;
}

WriteResult write_in_place(const fs::path& path, const std::string& text) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return tl::unexpected(cannot("write", path, last_error()));
    const bool good = write_to(descriptor, text);
    const std::string why = good ? std::string() : last_error();
    const bool closed = ::close(descriptor) == 0;
    if (good && closed) return {};
    return tl::unexpected(cannot("write", path, good ? last_error() : why));
}

/// A file under a temporary name beside its place. It is removed unless it was renamed to its
/// place.
class PendingFile {
 public:
    static tl::expected<PendingFile, std::string> make(fs::path place, const std::string& text) {
        PendingFile file(std::move(place));
        if (auto made = make_parent(file.place_); !made) return tl::unexpected(made.error());
        if (auto good = check_place(file.place_); !good) return tl::unexpected(good.error());
        std::string name = file.place_.string() + ".XXXXXX";
        const int descriptor = ::mkstemp(name.data());
        if (descriptor < 0) return tl::unexpected(cannot("write", file.place_, last_error()));
        file.temporary_ = name;
        // mkstemp gives mode 0600. A generated file is an ordinary one: the user's umask decides
        // its mode.
        const mode_t mask = ::umask(0);
        ::umask(mask);
        const bool good = ::fchmod(descriptor, 0666 & ~mask) == 0 && write_to(descriptor, text);
        const std::string why = good ? std::string() : last_error();
        const bool closed = ::close(descriptor) == 0;
        if (!good || !closed)
            return tl::unexpected(cannot("write", file.place_, good ? last_error() : why));
        return file;
    }
    PendingFile(PendingFile&& other) noexcept
        : place_(std::move(other.place_)), temporary_(std::exchange(other.temporary_, {})) {}
    PendingFile& operator=(PendingFile&&) = delete;
    ~PendingFile() {
        std::error_code ignored;
        if (!temporary_.empty()) fs::remove(temporary_, ignored);
    }
    WriteResult put_in_place() {
        std::error_code error;
        fs::rename(temporary_, place_, error);
        if (error) return tl::unexpected(cannot("replace", place_, error.message()));
        temporary_.clear();
        return {};
    }

 private:
    explicit PendingFile(fs::path place) : place_(std::move(place)) {}
    fs::path place_;
    fs::path temporary_;
};

}  // namespace

DiskSink::DiskSink(std::string folder) : folder_(std::move(folder)) {}

WriteResult DiskSink::write(const std::vector<OutputFile>& files) {
    std::vector<PendingFile> pending;
    for (const OutputFile& file : files) {
        const fs::path place = fs::path(folder_) / file.name;
        if (holds_text(place.string(), file.text)) continue;
        auto made = PendingFile::make(place, file.text);
        if (!made) return tl::unexpected(made.error());
        pending.push_back(std::move(*made));
    }
    for (PendingFile& file : pending)
        if (auto put = file.put_in_place(); !put) return put;
    return {};
}

WriteResult MemorySink::write(const std::vector<OutputFile>& files) {
    for (const OutputFile& file : files) files_[file.name] = file.text;
    return {};
}

WriteResult write_always(const std::string& path, const std::string& text) {
    if (is_written_in_place(path)) return write_in_place(path, text);
    auto made = PendingFile::make(path, text);
    if (!made) return tl::unexpected(made.error());
    return made->put_in_place();
}

}  // namespace iam::gen
