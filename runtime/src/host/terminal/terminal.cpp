// Reads single keys of Linux terminals by termios.
#include "host/terminal/terminal.hpp"

#include "host/session/held_signals.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace iam::host {
namespace {

constexpr std::size_t k_columns_default = 80;
constexpr std::size_t k_columns_min = 20;
constexpr std::size_t k_rows_default = 24;

// Major numbers of Linux (Documentation/admin-guide/devices.txt): pseudo-terminals and consoles.
constexpr unsigned k_first_pty_major = 136;
constexpr unsigned k_last_pty_major = 143;
constexpr unsigned k_console_major = 4;
constexpr unsigned k_first_serial_minor = 64;
constexpr unsigned k_minors = 256;

// Bracketed paste, as of xterm.
constexpr std::string_view k_mark_pastes = "\x1b[?2004h";
constexpr std::string_view k_mark_no_pastes = "\x1b[?2004l";

}  // namespace

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

Result<Terminal> Terminal::open(const std::string& device) {
    Descriptor file(::open(device.c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY));
    if (file.get() < 0 || ::isatty(file.get()) != 1) {
        const int number = errno;
        return fail(Errc::unavailable, "there is no terminal to ask on (" + device + ": " +
                                           std::generic_category().message(number) + ")");
    }
    return Terminal(std::move(file), device);
}

bool Terminal::write(std::string_view text) const {
    while (!text.empty()) {
        const ssize_t written = ::write(file_.get(), text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

std::size_t columns_of(int descriptor) {
    if (::isatty(descriptor) == 0) return 0;
    winsize size{};
    if (::ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return k_columns_default;
    return size.ws_col < k_columns_min ? k_columns_min : std::size_t{size.ws_col};
}

std::size_t Terminal::columns() const {
    const std::size_t columns = columns_of(file_.get());
    return columns == 0 ? k_columns_default : columns;
}

std::size_t Terminal::rows() const {
    winsize size{};
    if (::ioctl(file_.get(), TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return k_rows_default;
    return size.ws_row;
}

std::string Terminal::name() const {
    unsigned device = 0;
    if (::ioctl(file_.get(), TIOCGDEV, &device) != 0) return device_;
    const unsigned number_major = major(device);
    const unsigned number_minor = minor(device);
    if (number_major >= k_first_pty_major && number_major <= k_last_pty_major) {
        const unsigned number = (number_major - k_first_pty_major) * k_minors + number_minor;
        return "/dev/pts/" + std::to_string(number);
    }
    if (number_major != k_console_major) return device_;
    return number_minor < k_first_serial_minor
               ? "/dev/tty" + std::to_string(number_minor)
               : "/dev/ttyS" + std::to_string(number_minor - k_first_serial_minor);
}

bool Terminal::is_foreground() const {
    const pid_t group = ::tcgetpgrp(file_.get());
    return group < 0 || group == ::getpgrp();
}

void Terminal::drain() const {
    while (::tcdrain(file_.get()) != 0 && errno == EINTR) continue;
}

KeyMode::KeyMode(const Terminal& terminal, const HeldSignals& signals,
                 std::optional<termios>& before, bool marks_pastes)
    : terminal_(terminal), signals_(signals), marks_pastes_(marks_pastes), before_(before) {
    termios keys{};
    if (::tcgetattr(terminal_.descriptor(), &keys) != 0) return;
    if (!before_) before_ = keys;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    ok_ = ::tcsetattr(terminal_.descriptor(), TCSAFLUSH, &keys) == 0 &&
          ::tcgetattr(terminal_.descriptor(), &ours_) == 0;
    if (ok_ && marks_pastes_) terminal_.write(k_mark_pastes);
}

KeyMode::~KeyMode() {
    // If another program has the terminal now, it has set its own modes.
    if (!ok_ || !terminal_.is_foreground()) return;
    if (marks_pastes_) terminal_.write(k_mark_no_pastes);
    // Drops the keys typed after the answer: they were typed at this question, not at the shell.
    ::tcsetattr(terminal_.descriptor(), TCSAFLUSH, &*before_);
}

/// Compares the modes for keys and output only: a terminal may change other modes by itself.
bool KeyMode::is_lost() const {
    termios now{};
    if (!terminal_.is_foreground()) return true;
    if (::tcgetattr(terminal_.descriptor(), &now) != 0) return false;
    return now.c_lflag != ours_.c_lflag || now.c_iflag != ours_.c_iflag ||
           now.c_oflag != ours_.c_oflag;
}

KeyMode::Event KeyMode::wait(std::chrono::milliseconds timeout, std::string& keys) const {
    std::array<pollfd, 2> files{
        {{terminal_.descriptor(), POLLIN, 0}, {signals_.descriptor(), POLLIN, 0}}};
    const int ready = ::poll(files.data(), files.size(), static_cast<int>(timeout.count()));
    if (ready < 0) return errno == EINTR ? Event::nothing : Event::closed;
    if (files[1].revents != 0) {
        return signals_.came() == HeldSignals::Came::end ? Event::signal : Event::lost;
    }
    // Comes first: keys typed at another program must not be taken from it.
    if (is_lost()) return Event::lost;
    if (files[0].revents == 0) return Event::nothing;
    std::array<char, 256> buffer{};
    const ssize_t size = ::read(terminal_.descriptor(), buffer.data(), buffer.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) return Event::nothing;
    if (size < 0 && !terminal_.is_foreground()) return Event::lost;
    if (size <= 0) return Event::closed;
    keys.assign(buffer.data(), static_cast<std::size_t>(size));
    return is_lost() ? Event::lost : Event::keys;
}

void KeyMode::drop_typed() const {
    ::tcflush(terminal_.descriptor(), TCIFLUSH);
}

}  // namespace iam::host
