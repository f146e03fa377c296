// The messages between this program and MCP servers, as values for a recorder.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace iam::mcp {

/// The longest text of an event; longer messages are cut.
inline constexpr std::size_t k_traffic_bytes_max = std::size_t{64} << 10U;

struct TrafficEvent {
    enum class Kind {
        sent,      ///< a message to the server
        received,  ///< a message of the server
        note,      ///< an event of the connection, in words: an attempt, its end, a revision
    };
    Kind kind = Kind::note;
    std::chrono::sys_time<std::chrono::milliseconds> time{};
    std::string server{};
    /// JSON text of the message, or words. Secrets of the server's configuration are replaced by
    /// "[secret]". The text may be the server's own: escape it before a person sees it.
    std::string text{};
    std::size_t bytes = 0;  ///< of the whole message; more than `text` has if it was cut
};
std::string_view to_string(TrafficEvent::Kind kind) noexcept;
/// One line of JSON without a line end. The text is a string in it, since it may have been cut.
std::string to_json(const TrafficEvent& event);

}  // namespace iam::mcp
