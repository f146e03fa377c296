// The lock that lets one writer at a time into a ledger, among processes and among threads.
#pragma once

#include "store_sqlite/files/files.hpp"

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

namespace iam::store_sqlite {

using SteadyNow = std::function<std::chrono::steady_clock::time_point()>;

/// flock on <ledger>.lock. The file names who has the lock, or had it last. One object per store; not thread-safe.
class WriterLock {
 public:
    /// Makes the file where it is missing.
    static Result<WriterLock> open(const std::filesystem::path& path);

    /// Held until it dies.
    class Guard {
     public:
        explicit Guard(const WriterLock& lock) noexcept : lock_(&lock) {}
        ~Guard();
        Guard(Guard&& other) noexcept;
        Guard& operator=(Guard&&) = delete;

     private:
        const WriterLock* lock_;
    };

    /// unavailable, naming the holder, if others keep it for all of `wait`.
    Result<Guard> acquire(std::chrono::milliseconds wait,
                          const SteadyNow& now = std::chrono::steady_clock::now) const;

    const std::filesystem::path& path() const noexcept { return path_; }

 private:
    /// Never of another length: overwriting needs no space on a full disk.
    using Record = std::array<char, 128>;

    WriterLock(std::filesystem::path path, FileDescriptor file, FileIdentity identity,
               const Record& own) noexcept;
    void write_own_name() const noexcept;
    Record read_record() const noexcept;
    std::string holder() const;

    std::filesystem::path path_;
    FileDescriptor file_;
    FileIdentity identity_;
    Record own_;  // "<pid> <program>", what others read while we hold the lock
};

}  // namespace iam::store_sqlite
