#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

int today();
std::string user();

/// Adds a note.
[[iam::tool({.idempotent = false})]] void note(std::string text, int day = 1, std::string author = user());

struct Entry {
    int day = today();
    std::string author = user();
};

/// Adds an entry.
[[iam::tool({.idempotent = false})]] void add_entry(const Entry& entry, int day = today());

}  // namespace desk
