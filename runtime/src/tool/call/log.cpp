#include "iam/tool/log.hpp"

namespace iam {

std::string_view to_string(LogLevel level) noexcept {
    switch (level) {
        case LogLevel::debug:
            return "debug";
        case LogLevel::info:
            return "info";
        case LogLevel::notice:
            return "notice";
        case LogLevel::warning:
            return "warning";
        case LogLevel::error:
            return "error";
        case LogLevel::critical:
            return "critical";
        case LogLevel::alert:
            return "alert";
        case LogLevel::emergency:
            return "emergency";
    }
    return "emergency";
}

std::optional<LogLevel> log_level_of(std::string_view name) noexcept {
    for (int at = 0; at <= static_cast<int>(LogLevel::emergency); ++at)
        if (to_string(LogLevel{at}) == name) return LogLevel{at};
    return std::nullopt;
}

}  // namespace iam
