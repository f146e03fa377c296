// Uses only carriage return and "erase to the end of the line" of the terminal.
#include "host/terminal/progress_line.hpp"

#include <iam/core/utf8.hpp>
#include <iam/question/escape.hpp>
#include <iam/question/layout.hpp>

#include <ostream>
#include <string_view>
#include <utility>

namespace iam::host {

using question::escape_for_display;
using question::width_of;

namespace {

constexpr std::string_view k_to_begin = "\r";
constexpr std::string_view k_erase = "\r\x1b[K";
constexpr std::string_view k_cut = "…";

bool is_all_done(const ProgressReport& report) {
    return report.total && report.done == *report.total;
}

/// As much of the beginning of visible text as fits.
std::string cut_to(std::string text, std::size_t columns) {
    if (width_of(text) <= columns) return text;
    while (!text.empty() && width_of(text) + width_of(k_cut) > columns) {
        text.resize(first_bytes(text, text.size() - 1).size());
    }
    return text.append(k_cut);
}

}  // namespace

std::string progress_text(const std::string& tool, const ProgressReport& report) {
    std::string text = escape_for_display(tool) + ": " + std::to_string(report.done);
    if (report.total) text += " of " + std::to_string(*report.total);
    if (report.total && *report.total > 0) {
        const double share = static_cast<double>(report.done) / static_cast<double>(*report.total);
        text += " (" + std::to_string(static_cast<int>(share * 100)) + " %)";
    }
    if (!report.message.empty()) text += ": " + escape_for_display(report.message);
    return text;
}

std::string log_text(const LogMessage& message) {
    return std::string(to_string(message.level)) + ": " + escape_for_display(message.message);
}

ProgressLine::ProgressLine(std::ostream& out, const Clock& clock, ProgressStyle style,
                           std::size_t columns, std::string tool, std::function<bool()> is_free)
    : out_(&out),
      clock_(clock),
      style_(style),
      columns_(columns),
      tool_(std::move(tool)),
      is_free_(std::move(is_free)) {}

bool ProgressLine::is_due(const ProgressReport& report) {
    const auto pause = style_ == ProgressStyle::updating ? std::chrono::milliseconds(100)
                                                         : std::chrono::milliseconds(1000);
    const auto now = clock_.boot();
    if (last_ && now - *last_ < pause && !is_all_done(report)) return false;
    last_ = now;
    return true;
}

void ProgressLine::show(const ProgressReport& report) {
    const std::lock_guard lock(mutex_);
    if (out_ == nullptr || style_ == ProgressStyle::none || !is_due(report) || !may_write()) return;
    const std::string text = progress_text(tool_, report);
    if (style_ == ProgressStyle::updating) {
        // The last column stays free, or some terminals begin the next line. The next output is
        // written over this line.
        *out_ << k_erase << cut_to(text, columns_ - 1) << k_to_begin << std::flush;
    } else {
        *out_ << text << std::endl;
    }
}

void ProgressLine::tell(const LogMessage& message) {
    const std::lock_guard lock(mutex_);
    if (out_ == nullptr || !may_write()) return;
    if (style_ == ProgressStyle::updating) *out_ << k_erase;
    *out_ << log_text(message) << std::endl;
}

void ProgressLine::end() {
    const std::lock_guard lock(mutex_);
    if (out_ != nullptr && style_ == ProgressStyle::updating && last_ && may_write()) {
        *out_ << k_erase << std::flush;
    }
    out_ = nullptr;
}

}  // namespace iam::host
