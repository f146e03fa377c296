// Marks the uncompilable parts of a schema, so the rest can still be compared.
#pragma once

#include <iam/core/json.hpp>
#include <iam/core/result.hpp>

namespace iam::contract {

/// The keyword in place of an unreadable part. Its value is the part.
inline constexpr const char* k_unreadable = "iam:unreadable";

/// Puts marks in place of the smallest parts refused by Schema::compile(). A part is marked only if
/// accepting more values there cannot make the whole schema accept fewer. So no part below `not`,
/// `oneOf` or `if` is marked. If a schema already has marks, it keeps them.
///
/// Errors: the schema as a whole cannot be read, or has more than 32 refused parts.
Result<Json> with_marks(Json schema);

/// True if the schema has a mark.
bool has_marks(const Json& schema);

/// The schema with its parts in place of their marks, for people to read.
Json without_marks(Json schema);

/// The part behind a mark; nullptr if the schema is no mark.
const Json* marked_part(const Json& schema);

/// True if a part of the schema refers to another document. It only explains why a schema could not
/// be read.
bool refers_outside(const Json& schema);

/// The normal form with texts, for comparisons of texts. For a schema with unreadable parts, the
/// normal form of the rest. Error: the schema as a whole cannot be read.
Result<Json> form_with_texts(const Json& schema);

/// The schema with `false` in place of each marked part. It accepts a value only if the schema
/// accepts it under any meaning of the marked parts. With marks, it refuses a value only if the
/// schema refuses it under any meaning.
Json refusing_marks(Json schema);

}  // namespace iam::contract
