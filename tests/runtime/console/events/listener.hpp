// A page that listens to the events of a console.
#pragma once

#include "console_fixture.hpp"
#include <iam/net/sse.hpp>

#include <string>
#include <vector>

namespace iam::test {

/// The stream of one page. Its body comes in chunks.
class Listener {
 public:
    explicit Listener(const ConsoleFixture& fixture, const std::string& last_id = {})
        : client_(fixture.port()) {
        client_.send(fixture.lines("GET", "/api/events") +
                     (last_id.empty() ? "" : "Last-Event-ID: " + last_id + "\r\n") + "\r\n");
        head_ = client_.read_until("\r\n\r\n");
    }
    const std::string& head() const { return head_; }
    /// The text up to the end of the next event or comment; empty: the stream has ended.
    std::string next() {
        for (;;) {
            const auto end = text_.find("\n\n");
            if (end != std::string::npos) {
                std::string event = text_.substr(0, end + 2);
                text_.erase(0, end + 2);
                return event;
            }
            if (!read_chunk()) return {};
        }
    }
    net::SseEvent next_event() {
        std::vector<net::SseEvent> events;
        while (events.empty()) {
            const std::string text = next();
            REQUIRE_FALSE(text.empty());
            net::SseReader reader;
            REQUIRE(reader.add(text, [&](const net::SseEvent& one) { events.push_back(one); }));
        }
        return events.front();
    }
    net::SseEvent next_of(const std::string& type) {
        for (;;) {
            net::SseEvent event = next_event();
            if (event.type == type) return event;
        }
    }

 private:
    bool read_chunk() {
        const std::string size = client_.read_until("\r\n");
        const auto bytes = std::strtoul(size.c_str(), nullptr, 16);
        if (bytes == 0) return false;
        text_ += client_.read_bytes(bytes);
        client_.read_bytes(2);
        return true;
    }
    RawClient client_;
    std::string head_{};
    std::string text_{};
};

}  // namespace iam::test
