// Unifies spellings of a tool object that the Model Context Protocol treats alike.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// The tool with its own members, and those of `annotations` and `execution`, sorted by name.
/// Optional members without information are removed: a null, empty `annotations`, `execution`,
/// `icons` and `_meta`, and a `taskSupport` that is "forbidden". Schemas stay unchanged.
OrderedJson protocol_form(const OrderedJson& tool);

}  // namespace iam::contract
