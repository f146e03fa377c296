// Canonical JSON text, piece by piece.
#include "iam/core/json_writer.hpp"

#include "number.hpp"
#include "utf.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace iam {
namespace {

template <class Integer>
void append_integer(std::string& out, Integer value) {
    std::array<char, 24> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
    out.append(text.data(), written.ptr);
}

/// The escapes of RFC 8785 §3.2.2.2 for a quote, a backslash or a control character.
void append_escaped(std::string& out, char c) {
    switch (c) {
        case '"':
            out += "\\\"";
            return;
        case '\\':
            out += "\\\\";
            return;
        case '\b':
            out += "\\b";
            return;
        case '\f':
            out += "\\f";
            return;
        case '\n':
            out += "\\n";
            return;
        case '\r':
            out += "\\r";
            return;
        case '\t':
            out += "\\t";
            return;
        default:
            break;
    }
    constexpr std::string_view k_digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    out += "\\u00";
    out.push_back(k_digits[byte >> 4U]);
    out.push_back(k_digits[byte & 0x0FU]);
}

/// False where the text is not UTF-8; what came before is appended then.
bool append_quoted(std::string& out, std::string_view text) {
    out.push_back('"');
    const char* at = text.data();
    const char* const end = at + text.size();
    const char* run = at;
    while ((at = skip_plain(at, end)) != end) {
        if (static_cast<unsigned char>(*at) >= 0x80) {
            const std::size_t length = utf8_length(at, end);
            if (length == 0) return false;
            at += length;
            continue;
        }
        out.append(run, at);
        append_escaped(out, *at);
        run = ++at;
    }
    out.append(run, end);
    out.push_back('"');
    return true;
}

}  // namespace

void JsonWriter::null() {
    separate();
    text_ += "null";
}

void JsonWriter::boolean(bool value) {
    separate();
    text_ += value ? "true" : "false";
}

void JsonWriter::integer(std::int64_t value) {
    separate();
    append_integer(text_, value);
}

void JsonWriter::integer(std::uint64_t value) {
    separate();
    append_integer(text_, value);
}

void JsonWriter::number(double value) {
    if (!std::isfinite(value)) {
        fail("not a finite number");
        return null();
    }
    // Read back, an integer in this range is that integer: its shortest text, which ECMAScript
    // fills up with zeros, would be another one beyond 2^53.
    if (value >= -k_two_63 && value < k_two_64 && !(std::trunc(value) < value) &&
        !(std::trunc(value) > value)) {
        if (value < 0) return integer(static_cast<std::int64_t>(value));
        return integer(static_cast<std::uint64_t>(value));
    }
    separate();
    NumberText room{};
    text_ += ecmascript_text(value, room);
}

void JsonWriter::string(std::string_view value) {
    if (!try_string(value)) {
        fail("not valid UTF-8");
        null();
    }
}

bool JsonWriter::try_string(std::string_view value) {
    const std::size_t before = text_.size();
    const bool was_fresh = fresh_;
    separate();
    if (append_quoted(text_, value)) return true;
    text_.resize(before);
    fresh_ = was_fresh;
    return false;
}

void JsonWriter::raw(std::string_view canonical) {
    separate();
    text_ += canonical;
}

void JsonWriter::begin_object() {
    separate();
    text_.push_back('{');
    fresh_ = true;
}

void JsonWriter::key(std::string_view name) {
    string(name);
    text_.push_back(':');
    fresh_ = true;
}

void JsonWriter::plain_string(std::string_view value) {
    separate();
    text_.push_back('"');
    text_ += value;
    text_.push_back('"');
}

void JsonWriter::plain_key(std::string_view name) {
    plain_string(name);
    text_.push_back(':');
    fresh_ = true;
}

void JsonWriter::end_object() {
    text_.push_back('}');
    fresh_ = false;
}

void JsonWriter::begin_array() {
    separate();
    text_.push_back('[');
    fresh_ = true;
}

void JsonWriter::end_array() {
    text_.push_back(']');
    fresh_ = false;
}

void JsonWriter::fail(std::string_view why) {
    if (why_.empty()) why_ = why.empty() ? "cannot be written" : why;
}

}  // namespace iam
