#include "mcp/client/http/envelope.hpp"

#include <iam/core/json_reader.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::mcp {
namespace {

std::string_view trimmed_data(std::string_view text) {
    constexpr std::string_view k_around_data = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(k_around_data);
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(k_around_data) - begin + 1);
}

/// True for data that says that nothing follows, or says nothing.
bool is_end_mark(std::string_view text) {
    return text.empty() || text == "[DONE]";
}

/// The parts of an object that count.
struct EnvelopeParts {
    bool is_message = false;
    std::string_view inner{};  ///< of "data", else "message", else "payload"; empty: none
};

class Unwrapper {
 public:
    explicit Unwrapper(EnvelopeLimits limits) : limits_(limits) {}

    void take(std::string_view text, std::size_t depth) {
        text = trimmed_data(text);
        if (is_end_mark(text)) return;
        if (depth > limits_.depth_max) return note(EnvelopeNote::too_deep);
        JsonReader reader(text, limits_of_own_text(text.size()));
        switch (reader.peek()) {
            case JsonKind::object:
                return take_object(text, reader, depth);
            case JsonKind::array:
                return take_array(text, reader, depth);
            case JsonKind::string:
                return take_string(reader, depth);
            default:
                reader.skip();
                note(reader.finish() ? EnvelopeNote::no_message : EnvelopeNote::not_json);
        }
    }
    Unwrapped found{};

 private:
    void take_object(std::string_view text, JsonReader& reader, std::size_t depth) {
        EnvelopeParts parts = read_parts(text, reader);
        if (!reader.finish()) return note(EnvelopeNote::not_json);
        if (parts.is_message) return add(text);
        if (parts.inner.empty()) return note(EnvelopeNote::no_message);
        note(EnvelopeNote::member);
        take(parts.inner, depth + 1);
    }
    static EnvelopeParts read_parts(std::string_view text, JsonReader& reader) {
        constexpr std::array<std::string_view, 3> k_names{"data", "message", "payload"};
        std::array<std::string_view, 3> values{};
        EnvelopeParts parts;
        reader.begin_object();
        std::string_view name;
        while (reader.next_member(name)) {
            if (name == "jsonrpc") parts.is_message = true;
            const auto at = std::find(k_names.begin(), k_names.end(), name);
            const bool is_null = reader.peek() == JsonKind::null;
            const std::size_t begin = reader.offset();
            if (!reader.skip() || at == k_names.end() || is_null) continue;
            values[static_cast<std::size_t>(at - k_names.begin())] =
                text.substr(begin, reader.offset() - begin);
        }
        for (auto value = values.rbegin(); value != values.rend(); ++value) {
            if (!value->empty()) parts.inner = *value;
        }
        return parts;
    }
    void take_array(std::string_view text, JsonReader& reader, std::size_t depth) {
        std::vector<std::string_view> elements;
        reader.begin_array();
        while (reader.next_element()) {
            const std::size_t begin = reader.offset();
            if (!reader.skip()) break;
            if (elements.size() == limits_.messages_max) {
                note(EnvelopeNote::too_many);
                continue;
            }
            elements.push_back(text.substr(begin, reader.offset() - begin));
        }
        if (!reader.finish()) return note(EnvelopeNote::not_json);
        note(EnvelopeNote::list);
        for (const std::string_view element : elements) take(element, depth + 1);
    }
    void take_string(JsonReader& reader, std::size_t depth) {
        std::string inner;
        reader.read_string(inner);
        if (!reader.finish()) return note(EnvelopeNote::not_json);
        note(EnvelopeNote::text);
        take(inner, depth + 1);
    }

    void add(std::string_view message) {
        if (found.messages.size() == limits_.messages_max) return note(EnvelopeNote::too_many);
        found.messages.emplace_back(message);
    }
    void note(EnvelopeNote note) {
        if (std::find(found.notes.begin(), found.notes.end(), note) == found.notes.end())
            found.notes.push_back(note);
    }

    EnvelopeLimits limits_;
};

}  // namespace

std::string_view to_string(EnvelopeNote note) noexcept {
    switch (note) {
        case EnvelopeNote::member:
            return "The server wraps messages in the members data, message or payload.";
        case EnvelopeNote::text:
            return "The server sends messages as text in JSON strings.";
        case EnvelopeNote::list:
            return "The server sends messages in arrays.";
        case EnvelopeNote::not_json:
            return "The server sent an event that is no JSON; it is ignored.";
        case EnvelopeNote::no_message:
            return "The server sent an event without a message; it is ignored.";
        case EnvelopeNote::too_deep:
            return "The server sent an event that is wrapped too often; it is ignored.";
        case EnvelopeNote::too_many:
            return "The server sent too many messages in one event; the rest is ignored.";
    }
    return "";
}

Unwrapped unwrap_messages(std::string_view data, EnvelopeLimits limits) {
    Unwrapper unwrapper(limits);
    unwrapper.take(data, 0);
    return std::move(unwrapper.found);
}

}  // namespace iam::mcp
