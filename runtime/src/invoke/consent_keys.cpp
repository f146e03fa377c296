// The values that consent by keys is bound to.
#include "consent_keys.hpp"

#include <iam/core/json.hpp>

namespace iam::invoke {

std::string consent_keys_text(const Contract& contract, const std::string& arguments) {
    Json values = Json::object();
    if (auto read = parse_json(arguments)) {
        for (const std::string& pointer : contract.consent_keys) {
            const Json::json_pointer place(pointer);
            if (read->contains(place)) values[pointer] = read->at(place);
        }
    }
    return canonical_json(values).value_or("{}");
}

std::optional<Digest> digest_keys(const SecretKey& key, const Digest& consent_digest,
                                  const Contract& contract, const std::string& arguments) {
    if (contract.consent_keys.empty()) return std::nullopt;
    Hasher hasher(domain_tag("iam/keys/1"), key);
    return hasher.update(consent_digest).update(consent_keys_text(contract, arguments)).finish();
}

}  // namespace iam::invoke
