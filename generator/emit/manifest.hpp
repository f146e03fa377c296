// The manifest: the tool objects that a model's host publishes, with what this project adds about consent.
#pragma once

#include <generator/model/model.hpp>
#include <iam/contract/digests.hpp>
#include <iam/core/json.hpp>

#include <string>
#include <vector>

namespace iam::gen {

/// Which schemas are published. Digests do not depend on it, except that of the tool object as a whole.
enum class Profile {
    portable,  // what every model's interface takes
    full,      // what the decoder accepts, exactly
};

/// A tool as it is published.
struct Published {
    std::string name{};
    std::string document{};  ///< the tool object without the digests of its contract, on one line
    std::string
        full{};  ///< the schemas of the full profile that are not published as they are; empty: none
    ContractDigests digests{};
    // Pointers to what is secret, and to consent keys; "*" stands for every element or member.
    std::vector<std::string> secret_arguments{};
    std::vector<std::string> secret_results{};
    std::vector<std::string> consent_keys{};
};

Published publish(const Model& model, const Tool& tool, Profile profile = Profile::portable);

/// {"iam": 1, "tools": […]}, sorted by name, each with its full schemas where it publishes others: digests are over those.
std::string manifest_text(const std::vector<Published>& tools);

/// The same of tool objects that are whole, which it sorts.
std::string manifest_text(std::vector<OrderedJson> tools);

/// "allow", "confirm", "deny".
std::string to_string(Policy policy);

}  // namespace iam::gen
