// Reads one JSON text value by value, in one pass and without a DOM. parse_json and the typed
// decoders read with it, so both accept the same texts and report the same errors. It throws
// nothing and does not recurse.
#pragma once

#include <iam/core/limits.hpp>
#include <iam/core/result.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace iam {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object, none };

/// "null", "boolean", "number", "string", "array", "object"; "nothing" for none.
std::string_view to_string(JsonKind kind) noexcept;

/// A number as it was read, exactly (rules in json.hpp).
struct JsonNumber {
    enum class Kind : std::uint8_t { negative, non_negative, real };
    Kind kind = Kind::non_negative;
    std::int64_t negative = 0;       ///< kind negative: the value, below 0
    std::uint64_t non_negative = 0;  ///< kind non_negative
    double real = 0;                 ///< the nearest double, for every kind
};

/// Reads values in document order. If a function returns false, it met the end named in its
/// comment, or failed. After a failure the reader stays failed and consumes nothing more. Not
/// thread-safe. The text must outlive the reader.
class JsonReader {
 public:
    explicit JsonReader(std::string_view text, const Limits& limits = {});
    ~JsonReader();
    JsonReader(const JsonReader&) = delete;
    JsonReader& operator=(const JsonReader&) = delete;

    /// The kind of the next value; none at the end of a container or after a failure.
    JsonKind peek();

    // Each function consumes one value of exactly this kind; call peek() first. A value of another
    // kind is the caller's mistake and fails the reader.
    bool read_null();
    bool read_boolean(bool& value);
    bool read_number(JsonNumber& value);
    bool read_string(std::string& value);
    /// read_string without a copy; the view is valid until the next call.
    bool read_string_view(std::string_view& value);

    bool begin_object();
    /// Goes to the next member and gives its name. The name is valid until the next call. At the
    /// closing brace it consumes the brace and returns false. It returns false on failure too.
    bool next_member(std::string_view& name);
    bool begin_array();
    /// Goes to the next element. At the closing bracket it consumes the bracket and returns false.
    /// It returns false on failure too.
    bool next_element();

    /// Consumes one value of any kind, checked as strictly as any other.
    bool skip();
    /// Byte offset of the next value. Together with skip() it cuts a value's own text out of the
    /// document.
    std::size_t offset() const noexcept;

    /// True if the value is over and only white space is left; otherwise the reader fails.
    bool finish();

    bool failed() const noexcept;
    /// The first failure: code invalid_argument, pointer and a sentence. Call only when failed().
    const Error& error() const noexcept;
    /// JSON Pointer of the value being read: the current member or element of next_*.
    std::string pointer() const;
    /// The number of open containers; 0 outside all.
    std::size_t depth() const noexcept;

 private:
    struct State;
    static constexpr std::size_t k_state_bytes = 1024;
    alignas(std::max_align_t) std::array<std::byte, k_state_bytes> room_;
    State* state_;  // in room_: a call reads twice and needs no heap for it
};

}  // namespace iam
