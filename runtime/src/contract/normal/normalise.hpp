// Makes the normal form of a JSON Schema. Two schemas that differ only in their spelling have the
// same normal form.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

namespace iam::contract {

/// What happens to texts for people: title, description, examples, $comment.
enum class Texts : bool { drop, keep };

/// Makes the normal form:
/// - Texts for people are dropped unless `texts` keeps them; defaults are kept.
/// - Local references are replaced by their targets.
/// - References in a cycle stay. They are renamed d0, d1 … by first use and defined at the root.
/// - Lists whose order has no meaning (required, enum, type) are sorted.
///
/// Some schemas keep their references and definitions, whose meaning depends on their place.
/// They have a dynamic reference or anchor, an `$id` inside, or schemas in `dependencies`.
///
/// Errors: a reference that leads nowhere or out of the document; a schema that grows beyond
/// 100,000 nodes when its references are replaced.
Result<Json> normalise(Json schema, Texts texts = Texts::drop);

/// The normal form of the schema's local form (iam/schema/local_form.hpp), without lists of one
/// schema. With it, two schemas spelled in different drafts, or wrapped, can be compared. Digests
/// are not computed over it. Errors: those of normalise().
Result<Json> comparable_form(const Json& schema, Texts texts = Texts::drop);

/// True if normalise() keeps the schema's references and definitions.
bool depends_on_place(const Json& schema);

}  // namespace iam::contract
