#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// Deletes ‮nothing.  // iam-error: U+202E
[[iam::tool({.title = "A​B", .read_only = true})]] void remove(  // iam-error: U+200B
    [[iam::unit("m\x1bm")]] int width,  // iam-error: U+001B
    [[iam::description("t\U000e0041g")]] int height);  // iam-error: U+E0041

struct Box {
    int depth;  ///< how deep  // iam-error: U+0007
};

/// Fills. The words क्‍ष and 👩‍👧 are spelled with joiners.
[[iam::tool({.read_only = true})]] void fill(Box box);

}  // namespace desk
