#include "mcp/client/http/streamable/event_body.hpp"

namespace iam::mcp {
namespace {

/// Without control characters, which no field can carry.
bool can_stand_in_head(const std::string& id) {
    return std::all_of(id.begin(), id.end(),
                       [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F; });
}

}  // namespace

void EventBody::begin() {
    // A message is one line of data.
    reader_ = net::SseReader(
        {.line_bytes_max = event_bytes_max_ + 64, .event_bytes_max = event_bytes_max_});
    has_heard_ = false;
}

Result<void> EventBody::add(std::string_view bytes,
                            const std::function<void(std::string_view)>& on_message) {
    const Result<void> added = reader_.add(bytes, [&](const net::SseEvent& event) {
        has_heard_ = true;
        // An event without data only names a place in the stream.
        if (event.data.empty()) return;
        if (event.type.empty() || event.type == "message") on_message(event.data);
    });
    if (!reader_.last_id().empty()) {
        has_heard_ = true;
        const std::string& id = reader_.last_id();
        last_id_ = id.size() <= k_id_bytes_max && can_stand_in_head(id) ? id : std::string();
    }
    if (reader_.retry()) retry_ = std::clamp(*reader_.retry(), waits_.retry_min, waits_.retry_max);
    return added;
}

std::chrono::milliseconds EventBody::next_wait() {
    vain_attempts_ = has_heard_ ? 0 : vain_attempts_ + 1;
    has_heard_ = false;
    auto backoff = waits_.retry;
    for (unsigned i = 0; i < vain_attempts_ && backoff < waits_.backoff_max; ++i) backoff *= 2;
    backoff = std::min(backoff, waits_.backoff_max);
    if (!retry_) return backoff;
    return vain_attempts_ == 0 ? *retry_ : std::max(*retry_, backoff);
}

}  // namespace iam::mcp
