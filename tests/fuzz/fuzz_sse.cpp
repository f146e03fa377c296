// The reader of event streams: however bytes are cut, it gives the same events, and an event that
// it gave is written and read back.
#include <iam/net/sse.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using iam::net::SseEvent;
using iam::net::SseReader;

void check(bool holds) {
    if (!holds) std::abort();
}

struct Seen {
    std::vector<SseEvent> events{};
    std::string last_id{};
    bool is_good = true;
};

Seen read(std::string_view bytes, std::size_t piece) {
    SseReader reader({256, 512});
    Seen seen;
    while (!bytes.empty() && seen.is_good) {
        seen.is_good = bool(reader.add(
            bytes.substr(0, piece), [&](const SseEvent& event) { seen.events.push_back(event); }));
        bytes.remove_prefix(bytes.size() < piece ? bytes.size() : piece);
    }
    seen.last_id = reader.last_id();
    return seen;
}

bool are_equal(const SseEvent& a, const SseEvent& b) {
    return a.id == b.id && a.type == b.type && a.data == b.data;
}

void check_round_trip(const SseEvent& event) {
    SseReader reader;
    std::vector<SseEvent> events;
    check(bool(reader.add(iam::net::sse_text(event),
                          [&](const SseEvent& read) { events.push_back(read); })));
    check(events.size() == 1 && events.front().data == event.data);
    // U+0000 may stand in a type that is read, and is not written.
    check(event.type.find('\0') != std::string::npos || are_equal(events.front(), event));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    const std::size_t piece = 1 + data[0] % 16U;
    const std::string bytes(data + 1, data + size);
    const Seen whole = read(bytes, bytes.size());
    const Seen cut = read(bytes, piece);
    check(whole.is_good == cut.is_good && whole.last_id == cut.last_id);
    check(whole.events.size() == cut.events.size());
    for (std::size_t i = 0; i < whole.events.size(); ++i) {
        check(are_equal(whole.events[i], cut.events[i]));
        check_round_trip(whole.events[i]);
    }
    return 0;
}
