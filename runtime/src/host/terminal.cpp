// Linux terminals: termios for single keys, signalfd so that a signal finds the terminal restored.
#include "terminal.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
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
constexpr unsigned k_minors = 256;

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
    if (number_major == k_console_major) return "/dev/tty" + std::to_string(number_minor);
    return device_;
}

KeyMode::KeyMode(const Terminal& terminal) : terminal_(terminal.descriptor()) {
    sigset_t held{};
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &mask_before_);
    signals_ = Descriptor(::signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK));
    if (::tcgetattr(terminal_, &before_) != 0) return;
    termios keys = before_;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG | IEXTEN);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    ok_ = ::tcsetattr(terminal_, TCSAFLUSH, &keys) == 0;
}

KeyMode::~KeyMode() {
    // What was typed beyond the answer was typed at this question, not at the shell behind it.
    if (ok_) ::tcsetattr(terminal_, TCSAFLUSH, &before_);
    // Last, since a held signal acts here.
    ::pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

KeyMode::Event KeyMode::wait(std::chrono::milliseconds timeout, std::string& keys) const {
    std::array<pollfd, 2> files{{{terminal_, POLLIN, 0}, {signals_.get(), POLLIN, 0}}};
    const int ready = ::poll(files.data(), files.size(), static_cast<int>(timeout.count()));
    if (ready < 0) return errno == EINTR ? Event::nothing : Event::closed;
    // Not read: the signal stays pending and acts once the mask is as it was.
    if (files[1].revents != 0) return Event::signal;
    if (files[0].revents == 0) return Event::nothing;
    std::array<char, 256> buffer{};
    const ssize_t size = ::read(terminal_, buffer.data(), buffer.size());
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) return Event::nothing;
    if (size <= 0) return Event::closed;
    keys.assign(buffer.data(), static_cast<std::size_t>(size));
    return Event::keys;
}

void KeyMode::drop_typed() const {
    ::tcflush(terminal_, TCIFLUSH);
}

}  // namespace iam::host
