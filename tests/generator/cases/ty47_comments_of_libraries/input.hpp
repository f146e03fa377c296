// What a library says of its functions yields to the header that makes tools of them.
#pragma once

#include <iam/annotations.hpp>
#include "lib/lamps.h"

/// Makes a lamp lighter or darker.
[[iam::tool({.idempotent = true})]] void lamp_switch(int address, int level);

[[iam::tool({.read_only = true})]] int lamp_count(int floor);
