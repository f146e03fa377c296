// Finds the end of a message's head, and refuses ambiguous line ends (RFC 9112 §2.2, §5.2).
#pragma once

#include <cstddef>
#include <string_view>

namespace iam::net {

class HeadScan {
 public:
    enum class State { open, complete, malformed };

    /// `head` begins with the first byte of the message and grows from call to call.
    State go_on(std::string_view head) noexcept;
    /// Of a complete head, with the empty line.
    std::size_t size() const noexcept { return at_; }
    /// Of a malformed one. A constant.
    std::string_view problem() const noexcept { return problem_; }

 private:
    State malformed(std::string_view problem) noexcept;

    std::size_t at_ = 0;          // bytes judged so far
    std::size_t line_start_ = 0;  // where the line of at_ begins
    std::string_view problem_{};
};

}  // namespace iam::net
