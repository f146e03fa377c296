// Reads strict JSON (RFC 8259 and I-JSON) with exact numbers, and writes its canonical form.
//
// The gate reads a value once and in one way. It validates, shows and hashes this value, and hands
// it to a function. These are errors:
// - duplicate members, also when spelled with escapes;
// - invalid or overlong UTF-8, lone surrogates, a byte order mark;
// - NaN, Infinity, leading zeros and plus signs;
// - comments, trailing commas, and anything after the value.
//
// Numbers follow three rules:
// - A mathematical integer in [-2^63, 2^64-1], however spelled (1, 1.0, 1e2, -0), becomes an
//   integer.
// - Every other literal with a fraction or an exponent becomes the nearest double. An overflow, or
//   a non-zero literal rounded to 0, is an error.
// - A longer integer literal is accepted only if it is the ECMAScript text of its double. So
//   canonical text reads back.
#pragma once

#include <iam/core/limits.hpp>
#include <iam/core/result.hpp>

#include <nlohmann/json.hpp>

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace iam {

class JsonWriter;

/// A value inside a module; its members are sorted by their bytes. Between modules values travel as
/// canonical text.
using Json = nlohmann::json;
/// For schemas and documents for people, where the order of members carries meaning.
using OrderedJson = nlohmann::ordered_json;

/// Reads one JSON text. The error's pointer names the value; its message says the expected and the
/// found value.
Result<Json> parse_json(std::string_view text, const Limits& limits = {});
Result<OrderedJson> parse_ordered_json(std::string_view text, const Limits& limits = {});

/// Writes a value with its members in their stored order. A value without a JSON form (binary data)
/// marks the text as bad.
void write_json(JsonWriter& out, const OrderedJson& value);

/// Writes RFC 8785 byte for byte while integers are within ±2^53, and exact digits beyond (our
/// extension). The value must hold finite numbers and valid UTF-8 and be at most k_depth_ceiling
/// deep; every value from parse_json is. Otherwise the error is invalid_argument.
Result<std::string> canonical_json(const Json& value);
/// The canonical form of a text: parse_json, then canonical_json.
Result<std::string> canonicalize(std::string_view text, const Limits& limits = {});

/// Mathematical equality, and a total order that agrees with it. nlohmann's own == calls UINT64_MAX
/// and -1 equal.
bool json_equal(const Json& a, const Json& b);
std::strong_ordering json_order(const Json& a, const Json& b);

/// Adds one reference token to a JSON Pointer, escaped (RFC 6901 §3).
void append_pointer(std::string& pointer, std::string_view token);
void append_pointer(std::string& pointer, std::size_t index);

/// UTF-16 code unit order of two UTF-8 strings: the order of members in canonical text (RFC 8785
/// §3.2.3).
bool utf16_less(std::string_view a, std::string_view b) noexcept;

/// True for well-formed UTF-8 (RFC 3629): no overlong forms, no surrogates, nothing over U+10FFFF.
bool is_valid_utf8(std::string_view text) noexcept;

}  // namespace iam
