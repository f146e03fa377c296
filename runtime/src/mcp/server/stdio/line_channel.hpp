// Messages as lines on two descriptors.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// An eventfd: a thread that polls it wakes up when another thread signals it.
class Wake {
 public:
    Wake();
    ~Wake();
    Wake(const Wake&) = delete;
    Wake& operator=(const Wake&) = delete;

    int descriptor() const noexcept { return descriptor_; }  ///< -1: the system has none left
    void signal() const noexcept;
    void clear() const noexcept;

 private:
    int descriptor_;
};

/// Cuts bytes into lines. A line over `bytes_max` is cut after one byte more, which a reader
/// refuses, and its rest is dropped.
class LineCutter {
 public:
    explicit LineCutter(std::size_t bytes_max) : bytes_max_(bytes_max) {}
    void add(std::string_view bytes) { buffer_ += bytes; }
    /// The next whole line without its end; the view is valid until the next call. Nothing if none
    /// is whole.
    bool next(std::string_view& line);
    /// Gives the same line again.
    void again() { at_ = searched_ = 0; }

 private:
    bool cut_long_line(std::string_view& line);

    std::size_t bytes_max_;
    std::string buffer_;
    std::size_t at_ = 0;        // of the next line
    std::size_t searched_ = 0;  // no line ends before
    bool drops_ = false;        // the rest of a long line
};

/// Writes lines. Blocks while the reader is behind, without changing the descriptor's flags, which
/// other programs may share.
class LineWriter {
 public:
    explicit LineWriter(int descriptor) : descriptor_(descriptor) {}
    /// Writes a line; false once a write has failed or give_up() was called. One thread at a time.
    bool write(std::string_view text);
    /// Ends a write that blocks. Thread-safe.
    void give_up() noexcept;
    bool is_broken() const noexcept { return broken_; }

 private:
    bool wait_for_room() const;

    int descriptor_;
    Wake gives_up_{};
    std::atomic<bool> broken_{false};
};

}  // namespace iam::mcp
