// flock with a bounded wait. It is taken on an open file description, so that two stores in one
// process exclude each other as two processes do.
#include "store_sqlite/write/writer_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <thread>
#include <utility>

namespace iam::store_sqlite {
namespace {

/// A program's name is anybody's choice: only plain characters reach a message.
std::string plain(std::string text) {
    for (char& sign : text) {
        if (sign < '!' || sign > '~') sign = '?';
    }
    return text;
}

std::string own_name() {
    std::error_code problem;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", problem).filename();
    std::string name = problem ? "a program" : plain(program.string());
    return std::to_string(::getpid()) + " " + name;
}

}  // namespace

WriterLock::WriterLock(std::filesystem::path path, FileDescriptor file, FileIdentity identity,
                       const Record& own) noexcept
    : path_(std::move(path)), file_(std::move(file)), identity_(identity), own_(own) {}

Result<WriterLock> WriterLock::open(const std::filesystem::path& path) {
    IAM_TRY(file, open_private_file(path, O_RDWR | O_CREAT));
    IAM_TRY(identity, identity_of(file, path));
    const std::string name = own_name();
    Record own;
    own.fill(' ');
    own.back() = '\n';
    std::copy_n(name.begin(), std::min(name.size(), own.size() - 1), own.begin());
    return WriterLock(path, std::move(file), identity, own);
}

Result<WriterLock::Guard> WriterLock::acquire(std::chrono::milliseconds wait,
                                              const SteadyNow& now) const {
    // It sleeps and tries again because nothing else waits with an end: flock has no timed form, a
    // signal that ends a blocking one would belong to the whole process, and the holder's closing of
    // the file wakes nobody who could be told apart from the next writer. Short steps first: a commit
    // takes a few milliseconds.
    constexpr std::chrono::microseconds k_step_max{5000};
    std::chrono::microseconds step{250};
    // By the clock: a busy machine sleeps for longer than it was asked to. Who gets the lock at once looks at none.
    std::optional<std::chrono::steady_clock::time_point> deadline;
    for (;;) {
        if (::flock(file_.get(), LOCK_EX | LOCK_NB) == 0) {
            // A write costs more than a look, and most of the time nobody else was here.
            if (read_record() != own_) write_own_name();
            Guard guard(*this);
            // A lock on a file that others cannot find keeps nobody out.
            IAM_CHECK(check_identity(path_, identity_));
            return guard;
        }
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) {
            return tl::unexpected(system_error("lock", path_, errno,
                                               "the state folder must be on a file system with "
                                               "flock"));
        }
        if (!deadline) deadline = now() + wait;
        if (now() >= *deadline) break;
        std::this_thread::sleep_for(step);
        step = std::min(step * 2, k_step_max);
    }
    return fail(Errc::unavailable,
                "the ledger is being written by " + holder() + ", which kept " + path_.string() +
                    " locked for too long; let it finish or end it, then try again");
}

void WriterLock::write_own_name() const noexcept {
    // It only serves messages: without it the lock holds just the same.
    static_cast<void>(::pwrite(file_.get(), own_.data(), own_.size(), 0) < 0);
}

WriterLock::Record WriterLock::read_record() const noexcept {
    Record record{};
    // Where it cannot be read, it names nobody.
    static_cast<void>(::pread(file_.get(), record.data(), record.size(), 0) < 0);
    return record;
}

std::string WriterLock::holder() const {
    const Record record = read_record();
    const std::string text(record.data(), record.size());
    const std::size_t pid_end = text.find(' ');
    if (pid_end == std::string::npos || pid_end == 0) return "another program";
    std::string program = text.substr(pid_end + 1);
    program.resize(program.find_last_not_of(" \n") + 1);
    return "process " + plain(text.substr(0, pid_end)) + " (" + plain(std::move(program)) + ")";
}

WriterLock::Guard::Guard(Guard&& other) noexcept : lock_(std::exchange(other.lock_, nullptr)) {}

WriterLock::Guard::~Guard() {
    if (lock_ != nullptr) ::flock(lock_->file_.get(), LOCK_UN);
}

}  // namespace iam::store_sqlite
