#pragma once

#include <iam/annotations.hpp>

#include <optional>
#include <vector>

namespace desk {

// As a library has it that knows nothing of flags.
enum Style {
    plain = 0,
    bold = 1,    ///< thick
    italic = 2,  ///< slanted
};
constexpr Style operator|(Style left, Style right) {
    return static_cast<Style>(static_cast<int>(left) | static_cast<int>(right));
}
using Styles [[iam::flags]] = Style;

struct Text {
    [[iam::flags]] Style style = bold | italic;
};

/// Takes them.
[[iam::tool({.read_only = true})]] std::vector<Styles> take(Style one,
                                                            [[iam::flags, iam::example("[\"bold\"]")]] Style many,
                                                            Text text,
                                                            [[iam::flags]] std::optional<Style> more = bold);

}  // namespace desk
