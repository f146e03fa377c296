// Reads the facts that a published tool states.
#pragma once

#include <iam/contract/facts.hpp>
#include <iam/core/json.hpp>

namespace iam::contract {

/// The facts of the consent digest that a published tool states. A fact of another type than its
/// kind's counts as not stated.
Facts stated_consent_facts(const Json& tool);
/// The hints of an object `annotations`.
Hints stated_hints(const Json& annotations);
/// True if the list is absent, or has texts alone.
bool is_list_of_texts(const Json* list);

}  // namespace iam::contract
