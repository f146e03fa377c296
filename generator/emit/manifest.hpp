// The manifest: the tool objects that a model's host publishes, with what this project adds about consent.
#pragma once

#include <generator/model/model.hpp>
#include <iam/contract/digests.hpp>
#include <iam/core/json.hpp>

#include <string>
#include <vector>

namespace iam::gen {

/// A tool as it is published, and the digests of its contract.
struct Published {
    OrderedJson object;
    ContractDigests digests;
};

Published publish(const Model& model, const Tool& tool);

/// {"iam": 1, "tools": […]}, sorted by name.
std::string manifest_text(const Model& model, const std::vector<Published>& tools);

/// "allow", "confirm", "deny".
std::string to_string(Policy policy);

}  // namespace iam::gen
