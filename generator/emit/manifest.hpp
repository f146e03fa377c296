// Writes the manifest: the tool objects for a model's host, with this project's facts about
// consent.
#pragma once

#include <generator/model/model.hpp>
#include <iam/contract/digests.hpp>
#include <iam/core/json.hpp>

#include <string>
#include <unordered_map>
#include <vector>

namespace iam::gen {

/// The published schemas. Only the digest of the whole tool object depends on the profile.
enum class Profile {
    portable,  // schemas accepted by every model's interface
    full,      // schemas of exactly the decoder's accepted values
};

/// A tool in its published form.
struct Published {
    std::string name{};
    std::string document{};  ///< the tool object without the digests of its contract, on one line
    /// The schemas of the full profile with a different published form. Empty: none.
    std::string full{};
    ContractDigests digests{};
    // Pointers to secrets and to consent keys; "*" stands for every element or member.
    std::vector<std::string> secret_arguments{};
    std::vector<std::string> secret_results{};
    std::vector<std::string> consent_keys{};
};

/// The schemas of a tool as JSON text.
struct Schemas {
    std::string input{};
    std::string output{};       ///< empty: there is no result
    std::string unpublished{};  ///< Published::full
    bool is_wrapped = false;    ///< the value of `output` is a member of the result
    Digest wire{};
};

/// Publishes tools one after the other. Tools with the same parameters and results share their
/// schemas, since schemas are most of the work.
class Publisher {
 public:
    /// Keeps the reference to the model.
    Publisher(const Model& model, Profile profile) : model_(model), profile_(profile) {}
    Published publish(const Tool& tool);

 private:
    const Schemas& schemas_of(const Tool& tool);

    const Model& model_;
    Profile profile_;
    std::unordered_map<std::string, Schemas> known_;  // by the text of the full schemas
};

/// A tool as in the manifest. If it publishes other schemas than the full ones, these are there
/// too, since digests are over them.
std::string manifest_entry(const Published& tool);
/// {"iam": 1, "tools": […]}, sorted by name. `entries` has one entry for each of `tools`.
std::string manifest_text(const std::vector<Published>& tools,
                          const std::vector<std::string>& entries);

/// The same for complete tool objects. Sorts them.
std::string manifest_text(std::vector<OrderedJson> tools);

/// "allow", "confirm", "deny".
std::string to_string(Policy policy);

}  // namespace iam::gen
