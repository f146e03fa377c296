#include "mcp/lines/line_channel.hpp"

#include <iam/core/signals_blocked.hpp>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

namespace iam::mcp {
namespace {

// A pipe ready for output takes so much without blocking (POSIX, PIPE_BUF on Linux).
constexpr std::size_t k_piece_bytes = 4096;
constexpr std::size_t k_kept_bytes_max = 3072;

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

void LineCutter::add(std::string_view bytes) {
    buffer_.erase(0, at_);
    searched_ -= at_;
    begin_ = at_ = 0;
    buffer_ += bytes;
}

bool LineCutter::next(std::string_view& line) {
    while (true) {
        const std::size_t end = buffer_.find('\n', searched_);
        if (end == std::string::npos) return cut_long_line(line);
        begin_ = at_;
        searched_ = at_ = end + 1;
        if (!drops_) {
            line = std::string_view(buffer_).substr(begin_, std::min(end - begin_, bytes_max_ + 1));
            return true;
        }
        drops_ = false;
    }
}

bool LineCutter::cut_long_line(std::string_view& line) {
    searched_ = buffer_.size();
    if (drops_) {
        at_ = buffer_.size();
        return false;
    }
    if (buffer_.size() - at_ <= bytes_max_) return false;
    drops_ = true;
    begin_ = at_;
    at_ = buffer_.size();
    line = std::string_view(buffer_).substr(begin_, bytes_max_ + 1);
    return true;
}

void LineWriter::end() {
    gives_up_.signal();
    std::thread thread;
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        thread.swap(thread_);
    }
    work_.notify_all();
    if (thread.joinable()) thread.join();
}

void LineWriter::take(std::string line, bool more_follows) {
    const std::lock_guard lock(kept_mutex_);
    kept_ += line;
    if (!more_follows || kept_.size() > k_kept_bytes_max) write_kept();
}

void LineWriter::flush() {
    const std::lock_guard lock(kept_mutex_);
    if (!kept_.empty()) write_kept();
}

void LineWriter::write_kept() {
    std::string line = std::exchange(kept_, {});
    const std::string_view rest = write(line, false);
    if (rest.empty() || broken_) return;
    line.erase(0, line.size() - rest.size());
    {
        const std::lock_guard lock(mutex_);
        if (start_thread()) {
            rest_ = std::move(line);
            work_.notify_all();
            return;
        }
    }
    // Without a thread the reader has to be waited for here.
    write(line, true);
}

std::string_view LineWriter::write(std::string_view text, bool waits) {
    while (!text.empty() && !broken_ && wait_for_room(waits)) {
        const ssize_t size =
            ::write(descriptor_, text.data(), std::min(text.size(), k_piece_bytes));
        if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (size < 0) {
            broken_ = true;
            break;
        }
        text.remove_prefix(static_cast<std::size_t>(size));
    }
    if (waits && !text.empty()) broken_ = true;
    return text;
}

bool LineWriter::wait_for_room(bool waits) const {
    std::array<pollfd, 2> fds{pollfd{descriptor_, POLLOUT, 0},
                              pollfd{gives_up_.descriptor(), POLLIN, 0}};
    while (::poll(fds.data(), fds.size(), waits ? -1 : 0) < 0) {
        if (errno != EINTR) return false;
    }
    return (fds[1].revents & POLLIN) == 0 && fds[0].revents != 0;
}

bool LineWriter::start_thread() {
    if (ended_ || thread_.joinable()) return !ended_;
    const SignalsBlocked blocked;
    try {
        thread_ = std::thread([this] { work(); });
    } catch (const std::system_error&) {
        return false;
    }
    return true;
}

void LineWriter::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        work_.wait(lock, [this] { return ended_ || !rest_.empty(); });
        if (rest_.empty()) return;
        lock.unlock();
        write(rest_, true);  // nobody else changes it while it is not empty
        lock.lock();
        rest_.clear();
        if (ended_) return;
        lock.unlock();
        on_free_();
        lock.lock();
    }
}

bool LineWriter::can_take() const {
    const std::lock_guard lock(mutex_);
    return rest_.empty();
}

bool LineWriter::is_idle() const {
    const std::lock_guard kept(kept_mutex_);
    return kept_.empty() && can_take();
}

}  // namespace iam::mcp
