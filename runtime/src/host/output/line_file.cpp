#include "host/output/line_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace iam::host {

Result<std::unique_ptr<LineFile>> LineFile::open(std::filesystem::path path,
                                                 std::uint64_t bytes_max) {
    std::unique_ptr<LineFile> file(new LineFile(std::move(path), bytes_max));
    IAM_CHECK(file->begin());
    return file;
}

Result<void> LineFile::begin() {
    // O_NONBLOCK: a pipe without a reader is an error, not a wait.
    IAM_TRY(opened, store::open_private_file(path_, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK));
    struct stat found {};
    if (::fstat(opened.get(), &found) != 0)
        return tl::unexpected(store::system_error("look at", path_, errno));
    file_ = std::move(opened);
    bytes_ = static_cast<std::uint64_t>(found.st_size);
    return {};
}

bool LineFile::begin_anew() {
    std::error_code problem;
    std::filesystem::rename(path_, path_.string() + ".1", problem);
    return !problem && begin().has_value();
}

bool LineFile::add(std::string_view line) {
    std::string text(line);
    text += '\n';
    const std::lock_guard lock(mutex_);
    if (bytes_ > 0 && bytes_ + text.size() > bytes_max_ && !begin_anew()) return false;
    // One call writes the whole line, so lines of other processes do not cut it.
    ssize_t count = 0;
    do {
        count = ::write(file_.get(), text.data(), text.size());
    } while (count < 0 && errno == EINTR);
    if (count > 0) bytes_ += static_cast<std::uint64_t>(count);
    return count == static_cast<ssize_t>(text.size());
}

}  // namespace iam::host
