// Cuts a file of JSON into its values: the elements of one list, or values behind each other, such
// as one a line. It reads no value; it counts brackets and knows strings.
#pragma once

#include <iam/core/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace iam::chat {

/// Holds one value in memory at most. A broken value ends where JSON shows that it is broken: at
/// the end of its line if the file has a value a line, or before a line that begins another value.
/// Bytes up to the next line that begins an object belong to the broken value.
/// Not thread-safe. Throws std::bad_alloc only.
class ValueSplitter {
 public:
    /// A value, or the reason why its text is not there. The place is "line 7" or "chat 3 at byte
    /// 512".
    using Sink = std::function<void(const std::string& place, Result<std::string_view> text)>;

    ValueSplitter(std::size_t value_bytes_max, Sink sink);

    void add(std::string_view bytes);
    void finish();

 private:
    enum class Shape { unknown, list, sequence };

    void take(char byte);
    void take_between(char byte);
    void take_within(char byte);
    void take_in_string(char byte);
    void begin(char byte);
    void keep(char byte);
    void end();
    void end_broken();
    void refuse_tail();
    bool begins_another_value(char byte) const noexcept;
    std::string place() const;

    const std::size_t value_bytes_max_;
    const Sink sink_;
    Shape shape_ = Shape::unknown;
    std::string mark_;  // the first bytes, while they may be a byte order mark
    std::uint64_t offset_ = 0;
    std::uint64_t line_ = 1;
    bool is_at_line_start_ = true;
    bool has_value_a_line_ = false;
    bool is_lost_ = false;  // until a line begins an object
    bool is_over_ = false;  // the list has ended

    bool is_within_ = false;  // a value has begun
    bool is_scalar_ = false;
    bool is_in_string_ = false;
    bool is_escaped_ = false;
    bool is_too_long_ = false;
    bool is_one_line_ = false;  // the last value ended in the line where it began
    char last_ = 0;             // the last byte of the value that is no blank
    std::uint64_t depth_ = 0;
    std::uint64_t count_ = 0;
    std::uint64_t began_at_ = 0;
    std::uint64_t began_in_line_ = 0;
    std::string text_;
};

}  // namespace iam::chat
