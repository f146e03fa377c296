// Finds the aggregates inside a value at any depth.
#pragma once

#include <generator/model/model.hpp>

#include <string>
#include <vector>

namespace iam::gen {

/// Keys into Model::records, each once, in the order of their first use.
std::vector<std::string> records_within(const Model& model, const Type& type);
std::vector<std::string> records_within(const Model& model, const std::vector<Member>& members);

/// "desk::Page<desk::User>" → "Page_User": the name without namespaces, in letters, digits and
/// '_'.
std::string short_name(const std::string& qualified);

}  // namespace iam::gen
