// Reads JSON written by a person and records the place of each part in the text. Errors can then
// name a line and a column.
#pragma once

#include <iam/core/json.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace iam {

/// A place as editors count it: from 1, one column a code point.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;
    friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

struct JsonPlace {
    TextPlace value{};
    TextPlace name{};  ///< of a member's name; elsewhere the place of the value
};

struct PlacedJson {
    Json value{};
    /// by JSON Pointer; "" is the whole value
    std::map<std::string, JsonPlace, std::less<>> places{};
};

/// A fault of a text and its place.
struct PlacedError {
    Error error{};
    TextPlace place{};
};

/// parse_json with places. Takes and refuses the same texts.
tl::expected<PlacedJson, PlacedError> parse_placed_json(std::string_view text,
                                                        const Limits& limits = {});

/// The JSON Pointer of a member, or of an element, of the value at `pointer`.
std::string pointer_below(std::string pointer, std::string_view name);
std::string pointer_below(std::string pointer, std::size_t index);

}  // namespace iam
