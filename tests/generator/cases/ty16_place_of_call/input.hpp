#pragma once

#include <iam/annotations.hpp>

#include <source_location>
#include <string>

namespace desk {

int today();

/// Adds a note. Where the call stands is no argument, wherever that parameter stands.
/// @param where  of the code that calls
/// @param day    when
[[iam::tool({.idempotent = false})]] int note(
    std::string text, const std::source_location& where = std::source_location::current(),
    int day = 3);
[[iam::undo(note)]] void take_back(
    int result, const std::source_location where = std::source_location::current());

/// Marks a day that only the program knows.
[[iam::tool({.idempotent = true})]] int mark(
    int day = today(), std::source_location where = std::source_location::current());

/// The same in front, declared twice.
[[iam::tool({.idempotent = true})]] int mark_next(std::source_location where, int day);
int mark_next(std::source_location where = std::source_location::current(), int day = today());

/// Of a template.
template <class T>
[[iam::tool({.name = "mark_all", .idempotent = true})]] int mark_all(
    T first, std::source_location where = std::source_location::current()) {
    return where.line() > 0 ? first : T{};
}
template int mark_all<int>(int, std::source_location);

}  // namespace desk
