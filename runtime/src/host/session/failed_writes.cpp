#include "host/session/failed_writes.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <initializer_list>

namespace iam::host {
namespace {

extern "C" void iam_host_on_failed_write(int /*signal*/) {}

}  // namespace

void outlive_failed_writes() noexcept {
    for (const int signal : {SIGPIPE, SIGXFSZ}) {
        struct sigaction before {};
        if (::sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
        struct sigaction nothing {};
        nothing.sa_handler = iam_host_on_failed_write;
        nothing.sa_flags = SA_RESTART;
        sigemptyset(&nothing.sa_mask);
        static_cast<void>(::sigaction(signal, &nothing, nullptr));
    }
}

void hold_standard_descriptors() noexcept {
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
        // open() gives the lowest free descriptor: this one. Opened for the other direction, it
        // fails as a closed one does.
        static_cast<void>(::open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
}

bool reader_is_gone() noexcept {
    pollfd output{STDOUT_FILENO, 0, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace iam::host
