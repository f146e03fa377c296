// The manifest: the tool objects that a model's host publishes, with what this project adds about consent.
#pragma once

#include <generator/model/model.hpp>
#include <iam/contract/digests.hpp>
#include <iam/core/json.hpp>

#include <string>
#include <unordered_map>
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

/// The schemas of a tool as JSON text.
struct Schemas {
    std::string input{};
    std::string output{};       ///< empty: there is no result
    std::string unpublished{};  ///< Published::full
    bool is_wrapped = false;    ///< what `output` is of is a member of the result
    Digest wire{};
};

/// Publishes tools one after the other. Those that take and return the same have the same schemas, of which most of the work is.
class Publisher {
 public:
    /// Keeps the reference.
    Publisher(const Model& model, Profile profile) : model_(model), profile_(profile) {}
    Published publish(const Tool& tool);

 private:
    const Schemas& schemas_of(const Tool& tool);

    const Model& model_;
    Profile profile_;
    std::unordered_map<std::string, Schemas> known_;  // by the text of the full ones
};

/// A tool as the manifest has it, with its full schemas where it publishes others: digests are over those.
std::string manifest_entry(const Published& tool);
/// {"iam": 1, "tools": […]}, sorted by name. `entries` has one for each of the tools.
std::string manifest_text(const std::vector<Published>& tools,
                          const std::vector<std::string>& entries);

/// The same of tool objects that are whole, which it sorts.
std::string manifest_text(std::vector<OrderedJson> tools);

/// "allow", "confirm", "deny".
std::string to_string(Policy policy);

}  // namespace iam::gen
