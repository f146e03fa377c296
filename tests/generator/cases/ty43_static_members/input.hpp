#pragma once

#include <iam/annotations.hpp>

namespace desk {

struct Desk {
    /// Adds a lamp.
    [[iam::tool({.idempotent = false})]] static int add(int lamp);

    [[iam::preview(add)]] static iam::Preview preview_add(int lamp);
    [[iam::undo(add)]] static void remove(int result);
};

/// Removes all of them.
[[iam::tool({.idempotent = true})]] void clear();

struct Keeper {
    [[iam::undo(clear)]] static void restore();
};

}  // namespace desk
