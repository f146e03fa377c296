// Canonical JSON text, piece by piece.
#include "iam/core/json_writer.hpp"

#include "number.hpp"
#include "utf.hpp"
#include <iam/core/entropy.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace iam {
namespace {

/// Longest text of an integer of 64 bits.
constexpr std::size_t k_integer_bytes = 20;

char* copy(char* at, std::string_view bytes) {
    return std::copy(bytes.begin(), bytes.end(), at);
}

/// The escapes of RFC 8785 §3.2.2.2 for a quote, a backslash or a control character: six bytes at most.
char* write_escape(char* at, char c) {
    switch (c) {
        case '"':
            return copy(at, "\\\"");
        case '\\':
            return copy(at, "\\\\");
        case '\b':
            return copy(at, "\\b");
        case '\f':
            return copy(at, "\\f");
        case '\n':
            return copy(at, "\\n");
        case '\r':
            return copy(at, "\\r");
        case '\t':
            return copy(at, "\\t");
        default:
            break;
    }
    const auto byte = static_cast<std::uint8_t>(c);
    return write_hex({&byte, 1}, copy(at, "\\u00"));
}

}  // namespace

void JsonWriter::grow(std::size_t bytes) {
    constexpr std::size_t k_first_room = 63;
    // One more than asked for: the comma.
    text_.resize(std::max({size_ + bytes + 1, size_ * 2, k_first_room}));
}

std::string JsonWriter::take() {
    text_.resize(std::exchange(size_, 0));
    return std::exchange(text_, {});
}

void JsonWriter::put(std::string_view value) {
    written(copy(separate(room(value.size())), value));
}

/// False where the text is not UTF-8; what came before is written then.
bool JsonWriter::put_quoted(std::string_view value) {
    char* out = separate(room(value.size() + 2));
    *out++ = '"';
    const char* at = value.data();
    const char* const end = at + value.size();
    const char* run = at;
    while ((at = skip_plain(at, end)) != end) {
        if (static_cast<unsigned char>(*at) >= 0x80) {
            const std::size_t length = utf8_length(at, end);
            if (length == 0) return false;
            at += length;
            continue;
        }
        written(copy(out, {run, static_cast<std::size_t>(at - run)}));
        run = at + 1;
        constexpr std::size_t k_escape_bytes = 6;
        out = write_escape(room(k_escape_bytes + static_cast<std::size_t>(end - run) + 1), *at++);
    }
    out = copy(out, {run, static_cast<std::size_t>(end - run)});
    *out++ = '"';
    written(out);
    return true;
}

void JsonWriter::null() {
    put("null");
}

void JsonWriter::boolean(bool value) {
    put(value ? "true" : "false");
}

void JsonWriter::integer(std::int64_t value) {
    char* const out = separate(room(k_integer_bytes));
    written(std::to_chars(out, out + k_integer_bytes, value).ptr);
}

void JsonWriter::integer(std::uint64_t value) {
    char* const out = separate(room(k_integer_bytes));
    written(std::to_chars(out, out + k_integer_bytes, value).ptr);
}

void JsonWriter::number(double value) {
    if (!std::isfinite(value)) {
        fail("not a finite number");
        return null();
    }
    // Read back, an integer in this range is that integer: its shortest text, which ECMAScript
    // fills up with zeros, would be another one beyond 2^53.
    if (is_integer_of_64_bits(value)) {
        if (value < 0) return integer(static_cast<std::int64_t>(value));
        return integer(static_cast<std::uint64_t>(value));
    }
    NumberText digits{};
    put(ecmascript_text(value, digits));
}

void JsonWriter::string(std::string_view value) {
    if (!try_string(value)) {
        fail("not valid UTF-8");
        null();
    }
}

bool JsonWriter::try_string(std::string_view value) {
    const std::size_t before = size_;
    const bool was_fresh = fresh_;
    if (put_quoted(value)) return true;
    size_ = before;
    fresh_ = was_fresh;
    return false;
}

void JsonWriter::raw(std::string_view canonical) {
    put(canonical);
}

void JsonWriter::key(std::string_view name) {
    string(name);
    *room(1) = ':';
    ++size_;
    fresh_ = true;
}

void JsonWriter::hex(std::span<const std::uint8_t> bytes) {
    char* out = separate(room(bytes.size() * 2 + 2));
    *out++ = '"';
    out = write_hex(bytes, out);
    *out++ = '"';
    written(out);
}

void JsonWriter::open(char sign) {
    char* const out = separate(room(1));
    *out = sign;
    written(out + 1);
    ++depth_;
    fresh_ = true;
}

void JsonWriter::close(char sign) {
    *room(1) = sign;
    ++size_;
    --depth_;
    fresh_ = false;
}

void JsonWriter::begin_object() {
    open('{');
}

void JsonWriter::end_object() {
    close('}');
}

void JsonWriter::begin_array() {
    open('[');
}

void JsonWriter::end_array() {
    close(']');
}

void JsonWriter::fail(std::string_view why) {
    if (why_.empty()) why_ = why.empty() ? "cannot be written" : why;
}

}  // namespace iam
