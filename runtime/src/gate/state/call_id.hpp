// Makes ids for calls without an id from the host.
#pragma once

#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>

#include <string>

namespace iam::gate {

/// 48 bits of time and 80 random ones, like version 7 of RFC 9562. The ids are sorted by time:
/// calls recorded together change one page of the ledger's index.
std::string new_call_id(Entropy& entropy, const Moment& now);

}  // namespace iam::gate
