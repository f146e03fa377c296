// Parts of a schema that cannot be compiled, so that the rest of it can still be compared.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

namespace iam::contract {

/// The keyword that takes the place of a part that cannot be read. Its value is the part.
inline constexpr const char* k_unreadable = "iam:unreadable";

/// Puts marks in place of the smallest parts that Schema::compile() refuses. A part is marked only
/// where accepting more values there cannot make the whole schema accept fewer: not below `not`,
/// `oneOf` or `if`. A schema that already has marks keeps them.
/// Errors: the schema as a whole cannot be read, or has more than 32 such parts.
Result<Json> with_marks(Json schema);

/// Whether the schema has a mark.
bool has_marks(const Json& schema);

/// The schema with its parts in place of their marks, for people to read.
Json without_marks(Json schema);

/// The part behind a mark, or null where the schema is none.
const Json* marked_part(const Json& schema);

/// Whether a part of the schema refers to another document. It only tells why a schema could not
/// be read.
bool refers_outside(const Json& schema);

/// The normal form with texts, for readers that compare these: of a schema with unreadable parts,
/// that of the rest. Error: the schema as a whole cannot be read.
Result<Json> form_with_texts(const Json& schema);

/// The schema with `false` in place of each marked part: it accepts a value only if the schema
/// accepts it whatever the marked parts mean. With the marks, it refuses a value only likewise.
Json refusing_marks(Json schema);

}  // namespace iam::contract
