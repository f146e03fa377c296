// The unwrapping of events: every message that it finds is an object with "jsonrpc" that needs no
// envelope, and the limits hold.
#include "mcp/client/http/envelope.hpp"
#include <iam/core/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

void check(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    const iam::mcp::EnvelopeLimits limits{.depth_max = 4, .messages_max = 8};
    const auto found = iam::mcp::unwrap_messages(text, limits);
    check(found.messages.size() <= limits.messages_max);
    check(found.notes.size() <= 7);
    for (const std::string& message : found.messages) {
        const auto value = iam::parse_json(message, iam::limits_of_own_text(message.size()));
        check(value && value->is_object() && value->contains("jsonrpc"));
        const auto again = iam::mcp::unwrap_messages(message, limits);
        check(again.messages.size() == 1 && again.messages.front() == message);
        check(again.notes.empty());
    }
    return 0;
}
