#include "iam/mcp/traffic.hpp"

#include <iam/core/clock.hpp>
#include <iam/core/json.hpp>
#include <iam/core/json_writer.hpp>

#include <cstdint>

namespace iam::mcp {

std::string_view to_string(TrafficEvent::Kind kind) noexcept {
    switch (kind) {
        case TrafficEvent::Kind::sent:
            return "sent";
        case TrafficEvent::Kind::received:
            return "received";
        case TrafficEvent::Kind::note:
            break;
    }
    return "note";
}

std::string to_json(const TrafficEvent& event) {
    JsonWriter out;
    out.begin_object();
    out.plain_key("bytes");
    out.integer(std::uint64_t{event.bytes});
    out.plain_member("kind", to_string(event.kind));
    out.plain_key("server");
    out.string(event.server);
    out.plain_key("text");
    // A server may send anything.
    out.string(is_valid_utf8(event.text) ? event.text : "[no UTF-8]");
    out.plain_member("time", to_rfc3339(event.time));
    out.end_object();
    return out.take();
}

}  // namespace iam::mcp
