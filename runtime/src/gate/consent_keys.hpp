// The arguments by whose values consent can be given: Contract::consent_keys.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/core/digest.hpp>
#include <iam/tool/contract.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::gate {

/// Their values in `arguments`, a canonical text: an object of pointer and value in canonical form. What the arguments leave out it leaves
/// out, too. Nothing: the text cannot be read.
std::optional<std::string> consent_keys_text(const Contract& contract,
                                             const std::string& arguments);

/// What a person is told of them; empty where the text cannot be read.
std::vector<consent::ConsentKey> consent_keys_in(const Contract& contract,
                                                 const std::string& arguments);

/// What consent by keys is bound to, keyed like the digest of all arguments. Nothing: the tool has none, or the text cannot be read.
std::optional<Digest> digest_keys(const SecretKey& key, const Digest& consent_digest,
                                  const Contract& contract, const std::string& arguments);

}  // namespace iam::gate
