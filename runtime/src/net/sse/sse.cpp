// Server-sent events as text, and back.
#include "iam/net/sse.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace iam::net {
namespace {

bool is_one_line(std::string_view text) noexcept {
    return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

void append_line(std::string& to, std::string_view name, std::string_view value) {
    to.append(name).append(": ").append(value).append("\n");
}

// A line ends with CR LF, LF or CR.
void append_data(std::string& to, std::string_view data) {
    for (;;) {
        const std::size_t end = data.find_first_of("\r\n");
        append_line(to, "data", data.substr(0, end));
        if (end == std::string_view::npos) return;
        const bool is_pair = data[end] == '\r' && end + 1 < data.size() && data[end + 1] == '\n';
        data.remove_prefix(end + (is_pair ? 2 : 1));
    }
}

/// Finds line ends with memchr. Each byte is searched once for LF and once for CR, also where one
/// of them never comes.
class LineEnds {
 public:
    explicit LineEnds(std::string_view bytes)
        : end_(bytes.data() + bytes.size()), feed_(find(bytes, '\n')) {}

    /// The place of the next one in `rest`, a suffix of the bytes; its size if there is none.
    std::size_t next(std::string_view rest) {
        if (feed_ < rest.data()) feed_ = find(rest, '\n');
        const auto before_feed = static_cast<std::size_t>(feed_ - rest.data());
        return std::min(before_feed, rest.substr(0, before_feed).find('\r'));
    }

 private:
    const char* find(std::string_view text, char c) const {
        const std::size_t at = text.find(c);
        return at == std::string_view::npos ? end_ : text.data() + at;
    }

    const char* end_;
    const char* feed_;  // the next LF, or the end
};

}  // namespace

std::string sse_text(const SseEvent& event) {
    std::string text;
    text.reserve(event.id.size() + event.type.size() + event.data.size() + 32);
    if (!event.id.empty() && is_one_line(event.id)) append_line(text, "id", event.id);
    if (!event.type.empty() && is_one_line(event.type)) append_line(text, "event", event.type);
    append_data(text, event.data);
    return text += "\n";
}

std::string_view sse_comment() noexcept {
    return ":\n\n";
}

std::string sse_retry(std::chrono::milliseconds delay) {
    const auto count = std::max<std::chrono::milliseconds::rep>(delay.count(), 0);
    return "retry: " + std::to_string(count) + "\n\n";
}

Result<void> SseReader::add(std::string_view bytes,
                            const std::function<void(const SseEvent&)>& on_event) {
    if (is_broken_) return fail_of_limit();
    LineEnds ends(bytes);
    while (!bytes.empty()) {
        if (after_cr_ && bytes.front() == '\n') bytes.remove_prefix(1);
        after_cr_ = false;
        const std::size_t end = ends.next(bytes);
        const std::string_view part = bytes.substr(0, end);
        if (line_.size() + part.size() > limits_.line_bytes_max) return fail_of_limit();
        if (end == bytes.size()) {
            line_ += part;
            return {};
        }
        after_cr_ = bytes[end] == '\r';
        bytes.remove_prefix(end + 1);
        if (line_.empty()) {
            IAM_CHECK(take_line(part, on_event));
        } else {
            line_ += part;
            const std::string whole = std::exchange(line_, {});
            IAM_CHECK(take_line(whole, on_event));
        }
    }
    return {};
}

tl::unexpected<Error> SseReader::fail_of_limit() {
    is_broken_ = true;
    line_.clear();
    event_ = {};
    return fail(Errc::invalid_argument,
                "The event stream has a line or an event that is larger than its limit; close it.");
}

Result<void> SseReader::take_line(std::string_view line,
                                  const std::function<void(const SseEvent&)>& on_event) {
    if (is_first_line_ && line.substr(0, 3) == "\xEF\xBB\xBF") line.remove_prefix(3);
    is_first_line_ = false;
    if (line.empty()) {
        dispatch(on_event);
        return {};
    }
    const std::size_t colon = line.find(':');
    if (colon == 0) return {};  // a comment
    std::string_view value;
    if (colon != std::string_view::npos) value = line.substr(colon + 1);
    if (!value.empty() && value.front() == ' ') value.remove_prefix(1);
    return take_field(line.substr(0, colon), value);
}

Result<void> SseReader::take_field(std::string_view name, std::string_view value) {
    if (name == "data") {
        if (event_.data.size() + value.size() + 1 > limits_.event_bytes_max + 1)
            return fail_of_limit();
        event_.data.append(value).append("\n");
    } else if (name == "event") {
        event_.type = value;
    } else if (name == "id") {
        if (value.find('\0') == std::string_view::npos) next_id_ = value;
    } else if (name == "retry") {
        std::chrono::milliseconds::rep count = 0;
        const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), count);
        if (code == std::errc{} && end == value.data() + value.size() && count >= 0 &&
            value.front() != '-')
            retry_ = std::chrono::milliseconds(count);
    }
    return {};
}

// An event without data sets the last id, and nothing else of it counts.
void SseReader::dispatch(const std::function<void(const SseEvent&)>& on_event) {
    last_id_ = next_id_;
    SseEvent event = std::exchange(event_, {});
    if (event.data.empty()) return;
    event.data.pop_back();
    event.id = last_id_;
    on_event(event);
}

}  // namespace iam::net
