// Reads the facts stated by a published tool.
#pragma once

#include <iam/contract/facts.hpp>
#include <iam/core/json.hpp>

namespace iam::contract {

/// The facts of the consent digest, as stated by a published tool. A fact of another type than its
/// kind's counts as not stated.
Facts stated_consent_facts(const Json& tool);
/// The hints of an object `annotations`.
Hints stated_hints(const Json& annotations);
/// True if the list is absent, or has texts alone.
bool is_list_of_texts(const Json* list);

}  // namespace iam::contract
