// Rewrites a schema without identifiers, for comparing schemas instead of applying them.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

namespace iam::schema {

/// Rewrites a schema as one of 2020-12 with the same accepted values. `schema` must be valid for
/// Schema::compile() with default options. Each `$ref` becomes `#` and a JSON Pointer, resolved as
/// the compiler resolves it. `$id`, `$anchor` and `$schema` go.
///
/// Draft 7 becomes 2020-12:
/// - the keywords beside a `$ref` go;
/// - a list in `items` becomes `prefixItems`;
/// - `additionalItems` becomes `items`;
/// - `dependencies` becomes `dependentRequired` and `dependentSchemas`.
///
/// A schema already in this form is returned unchanged. So is a schema without this form, because
/// it has one of these:
/// - a dynamic reference;
/// - a dialect with vocabularies of its own;
/// - a keyword of 2020-12 in a schema of draft 7 (the draft ignores it);
/// - a reference into another document or into a constant.
///
/// Errors: as of Schema::compile(), about identifiers and references.
Result<Json> local_form(const Json& schema);

}  // namespace iam::schema
