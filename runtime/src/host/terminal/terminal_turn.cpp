// A lock of an open file description excludes threads as well. It and a process's lock on the same
// file exclude each other.
#include "host/terminal/terminal_turn.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace iam::host {
namespace {

std::optional<unsigned> terminal_of(int descriptor) {
    unsigned device = 0;
    if (::ioctl(descriptor, TIOCGDEV, &device) != 0) return std::nullopt;
    return device;
}

/// True if `file` is the device of the terminal itself. /dev/tty stands for another terminal in
/// each session, and another mount of the pseudo-terminals has the same numbers.
bool is_device_of(int file, int terminal) {
    struct stat facts {};
    const auto number = terminal_of(terminal);
    if (!number || terminal_of(file) != number || ::fstat(file, &facts) != 0) return false;
    if (facts.st_rdev != makedev(major(*number), minor(*number))) return false;
    struct stat other {};
    if (::fstat(terminal, &other) == 0 && other.st_rdev == facts.st_rdev) {
        return other.st_dev == facts.st_dev && other.st_ino == facts.st_ino;
    }
    return ::tcgetsid(file) == ::tcgetsid(terminal);
}

std::vector<std::string> paths_of(const Terminal& terminal) {
    std::vector<std::string> paths = {terminal.device(), terminal.name()};
    std::array<char, 256> name{};
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::ttyname_r(standard, name.data(), name.size()) == 0) paths.emplace_back(name.data());
    }
    if (const auto number = terminal_of(terminal.descriptor())) {
        paths.push_back("/dev/char/" + std::to_string(major(*number)) + ":" +
                        std::to_string(minor(*number)));
    }
    return paths;
}

struct flock whole_file(short type) {
    struct flock lock {};
    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

}  // namespace

Result<TerminalTurn> TerminalTurn::of(const Terminal& terminal) {
    for (const std::string& path : paths_of(terminal)) {
        Descriptor own(::open(path.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK));
        struct flock lock = whole_file(F_WRLCK);
        if (own.get() >= 0 && is_device_of(own.get(), terminal.descriptor()) &&
            ::fcntl(own.get(), F_OFD_GETLK, &lock) == 0) {
            return TerminalTurn(std::move(own), -1);
        }
    }
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        struct flock lock = whole_file(F_WRLCK);
        const int flags = ::fcntl(standard, F_GETFL);
        if (flags >= 0 && (flags & O_ACCMODE) == O_RDWR &&
            is_device_of(standard, terminal.descriptor()) &&
            ::fcntl(standard, F_GETLK, &lock) == 0) {
            return TerminalTurn(Descriptor(), standard);
        }
    }
    return fail(Errc::unavailable,
                "the terminal " + terminal.name() +
                    " cannot be kept for one question: its device cannot be opened by this user");
}

bool TerminalTurn::set(short type) const noexcept {
    struct flock lock = whole_file(type);
    return own_.get() >= 0 ? ::fcntl(own_.get(), F_OFD_SETLK, &lock) == 0
                           : ::fcntl(shared_, F_SETLK, &lock) == 0;
}

bool TerminalTurn::take() {
    has_it_ = has_it_ || set(F_WRLCK);
    return has_it_;
}

void TerminalTurn::give_back() noexcept {
    if (std::exchange(has_it_, false)) set(F_UNLCK);
}

bool TerminalTurn::is_taken_by_another() const {
    struct flock lock = whole_file(F_WRLCK);
    const bool known = own_.get() >= 0 ? ::fcntl(own_.get(), F_OFD_GETLK, &lock) == 0
                                       : ::fcntl(shared_, F_GETLK, &lock) == 0;
    return known && lock.l_type != F_UNLCK;
}

bool is_terminal_free(const std::string& device) {
    const auto terminal = Terminal::open(device);
    if (!terminal) return true;
    if (!terminal->is_foreground()) return false;
    const auto turn = TerminalTurn::of(*terminal);
    return !turn || !turn->is_taken_by_another();
}

}  // namespace iam::host
