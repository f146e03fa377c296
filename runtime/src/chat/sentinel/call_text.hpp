// The JSON behind TOOL_CALL:, from its first brace to its last.
#pragma once

#include <iam/chat/sentinel.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace iam::chat {

inline constexpr std::string_view k_call_prefix = "TOOL_CALL:";
/// Without its colon, so 10 bytes at most are held back while a prefix may come.
inline constexpr std::string_view k_result_prefix = "TOOL_RESULT";

/// Reads the object. The offset of a fault counts from the beginning of `text`.
std::variant<SentinelCall, SentinelFault> read_call_text(std::string_view text,
                                                         const SentinelOptions& options);

/// Finds the last byte of an object that comes byte by byte. It knows strings, and nothing else of
/// JSON.
class ObjectEnd {
 public:
    enum class Step {
        more,
        end,
        too_deep,
        broken_string,  ///< a line break within a string
    };
    Step take(char c, std::size_t depth_max);
    bool has_line_break() const noexcept { return has_line_break_; }

 private:
    std::size_t depth_ = 0;
    bool is_in_string_ = false;
    bool is_escaped_ = false;
    bool has_line_break_ = false;
};

}  // namespace iam::chat
