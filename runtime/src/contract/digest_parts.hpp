// The digests of which others are made, one by one: to hold a stated one against what is published.
#pragma once

#include <iam/contract/digests.hpp>

namespace iam::contract {

/// `output` null where there is none.
Result<Digest> wire_digest(const Json& input, const Json& output);
Result<Digest> consent_digest(const ConsentTerms& terms, const Digest& wire);

}  // namespace iam::contract
