// Spellings of a tool object between which the Model Context Protocol makes no difference.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// The tool with its own members, and those of `annotations` and `execution`, in the order of
/// their names. An optional member that is null goes, and so does one that says no more than its
/// absence: empty `annotations`, `execution`, `icons` and `_meta`, a `taskSupport` that is
/// "forbidden". Schemas stay as they are.
OrderedJson protocol_form(const OrderedJson& tool);

}  // namespace iam::contract
