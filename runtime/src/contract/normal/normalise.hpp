// Makes the normal form of a JSON Schema. If two schemas differ only in their spelling, they have
// the same normal form.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

namespace iam::contract {

/// Keeps or drops texts for people: title, description, examples, $comment.
enum class Texts : bool { drop, keep };

/// Makes the normal form:
/// - Texts for people are dropped unless `texts` keeps them; defaults are kept.
/// - Local references are replaced by their targets.
/// - References in a cycle stay. They are renamed d0, d1 … by first use and defined at the root.
/// - Lists without meaning in their order (required, enum, type) are sorted.
///
/// Some schemas keep their references and definitions, since the meaning depends on the place.
/// They have a dynamic reference or anchor, an `$id` inside, or schemas in `dependencies`.
///
/// Errors: a reference to nowhere or out of the document; growth of a schema beyond 100,000 nodes
/// when its references are replaced.
Result<Json> normalise(Json schema, Texts texts = Texts::drop);

/// The normal form of the schema's local form (iam/schema/local_form.hpp), without lists of one
/// schema. With it, two schemas spelled in different drafts, or wrapped, can be compared. Digests
/// are not computed over it. Errors: see normalise().
Result<Json> comparable_form(const Json& schema, Texts texts = Texts::drop);

/// True if normalise() keeps the schema's references and definitions.
bool depends_on_place(const Json& schema);

}  // namespace iam::contract
