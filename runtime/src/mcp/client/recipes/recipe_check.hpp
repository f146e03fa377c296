// Holds a template against the schemas of the tools that it takes from and gives to.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

#include <optional>
#include <string>

namespace iam::mcp {

/// A schema inside a document of schemas. `schema` may be nullptr: nothing is known about the
/// values.
struct SchemaView {
    const Json* root = nullptr;  ///< references of the schema count from here
    const Json* schema = nullptr;
};

/// The schemas of the values that a template may take from.
struct SourceSchemas {
    SchemaView call{};
    SchemaView result{};
    SchemaView before{};
};

/// Checks as far as the schemas tell: pointers lead to a value that is always there, the tool has
/// each argument and gets each required one, types agree, constants are accepted. Where a schema is
/// composed of others or open, nothing is refused.
///
/// The error's pointer is the place below `place`; its message is a sentence with the way out.
Result<void> check_template(const Json& arguments, const std::string& place,
                            const SourceSchemas& sources, const SchemaView& target);

}  // namespace iam::mcp
