// open, fstat, read, close.
#include "generator/io/text_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <utility>

namespace iam::gen {
namespace {

/// An ordinary file that is open for reading, or none.
class OpenFile {
 public:
    // Whoever opens a pipe without O_NONBLOCK waits for somebody who writes to it; a terminal is not to become ours.
    explicit OpenFile(const std::string& path)
        : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)) {
        struct stat state {};
        if (descriptor_ >= 0 && ::fstat(descriptor_, &state) == 0 && S_ISREG(state.st_mode))
            size_ = static_cast<std::size_t>(state.st_size);
    }
    ~OpenFile() {
        if (descriptor_ >= 0) (void)::close(descriptor_);
    }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    /// Nothing where there is no file.
    std::optional<std::size_t> size() const { return size_; }

    /// Nothing where it has become shorter meanwhile.
    std::optional<std::string> read() const {
        std::string text(*size_, '\0');
        for (std::size_t done = 0; done < text.size();) {
            const std::size_t count = read_some(text.data() + done, text.size() - done);
            if (count == 0) return std::nullopt;
            done += count;
        }
        return text;
    }

    /// Piece by piece: a manifest has megabytes.
    bool holds(std::string_view text) const {
        std::array<char, std::size_t{64} << 10> piece;
        while (!text.empty()) {
            const std::size_t count = read_some(piece.data(), std::min(piece.size(), text.size()));
            if (count == 0 || text.substr(0, count) != std::string_view(piece.data(), count))
                return false;
            text.remove_prefix(count);
        }
        return true;
    }

 private:
    /// 0 at the end, and where it cannot be read.
    std::size_t read_some(char* to, std::size_t bytes) const {
        for (;;) {
            const auto count = ::read(descriptor_, to, bytes);
            if (count < 0 && errno == EINTR) continue;
            return count < 0 ? 0 : static_cast<std::size_t>(count);
        }
    }

    int descriptor_;
    std::optional<std::size_t> size_;
};

}  // namespace

std::optional<std::string> read_text_file(const std::string& path) {
    const OpenFile file(path);
    return file.size() ? file.read() : std::nullopt;
}

bool holds_text(const std::string& path, std::string_view text) {
    const OpenFile file(path);
    return file.size() == text.size() && file.holds(text);
}

}  // namespace iam::gen
