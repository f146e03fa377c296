#pragma once

#include <iam/annotations.hpp>

/// Classes whose names in small letters are words of C++ or of the generated code.
struct Switch {
    /// Turns it.
    [[iam::tool({.idempotent = true})]] void turn(bool on);
};

struct Registry {
    /// Counts what is there.
    [[iam::tool({.read_only = true})]] int entries() const;
};
