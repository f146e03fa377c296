#pragma once

#include <iam/annotations.hpp>

#include <source_location>

namespace desk {

struct Entry {
    std::source_location place;
};

/// Adds a note.
[[iam::tool({.idempotent = false})]] std::source_location note(                           // iam-error: the default std::source_location::current()
    std::source_location where,                                                           // iam-error: the default std::source_location::current()
    Entry entry,                                                                          // iam-error: the default std::source_location::current()
    std::source_location nowhere = {},                                                    // iam-error: the default std::source_location::current()
    [[iam::name("at")]] std::source_location here = std::source_location::current());     // iam-error: comes from the call

}  // namespace desk
