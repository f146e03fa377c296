// Locks a file among processes and among threads, and names its holder to waiters.
#pragma once

#include <iam/store/private_files.hpp>

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace iam::store {

using SteadyNow = std::function<std::chrono::steady_clock::time_point()>;

/// The words of a refused lock. Their texts must outlive the lock.
struct LockWords {
    /// Begins the message to a waiter after its time-out, before the holder's name.
    std::string_view refusal = "the ledger is being written by";
    /// Names the time of use, for the message about an exchanged lock file.
    std::string_view use = "the ledger was open";
};

/// Holds an open lock file under flock(2). The file names the present or last holder of the lock: a
/// process. Each user opens an object of its own; an object is not thread-safe.
class FileLock {
 public:
    /// Makes the file if it is missing.
    static Result<FileLock> open(const std::filesystem::path& path, const LockWords& words = {});

    /// Holds the lock until its destructor runs. It must not outlive the FileLock.
    class Guard {
     public:
        explicit Guard(const FileLock& lock) noexcept : lock_(&lock) {}
        ~Guard();
        Guard(Guard&& other) noexcept;
        Guard& operator=(Guard&&) = delete;

     private:
        const FileLock* lock_;
    };

    /// Waits for the lock. If others keep it for all of `wait`, the error is unavailable and names
    /// the holder.
    Result<Guard> acquire(std::chrono::milliseconds wait,
                          const SteadyNow& now = std::chrono::steady_clock::now) const;

    /// The same without a wait. Nothing: another holds the lock.
    Result<std::optional<Guard>> try_acquire() const;
    /// The present or last holder, in words: "process 12 (desk)", or "another program".
    std::string holder() const;

    const std::filesystem::path& path() const noexcept { return path_; }

 private:
    /// Has a fixed length, so overwriting it needs no space on a full disk.
    using Record = std::array<char, 128>;

    FileLock(std::filesystem::path path, FileDescriptor file, FileIdentity identity,
             const LockWords& words, const Record& own) noexcept;
    void write_own_name() const noexcept;
    Record read_record() const noexcept;

    std::filesystem::path path_;
    FileDescriptor file_;
    FileIdentity identity_;
    LockWords words_;
    Record own_;  // "<pid> <program>": waiters read it while this object holds the lock
};

}  // namespace iam::store
