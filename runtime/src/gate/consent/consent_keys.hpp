// Contract::consent_keys: the arguments on whose values a person's consent can depend.
#pragma once

#include <iam/consent/prompter.hpp>
#include <iam/core/digest.hpp>
#include <iam/tool/contract.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::gate {

/// The values of the consent keys in `arguments`, a canonical text: an object of pointer and value,
/// in canonical form. Absent arguments are absent here as well. Nothing if the text cannot be read.
std::optional<std::string> consent_keys_text(const Contract& contract,
                                             const std::string& arguments);

/// The same for a person to read. Empty if the text cannot be read.
std::vector<consent::ConsentKey> consent_keys_in(const Contract& contract,
                                                 const std::string& arguments);

/// The digest for consent by keys. It uses the store's key like the digest of all arguments.
/// Nothing if the tool has no keys or the text cannot be read.
std::optional<Digest> digest_keys(const SecretKey& key, const Digest& consent_digest,
                                  const Contract& contract, const std::string& arguments);

}  // namespace iam::gate
