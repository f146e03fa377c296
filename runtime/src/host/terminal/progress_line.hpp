// Shows the progress of a running function on standard error: one line, written over, or lines on a
// terminal without sequences. Its log messages are lines above.
#pragma once

#include <iam/core/clock.hpp>
#include <iam/tool/log.hpp>
#include <iam/tool/progress.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <optional>
#include <string>

namespace iam::host {

enum class ProgressStyle {
    none,
    lines,    ///< one below the other, at most one a second
    updating  ///< one line, written over at most ten times a second, and erased at the end
};

/// The last report (all is done) is always shown. Thread-safe. The references must outlive end().
class ProgressLine {
 public:
    /// An updating line is cut to `columns` of the terminal. It is not written while `is_free`
    /// returns false: a question stands in the terminal. Empty `is_free`: the terminal is always
    /// free.
    ProgressLine(std::ostream& out, const Clock& clock, ProgressStyle style, std::size_t columns,
                 std::string tool, std::function<bool()> is_free = {});
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine() { end(); }

    void show(const ProgressReport& report);
    /// Writes the message as a line of its own, in every style. It is lost while the terminal is
    /// not free for an updating line.
    void tell(const LogMessage& message);
    /// Shows no further report and no message, also of a function after its time-out.
    void end();

 private:
    bool is_due(const ProgressReport& report);
    bool may_write() const { return style_ != ProgressStyle::updating || !is_free_ || is_free_(); }

    std::mutex mutex_;
    std::ostream* out_;  ///< nullptr: the line has ended
    const Clock& clock_;
    ProgressStyle style_;
    std::size_t columns_;
    std::string tool_;
    std::function<bool()> is_free_;
    std::optional<std::chrono::milliseconds> last_{};
};

/// The report as visible text: "copy: 3 of 10 (30 %): b.txt".
std::string progress_text(const std::string& tool, const ProgressReport& report);
/// The message as one line of visible text: "warning: the disk is nearly full".
std::string log_text(const LogMessage& message);

}  // namespace iam::host
