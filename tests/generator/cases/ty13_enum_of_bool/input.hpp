#pragma once

#include <iam/annotations.hpp>

namespace desk {

enum class Switch : bool {};
enum Nameless {};

/// Switches.
[[iam::tool({.read_only = true})]] int toggle(Switch a,    // iam-error: give it enumerators
                                              Nameless b,  // iam-error: give it enumerators
                                              int c);

}  // namespace desk
