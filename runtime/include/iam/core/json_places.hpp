// JSON that a person wrote, and where in its text each part stands: for errors that an editor can
// jump to.
#pragma once

#include <iam/core/json.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace iam {

/// As editors count: from 1, a column is one code point.
struct TextPlace {
    std::size_t line = 1;
    std::size_t column = 1;
    friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

struct JsonPlace {
    TextPlace value{};
    TextPlace name{};  ///< of a member; elsewhere that of the value
};

struct PlacedJson {
    Json value{};
    std::map<std::string, JsonPlace, std::less<>> places{};  ///< by JSON Pointer, "" the whole
};

/// What is wrong with a text, and where.
struct PlacedError {
    Error error{};
    TextPlace place{};
};

/// parse_json, with the places. Takes and refuses the same texts.
tl::expected<PlacedJson, PlacedError> parse_placed_json(std::string_view text,
                                                        const Limits& limits = {});

}  // namespace iam
