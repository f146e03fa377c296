// Makes the ids of calls that the host has not named.
#pragma once

#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>

#include <string>

namespace iam::gate {

/// 48 bits of time and 80 random ones, like version 7 of RFC 9562. Such ids are sorted by time:
/// calls that are recorded together change one page of the ledger's index.
std::string new_call_id(Entropy& entropy, const Moment& now);

}  // namespace iam::gate
