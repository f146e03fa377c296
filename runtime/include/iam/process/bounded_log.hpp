// The last lines that a process has written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace iam::process {

/// Keeps the newest bytes, whole lines where it can. Not thread-safe.
class BoundedLog {
 public:
    static constexpr std::size_t k_bytes_max = std::size_t{64} << 10U;

    void add(std::string_view bytes) {
        text_.append(bytes);
        if (text_.size() <= k_bytes_max) return;
        const std::size_t surplus = text_.size() - k_bytes_max;
        const std::size_t end = text_.find('\n', surplus - 1);
        text_.erase(0, end == std::string::npos ? surplus : end + 1);
    }
    /// The text of the process: escape it before a person sees it.
    const std::string& text() const noexcept { return text_; }

 private:
    std::string text_;
};

}  // namespace iam::process
