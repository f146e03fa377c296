// How much a chat asks.
#pragma once

#include <string_view>

namespace iam::chat {

/// No mode asks less than `usual`.
enum class ConsentMode {
    usual,      ///< policies, rules and grants decide
    ask,        ///< a person is asked about each call that would run, also about one with a grant
    read_only,  ///< only tools that read are offered; policies, rules and grants decide about them
};
/// "usual", "ask", "read_only".
std::string_view to_string(ConsentMode mode) noexcept;

}  // namespace iam::chat
