// The normal form of a JSON Schema: two schemas that accept the same by their spelling alone have
// the same one.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

namespace iam::contract {

/// Of texts for people: title, description, examples, $comment.
enum class Texts : bool { drop, keep };

/// Texts for people are dropped, unless they are asked for, and defaults kept; local
/// references are replaced by what they name, except those that take part in a cycle, which are
/// renamed d0, d1 … by first use and defined at the root. A schema with a dynamic reference or anchor, with `$id` inside or with schemas in
/// `dependencies` keeps its references and definitions, whose meaning depends on their place. The lists whose order says nothing
/// (required, enum, type) are sorted. Errors: a reference that leads nowhere or out of the
/// document, a schema that grows beyond measure when its references are replaced.
Result<Json> normalise(Json schema, Texts texts = Texts::drop);

/// The normal form of the schema's local form (iam/schema/local_form.hpp), without lists of one
/// schema: two schemas that are spelled in different drafts, or wrapped, can be compared by it. It
/// is not what digests are over. Errors: those of normalise().
Result<Json> comparable_form(const Json& schema, Texts texts = Texts::drop);

/// Whether the schema is one whose references and definitions normalise() keeps.
bool depends_on_place(const Json& schema);

}  // namespace iam::contract
