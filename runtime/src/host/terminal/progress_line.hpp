// How far a running function is, on standard error: one line that is written over, or lines for a terminal that can do no more.
#pragma once

#include <iam/core/clock.hpp>
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
    lines,  ///< one below the other, no more than one a second
    updating  ///< one that is written over, no more than ten times a second, and taken away at the end
};

/// The last report (all of it is done) is always shown. Thread-safe; the references outlive end().
class ProgressLine {
 public:
    /// `columns`: of the terminal, for an updating line, which is cut to them. An updating line is left alone while `is_free` says no: a
    /// question stands in that terminal. Empty: it is always free.
    ProgressLine(std::ostream& out, const Clock& clock, ProgressStyle style, std::size_t columns,
                 std::string tool, std::function<bool()> is_free = {});
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine() { end(); }

    void show(const ProgressReport& report);
    /// Nothing is shown any more: of a function whose time is over, too.
    void end();

 private:
    bool is_due(const ProgressReport& report);
    bool may_write() const { return style_ != ProgressStyle::updating || !is_free_ || is_free_(); }

    std::mutex mutex_;
    std::ostream* out_;  ///< nullptr: it has ended
    const Clock& clock_;
    ProgressStyle style_;
    std::size_t columns_;
    std::string tool_;
    std::function<bool()> is_free_;
    std::optional<std::chrono::milliseconds> last_{};
};

/// "copy: 3 of 10 (30 %): b.txt". Visible text.
std::string progress_text(const std::string& tool, const ProgressReport& report);

}  // namespace iam::host
