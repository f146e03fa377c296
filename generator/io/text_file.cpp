// Reads and compares files with open, fstat, read and close.
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

/// An ordinary file, open for reading, or no file.
class OpenFile {
 public:
    // Without O_NONBLOCK, opening a pipe waits for its writer. O_NOCTTY keeps a terminal from
    // becoming ours.
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

    /// Nothing if there is no ordinary file.
    std::optional<std::size_t> size() const { return size_; }

    /// The whole text; nothing if the file has become shorter meanwhile.
    std::optional<std::string> read() const {
        std::string text(*size_, '\0');
        for (std::size_t done = 0; done < text.size();) {
            const std::size_t count = read_some(text.data() + done, text.size() - done);
            if (count == 0) return std::nullopt;
            done += count;
        }
        return text;
    }

    /// Compares piece by piece, since a manifest has megabytes.
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
    /// 0 at the end of the file, and if it cannot be read.
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
