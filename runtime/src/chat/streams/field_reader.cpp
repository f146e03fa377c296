// The values of one event. Limits of size are those of the stream, so only depth matters here.
#include "chat/streams/field_reader.hpp"

namespace iam::chat {
namespace {

std::string_view without_space(std::string_view text) noexcept {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") + 1 - first);
}

}  // namespace

FieldReader::FieldReader(std::string_view text)
    : text_(text), in_(text, limits_of_own_text(text.size())) {}

bool FieldReader::begins(JsonKind kind) {
    if (failed()) return false;
    const JsonKind found = in_.peek();
    if (found == kind) return true;
    if (found == JsonKind::null) {
        in_.read_null();
    } else if (!in_.failed()) {
        why_ = "expected " + std::string(to_string(kind)) + ", got " +
               std::string(to_string(found)) + " at '" + in_.pointer() + "'";
    }
    return false;
}

void FieldReader::text(std::string& to) {
    if (begins(JsonKind::string)) in_.read_string(to);
}

void FieldReader::count(std::optional<std::uint64_t>& to) {
    if (!begins(JsonKind::number)) return;
    JsonNumber value;
    if (in_.read_number(value) && value.kind == JsonNumber::Kind::non_negative)
        to = value.non_negative;
}

bool FieldReader::truth() {
    bool value = false;
    if (begins(JsonKind::boolean)) in_.read_boolean(value);
    return value;
}

std::string_view FieldReader::raw() {
    if (failed()) return {};
    const std::size_t start = in_.offset();
    if (!in_.skip()) return {};
    return without_space(text_.substr(start, in_.offset() - start));
}

std::string FieldReader::why() const {
    if (!why_.empty()) return why_;
    const Error& error = in_.error();
    return error.message + " at '" + error.pointer + "'";
}

}  // namespace iam::chat
