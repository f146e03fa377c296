// The digest of what a consent covers, by itself: to hold a stated one against what is published.
#pragma once

#include <iam/contract/digests.hpp>

namespace iam::contract {

Result<Digest> consent_digest(const ConsentTerms& terms, const Digest& wire);

}  // namespace iam::contract
