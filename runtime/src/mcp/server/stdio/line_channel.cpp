#include "mcp/server/stdio/line_channel.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>

namespace iam::mcp {
namespace {

// A pipe that is ready for output takes so much without blocking (POSIX, PIPE_BUF on Linux).
constexpr std::size_t k_piece_bytes = 4096;

}  // namespace

Wake::Wake() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Wake::~Wake() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

void Wake::signal() const noexcept {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(descriptor_, &one, sizeof one);
}

void Wake::clear() const noexcept {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t size = ::read(descriptor_, &count, sizeof count);
}

bool LineCutter::next(std::string_view& line) {
    buffer_.erase(0, at_);
    searched_ -= std::min(searched_, at_);
    at_ = 0;
    while (true) {
        const std::size_t end = buffer_.find('\n', searched_);
        if (end == std::string::npos) return cut_long_line(line);
        searched_ = end + 1;
        if (!drops_) {
            at_ = end + 1;
            line = std::string_view(buffer_).substr(0, std::min(end, bytes_max_ + 1));
            return true;
        }
        drops_ = false;
        buffer_.erase(0, end + 1);
        searched_ = 0;
    }
}

bool LineCutter::cut_long_line(std::string_view& line) {
    searched_ = buffer_.size();
    if (drops_) {
        buffer_.clear();
        searched_ = 0;
        return false;
    }
    if (buffer_.size() <= bytes_max_) return false;
    drops_ = true;
    at_ = buffer_.size();
    line = std::string_view(buffer_).substr(0, bytes_max_ + 1);
    return true;
}

bool LineWriter::write(std::string_view text) {
    while (!text.empty() && !broken_) {
        if (!wait_for_room()) break;
        const ssize_t size =
            ::write(descriptor_, text.data(), std::min(text.size(), k_piece_bytes));
        if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (size < 0) break;
        text.remove_prefix(static_cast<std::size_t>(size));
    }
    if (!text.empty()) broken_ = true;
    return !broken_;
}

bool LineWriter::wait_for_room() const {
    std::array<pollfd, 2> fds{pollfd{descriptor_, POLLOUT, 0},
                              pollfd{gives_up_.descriptor(), POLLIN, 0}};
    while (::poll(fds.data(), fds.size(), -1) < 0) {
        if (errno != EINTR) return false;
    }
    return (fds[1].revents & POLLIN) == 0;
}

void LineWriter::give_up() noexcept {
    gives_up_.signal();
}

}  // namespace iam::mcp
