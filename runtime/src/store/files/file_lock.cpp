// Takes flock with a bounded wait. flock belongs to an open file description, so two objects in one
// process exclude each other as two processes do.
#include "iam/store/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <thread>
#include <utility>

namespace iam::store {
namespace {

/// Keeps printable ASCII only, since anybody can choose a program's name.
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

FileLock::FileLock(std::filesystem::path path, FileDescriptor file, FileIdentity identity,
                   const LockWords& words, const Record& own) noexcept
    : path_(std::move(path)),
      file_(std::move(file)),
      identity_(identity),
      words_(words),
      own_(own) {}

Result<FileLock> FileLock::open(const std::filesystem::path& path, const LockWords& words) {
    IAM_TRY(file, open_private_file(path, O_RDWR | O_CREAT));
    IAM_TRY(identity, identity_of(file, path));
    const std::string name = own_name();
    Record own;
    own.fill(' ');
    own.back() = '\n';
    std::copy_n(name.begin(), std::min(name.size(), own.size() - 1), own.begin());
    return FileLock(path, std::move(file), identity, words, own);
}

Result<std::optional<FileLock::Guard>> FileLock::try_acquire() const {
    while (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        if (errno == EWOULDBLOCK) return std::optional<Guard>();
        return tl::unexpected(
            system_error("lock", path_, errno, "it must be on a file system with flock"));
    }
    // A write costs more than a read, and mostly the record is our own already.
    if (read_record() != own_) write_own_name();
    std::optional<Guard> guard(std::in_place, *this);
    // If others cannot find the locked file, the lock excludes nobody.
    IAM_CHECK(check_identity(path_, identity_, words_.use));
    return guard;
}

Result<FileLock::Guard> FileLock::acquire(std::chrono::milliseconds wait,
                                          const SteadyNow& now) const {
    // flock has no timed form. A signal that ended a blocking flock would belong to the whole
    // process, and inotify cannot tell the holder's close from the next writer's. So this sleeps
    // and tries again. The first steps are short, since a commit takes a few milliseconds.
    constexpr std::chrono::microseconds k_step_max{5000};
    std::chrono::microseconds step{250};
    // A busy machine sleeps longer than it was asked to, so the clock ends the wait. If the lock is
    // free at once, the clock is not read.
    std::optional<std::chrono::steady_clock::time_point> deadline;
    for (;;) {
        IAM_TRY(guard, try_acquire());
        if (guard) return *std::move(guard);
        if (!deadline) deadline = now() + wait;
        if (now() >= *deadline) break;
        std::this_thread::sleep_for(step);
        step = std::min(step * 2, k_step_max);
    }
    return fail(Errc::unavailable,
                std::string(words_.refusal) + " " + holder() + ", which kept " + path_.string() +
                    " locked for too long; let it finish or end it, then try again");
}

void FileLock::write_own_name() const noexcept {
    // The name serves messages only. If this fails, the lock holds all the same.
    static_cast<void>(::pwrite(file_.get(), own_.data(), own_.size(), 0) < 0);
}

FileLock::Record FileLock::read_record() const noexcept {
    Record record{};
    // If this fails, the record names nobody.
    static_cast<void>(::pread(file_.get(), record.data(), record.size(), 0) < 0);
    return record;
}

std::string FileLock::holder() const {
    const Record record = read_record();
    const std::string text(record.data(), record.size());
    const std::size_t pid_end = text.find(' ');
    if (pid_end == std::string::npos || pid_end == 0) return "another program";
    std::string program = text.substr(pid_end + 1);
    program.resize(program.find_last_not_of(" \n") + 1);
    return "process " + plain(text.substr(0, pid_end)) + " (" + plain(std::move(program)) + ")";
}

FileLock::Guard::Guard(Guard&& other) noexcept : lock_(std::exchange(other.lock_, nullptr)) {}

FileLock::Guard::~Guard() {
    if (lock_ != nullptr) ::flock(lock_->file_.get(), LOCK_UN);
}

}  // namespace iam::store
