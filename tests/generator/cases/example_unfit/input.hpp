#pragma once

#include <iam/annotations.hpp>

#include <string>

namespace desk {

enum class Color { red, green };

/// Sets.
[[iam::tool({.idempotent = true})]] void set([[iam::range(0, 23), iam::example(24)]] int hour,               // iam-error: the range ends at 23
                                             [[iam::example("blue")]] Color color,                           // iam-error: no enumerator
                                             [[iam::example(5)]] std::string name,                           // iam-error: which is no string
                                             [[iam::format("date"), iam::example("2026-02-30")]] std::string day);  // iam-error: the format 'date'

}  // namespace desk
