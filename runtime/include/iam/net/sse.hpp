// Writes and reads streams of server-sent events (WHATWG HTML §9.2).
#pragma once

#include <iam/core/result.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace iam::net {

struct SseEvent {
    std::string id{};    ///< the last id of the stream; of a written event: empty means no field
    std::string type{};  ///< empty: "message"
    std::string data{};
};

/// The lines of an event. Data of several lines becomes several fields. An id or type with a line
/// break or U+0000 is left out.
std::string sse_text(const SseEvent& event);
/// A comment, as a sign of life.
std::string_view sse_comment() noexcept;
/// How long the client shall wait before it connects anew.
std::string sse_retry(std::chrono::milliseconds delay);

/// Reads a stream that comes in pieces. Not thread-safe.
class SseReader {
 public:
    struct Limits {
        std::size_t line_bytes_max = std::size_t{1} << 20U;
        std::size_t event_bytes_max = std::size_t{4} << 20U;  ///< data of one event
    };
    explicit SseReader(Limits limits) : limits_(limits) {}
    SseReader() : SseReader(Limits{}) {}

    /// Takes the next bytes and gives each event completed by them. Error: invalid_argument (a
    /// limit); then the stream must be given up.
    Result<void> add(std::string_view bytes, const std::function<void(const SseEvent&)>& on_event);
    const std::string& last_id() const noexcept { return last_id_; }
    /// The wait requested by the stream's `retry`.
    std::optional<std::chrono::milliseconds> retry() const noexcept { return retry_; }

 private:
    using OnEvent = std::function<void(const SseEvent&)>;
    Result<void> take_line(std::string_view line, const OnEvent& on_event);
    Result<void> take_field(std::string_view name, std::string_view value);
    void dispatch(const OnEvent& on_event);
    tl::unexpected<Error> fail_of_limit();

    Limits limits_;
    std::string last_id_{};
    std::optional<std::chrono::milliseconds> retry_{};
    std::string line_{};  // the received part of a line
    std::string next_id_{};
    SseEvent event_{};
    bool after_cr_ = false;
    bool is_first_line_ = true;
    bool is_broken_ = false;
};

}  // namespace iam::net
