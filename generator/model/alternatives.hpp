// Tells how JSON distinguishes the alternatives of a variant and the parts of a tuple.
#pragma once

#include <generator/model/model.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::gen {

/// The kind of a type's JSON value: "null", "boolean", "number", "string", "array" or "object".
/// Nothing for a type with several possible kinds.
std::optional<std::string> json_kind(const Model& model, const Type& type);
/// The value of the member "type" for each alternative of a variant; "" for an alternative told
/// apart by its kind.
std::vector<std::string> tags_of(const Model& model, const Type& variant);
/// True for a pair or tuple with parts of different schemas.
bool is_mixed(const Type& tuple);
/// The name of a part, if the tuple is an object: "first" and "second", or "item0", "item1" …
std::string part_name(const Type& tuple, std::size_t index);

}  // namespace iam::gen
