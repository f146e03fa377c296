// Writes canonical JSON text piece by piece.
#include "iam/core/json_writer.hpp"

#include "core/numbers/number.hpp"
#include "core/text/utf.hpp"
#include <iam/core/entropy.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace iam {
namespace {

/// The longest text of an integer of 64 bits.
constexpr std::size_t k_integer_bytes = 20;

constexpr auto k_decimal_pairs = [] {
    std::array<std::array<char, 2>, 100> pairs{};
    for (std::size_t i = 0; i < pairs.size(); ++i)
        pairs[i] = {static_cast<char>('0' + i / 10), static_cast<char>('0' + i % 10)};
    return pairs;
}();

char* write_two(std::uint32_t value, char* out) noexcept {
    std::memcpy(out, k_decimal_pairs[value].data(), 2);
    return out + 2;
}

char* write_four(std::uint32_t value, char* out) noexcept {
    return write_two(value % 100, write_two(value / 100, out));
}

char* write_up_to_two(std::uint32_t value, char* out) noexcept {
    if (value >= 10) return write_two(value, out);
    *out = static_cast<char>('0' + value);
    return out + 1;
}

char* write_up_to_four(std::uint32_t value, char* out) noexcept {
    if (value < 100) return write_up_to_two(value, out);
    return write_two(value % 100, write_up_to_two(value / 100, out));
}

char* copy(char* at, std::string_view bytes) {
    return std::copy(bytes.begin(), bytes.end(), at);
}

/// Writes the escape of RFC 8785 §3.2.2.2 for a quote, a backslash or a control character: six
/// bytes at most.
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

char* write_decimal(std::uint64_t value, char* out) noexcept {
    constexpr std::uint64_t k_eight_digits = 100'000'000;
    constexpr std::uint32_t k_four_digits = 10'000;
    if (value >= k_eight_digits) {
        const auto last = static_cast<std::uint32_t>(value % k_eight_digits);
        out = write_decimal(value / k_eight_digits, out);
        return write_four(last % k_four_digits, write_four(last / k_four_digits, out));
    }
    const auto few = static_cast<std::uint32_t>(value);
    if (few < k_four_digits) return write_up_to_four(few, out);
    return write_four(few % k_four_digits, write_up_to_four(few / k_four_digits, out));
}

void JsonWriter::grow(std::size_t bytes) {
    const bool is_here = long_.empty();
    // The extra byte is for the comma.
    long_.resize(std::max(size_ + bytes + 1, room_ * 2));
    if (is_here) std::copy_n(own_.begin(), size_, long_.begin());
    begin_ = long_.data();
    room_ = long_.size();
}

std::string JsonWriter::take() {
    const std::size_t size = std::exchange(size_, 0);
    if (long_.empty()) return {own_.data(), size};
    long_.resize(size);
    return std::move(long_);
}

void JsonWriter::put(std::string_view value) {
    written(copy(separate(room(value.size())), value));
}

/// Returns false if the text is not UTF-8; the bytes before the fault are then written.
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
    if (value >= 0) return integer(static_cast<std::uint64_t>(value));
    char* const out = separate(room(k_integer_bytes));
    *out = '-';
    written(write_decimal(~static_cast<std::uint64_t>(value) + 1, out + 1));
}

void JsonWriter::integer(std::uint64_t value) {
    written(write_decimal(value, separate(room(k_integer_bytes))));
}

void JsonWriter::number(double value) {
    if (!std::isfinite(value)) {
        fail("not a finite number");
        return null();
    }
    // A reader takes an integer in this range exactly. ECMAScript's shortest text pads it with
    // zeros; beyond 2^53 this is another integer.
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
