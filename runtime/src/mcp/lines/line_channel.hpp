// Messages as lines on two descriptors.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace iam::mcp {

/// An eventfd: a polling thread wakes up when another thread signals it.
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

/// Cuts bytes into lines. A line over `bytes_max` is cut after one byte more, and its rest is
/// dropped. A reader refuses the cut line.
class LineCutter {
 public:
    explicit LineCutter(std::size_t bytes_max) : bytes_max_(bytes_max) {}
    /// Ends the view of the last line.
    void add(std::string_view bytes);
    /// The next whole line without its end; the view is valid until add(). False if none is whole.
    bool next(std::string_view& line);
    /// Gives the same line again.
    void again() noexcept { at_ = searched_ = begin_; }
    /// True if next() would give a whole line.
    bool has_line() const noexcept { return buffer_.find('\n', searched_) != std::string::npos; }

 private:
    bool cut_long_line(std::string_view& line);

    std::size_t bytes_max_;
    std::string buffer_;
    std::size_t begin_ = 0;     // of the line given last by next()
    std::size_t at_ = 0;        // of the next line
    std::size_t searched_ = 0;  // no line ends before
    bool drops_ = false;        // the rest of a long line
};

/// Writes lines. The descriptor's flags stay as they are, since other programs may share them. If
/// the reader does not take a line at once, a thread of the writer goes on with it. The thread is
/// started when it is needed.
class LineWriter {
 public:
    /// `on_free` is called on the writer's thread when another line can be taken.
    LineWriter(int descriptor, std::function<void()> on_free)
        : descriptor_(descriptor), on_free_(std::move(on_free)) {}
    /// end().
    ~LineWriter() { end(); }
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;

    /// False: the system had no descriptor left, so end() cannot end a write.
    bool can_end() const noexcept { return gives_up_.descriptor() >= 0; }
    /// True unless a line waits for the reader.
    bool can_take() const;
    /// True if all lines have been written.
    bool is_idle() const;
    /// Takes a line. Only if can_take(), and by one thread at a time. Once a write has failed,
    /// lines are lost. With `more_follows` the line may be kept until another one, or flush(),
    /// comes.
    void take(std::string line, bool more_follows);
    /// Writes the kept lines. By any thread.
    void flush();
    bool is_broken() const noexcept { return broken_; }
    /// Ends a waiting write, and the thread. `on_free` is not called afterwards, and lines are
    /// lost. Must not be called within `on_free`.
    void end();

 private:
    void write_kept();
    /// Writes as much as the reader takes now, or all, and returns the rest.
    std::string_view write(std::string_view text, bool waits);
    bool wait_for_room(bool waits) const;
    bool start_thread();
    void work();

    int descriptor_;
    std::function<void()> on_free_;
    Wake gives_up_{};
    std::atomic<bool> broken_{false};
    mutable std::mutex kept_mutex_;  // locked before mutex_
    std::string kept_;
    mutable std::mutex mutex_;
    std::condition_variable work_;
    std::string rest_;  // of the line under way; not empty: the thread writes it
    bool ended_ = false;
    std::thread thread_;
};

}  // namespace iam::mcp
