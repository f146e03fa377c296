// How a result's schema is published: one definition for generated tools and for those registered by hand.
#pragma once

#include <iam/core/json.hpp>

namespace iam::contract {

/// The member in which a result stands that is no object.
inline constexpr const char* k_result_member = "result";

struct PublishedOutput {
    OrderedJson schema;       ///< its root is an object without anyOf, oneOf or allOf
    bool is_wrapped = false;  ///< the result stands in k_result_member
};

/// MCP and the interfaces of models take nothing but an object at the root of an output schema. A schema of another kind, the one of an
/// optional result included, becomes the schema of the one required member of an object. What a call returns, and what is recorded of
/// it, stays the bare value: who sends it under the published schema wraps it.
PublishedOutput published_output(OrderedJson result);

}  // namespace iam::contract
