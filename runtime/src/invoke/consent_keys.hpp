// The arguments by whose values consent can be given: Contract::consent_keys.
#pragma once

#include <iam/core/digest.hpp>
#include <iam/tool/contract.hpp>

#include <optional>
#include <string>

namespace iam::invoke {

/// Their values in `arguments`, a canonical text: an object of pointer and value in canonical form. What the arguments leave out it leaves
/// out, too. "{}" where the text cannot be read.
std::string consent_keys_text(const Contract& contract, const std::string& arguments);

/// What consent by keys is bound to, keyed like the digest of all arguments. Nothing: the tool has none.
std::optional<Digest> digest_keys(const SecretKey& key, const Digest& consent_digest,
                                  const Contract& contract, const std::string& arguments);

}  // namespace iam::invoke
