// Unifies spellings of a tool object with the same meaning in the Model Context Protocol.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// The tool with its own members, and the members of `annotations` and `execution`, sorted by name.
/// Optional members without information are removed: a null, empty `annotations`, `execution`,
/// `icons` and `_meta`, and a `taskSupport` of "forbidden". Schemas stay unchanged.
OrderedJson protocol_form(const OrderedJson& tool);

}  // namespace iam::contract
