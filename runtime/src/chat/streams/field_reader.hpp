// Reads the members of one event that a parser of streams knows, in one pass, and skips the others.
#pragma once

#include <iam/core/json_reader.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace iam::chat {

/// Null counts as an absent value everywhere. After a failure nothing more is read, and the values
/// read before stay.
class FieldReader {
 public:
    explicit FieldReader(std::string_view text);

    /// Calls each(name) for each member; it must take the value. The name is valid until then.
    template <class Each>
    void object(Each&& each) {
        if (!begins(JsonKind::object)) return;
        in_.begin_object();
        std::string_view name;
        while (!failed() && in_.next_member(name)) each(name);
    }
    /// Calls each(place) for each element; it must take the value.
    template <class Each>
    void array(Each&& each) {
        if (!begins(JsonKind::array)) return;
        in_.begin_array();
        std::size_t place = 0;
        while (!failed() && in_.next_element()) each(place++);
    }
    void text(std::string& to);
    /// A count of any size; any other number is skipped.
    void count(std::optional<std::uint64_t>& to);
    bool truth();
    /// The text of a value of any kind, byte for byte.
    std::string_view raw();
    JsonKind peek() { return failed() ? JsonKind::none : in_.peek(); }
    void skip() { in_.skip(); }

    bool failed() const noexcept { return !why_.empty() || in_.failed(); }
    /// False if the text has not been read well to its end.
    bool finish() { return why_.empty() && in_.finish(); }
    /// The first failure as a clause with its place. Call only after a failure.
    std::string why() const;

 private:
    /// True if the next value is of this kind. Null is skipped, any other kind is a failure.
    bool begins(JsonKind kind);

    std::string_view text_;
    JsonReader in_;
    std::string why_{};
};

}  // namespace iam::chat
