// What a program asks the system to do to the files of one folder, in order, and its end before any
// of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace iam::test {

inline constexpr const char* k_last_commit = "ledger.last";

/// One call that changes a file or a name, or makes such changes last.
struct FileEvent {
    enum class Kind { create, write, truncate, sync, rename, remove, sync_names };

    Kind kind = Kind::write;
    int file = -1;         ///< the same number for the same file, whatever its name is by now
    std::uint64_t at = 0;  ///< where a write begins; the size that is left
    std::string bytes{};
    std::string name{};
    std::string new_name{};
    /// Of a file that is never synced: SQLite's index of the log, which is made anew, the file that
    /// is only locked, and that of the last commit, which may be any that it was.
    bool is_scratch = false;
};

/// A call that the system refuses.
struct FileFault {
    std::size_t at = 0;  ///< the event that would have this number
    int error = 0;       ///< errno; 0: of a write only half is done
    bool lasts = false;  ///< and so does every later one
};

/// Sees the calls of this process, SQLite's own among them, while it lives; at most one does.
/// Define in no other program what file_recorder.cpp defines: open, write and so on take the place
/// of the C library's. One thread.
class FileRecorder {
 public:
    /// Kills the process instead of doing event number `end_before`, counted from 0.
    explicit FileRecorder(std::filesystem::path folder, std::optional<std::size_t> end_before = {},
                          std::optional<FileFault> fault = {});
    FileRecorder(const FileRecorder&) = delete;
    FileRecorder& operator=(const FileRecorder&) = delete;
    ~FileRecorder();

    const std::vector<FileEvent>& events() const noexcept;

    struct State;

 private:
    std::unique_ptr<State> state_;
};

}  // namespace iam::test
