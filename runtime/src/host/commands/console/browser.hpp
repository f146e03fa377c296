// Opens a file in this person's browser.
#pragma once

#include <iam/core/result.hpp>

#include <sys/types.h>

#include <filesystem>

namespace iam::host {

/// The program that opens the browser (xdg-open), or the browser itself. It is left to run; its
/// process id is nobody else's until the end of this object.
class Browser {
 public:
    /// Errors: not_found (there is no xdg-open), unavailable.
    static Result<Browser> open(const std::filesystem::path& file);
    Browser(Browser&& other) noexcept : process_(other.process_) { other.process_ = -1; }
    Browser& operator=(Browser&&) = delete;
    Browser(const Browser&) = delete;
    Browser& operator=(const Browser&) = delete;
    ~Browser();

    pid_t process() const noexcept { return process_; }

 private:
    explicit Browser(pid_t process) noexcept : process_(process) {}
    pid_t process_;
};

}  // namespace iam::host
