// Log messages of a running function, for its waiting caller (Context::log).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace iam {

/// The severities of syslog (RFC 5424), the least first.
enum class LogLevel { debug, info, notice, warning, error, critical, alert, emergency };
/// The name of the enumerator. MCP uses the same words.
std::string_view to_string(LogLevel level) noexcept;
/// The level of a name; nothing if there is none.
std::optional<LogLevel> log_level_of(std::string_view name) noexcept;

struct LogMessage {
    LogLevel level = LogLevel::info;
    std::string message{};
    std::string logger{};  ///< its source within the tool; empty: the tool
};

using LogListener = std::function<void(const LogMessage&)>;

}  // namespace iam
