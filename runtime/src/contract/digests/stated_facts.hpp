// Reads the facts that a published tool states.
#pragma once

#include <iam/contract/facts.hpp>
#include <iam/core/json.hpp>

namespace iam::contract {

/// A fact of another type than its kind's counts as not stated.
Facts stated_facts(const Json& tool);
/// The hints of an object `annotations`.
Hints stated_hints(const Json& annotations);
/// True if the list is absent, or has texts alone.
bool is_list_of_texts(const Json* list);

}  // namespace iam::contract
