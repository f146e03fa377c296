// Finds the messages in the events of gateways that wrap them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// A peculiarity of an event. The first three still give messages.
enum class EnvelopeNote {
    member,      ///< a message stood in a member "data", "message" or "payload"
    text,        ///< a message stood in a JSON string
    list,        ///< messages stood in an array
    not_json,    ///< a part was no JSON
    no_message,  ///< a part had no message
    too_deep,    ///< a part was wrapped more often than allowed
    too_many,    ///< there were more messages than allowed
};
/// A sentence for a log.
std::string_view to_string(EnvelopeNote note) noexcept;

struct EnvelopeLimits {
    std::size_t depth_max = 8;  ///< envelopes around a message
    std::size_t messages_max = 128;
};

struct Unwrapped {
    std::vector<std::string> messages{};
    std::vector<EnvelopeNote> notes{};  ///< each once
};

/// The JSON-RPC messages in the data of an event, each as it was written: objects with a member
/// "jsonrpc". Empty data and "[DONE]" give nothing. Takes time proportional to the size of the data
/// and to depth_max.
Unwrapped unwrap_messages(std::string_view data, EnvelopeLimits limits = {});

}  // namespace iam::mcp
