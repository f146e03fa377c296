// The values to which consent by keys is bound.
#include "gate/consent/consent_keys.hpp"

#include <iam/core/json.hpp>

namespace iam::gate {

std::optional<std::string> consent_keys_text(const Contract& contract,
                                             const std::string& arguments) {
    const auto read = parse_json(arguments);
    if (!read) return std::nullopt;
    Json values = Json::object();
    for (const std::string& pointer : contract.consent_keys) {
        const Json::json_pointer place(pointer);
        if (read->contains(place)) values[pointer] = read->at(place);
    }
    auto text = canonical_json(values);
    if (!text) return std::nullopt;
    return *std::move(text);
}

std::vector<consent::ConsentKey> consent_keys_in(const Contract& contract,
                                                 const std::string& arguments) {
    std::vector<consent::ConsentKey> keys;
    const auto read = parse_json(arguments);
    if (!read) return keys;
    for (const std::string& pointer : contract.consent_keys)
        keys.push_back({pointer, !read->contains(Json::json_pointer(pointer))});
    return keys;
}

std::optional<Digest> digest_keys(const SecretKey& key, const Digest& consent_digest,
                                  const Contract& contract, const std::string& arguments) {
    if (contract.consent_keys.empty()) return std::nullopt;
    const auto values = consent_keys_text(contract, arguments);
    if (!values) return std::nullopt;
    Hasher hasher(domain_tag("iam/keys/1"), key);
    return hasher.update(consent_digest).update(*values).finish();
}

}  // namespace iam::gate
