// Computes the consent digest alone, to check a stated one against the published tool.
#pragma once

#include <iam/contract/digests.hpp>

namespace iam::contract {

Result<Digest> consent_digest(const Facts& facts, const Digest& wire);

}  // namespace iam::contract
