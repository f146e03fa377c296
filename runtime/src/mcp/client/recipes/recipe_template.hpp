// Builds the arguments of a recipe's call out of values of others.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <cstddef>

namespace iam::mcp {

/// The values that a template may take from. nullptr: there is none.
struct TemplateSources {
    const Json* call = nullptr;    ///< the arguments of the call
    const Json* result = nullptr;  ///< of the call
    const Json* before = nullptr;  ///< the state before the call
};

/// Of all parts of the built value together: their number, and the bytes of their texts and names.
inline constexpr std::size_t k_built_cost_max = std::size_t{4} << 20U;

/// Builds the value. Values of sources are taken as they are: an object in them that looks like a
/// part of a template is a constant. An optional value that is missing leaves its member or element
/// out.
///
/// Error: invalid_argument. A value is missing or of another type than the template needs, or the
/// built value is too large. The message is a sentence.
Result<Json> build_template(const Json& arguments, const TemplateSources& sources);

}  // namespace iam::mcp
