// Wraps a result's schema for publication. Generated tools and tools registered by hand use this
// one definition.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// The member that holds a wrapped result.
inline constexpr const char* k_result_member = "result";

struct PublishedOutput {
    OrderedJson schema;       ///< its root is an object without anyOf, oneOf or allOf
    bool is_wrapped = false;  ///< the result is the value of k_result_member
};

/// MCP and the interfaces of models take only an object at the root of an output schema. Any other
/// schema, also of an optional result, becomes the schema of an object's one required member. A
/// call still returns and records the bare value; the sender under the published schema wraps it.
PublishedOutput published_output(OrderedJson result);

}  // namespace iam::contract
