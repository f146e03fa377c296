// Tells how JSON distinguishes the alternatives of a variant and the parts of a tuple.
#pragma once

#include <generator/model/model.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::gen {

/// The kind of JSON value that a type becomes: "null", "boolean", "number", "string", "array" or
/// "object". Nothing for a type that may be several of them.
std::optional<std::string> json_kind(const Model& model, const Type& type);
/// The value of the member "type" for each alternative of a variant; "" for an alternative that its
/// kind tells apart.
std::vector<std::string> tags_of(const Model& model, const Type& variant);
/// True for a pair or tuple whose parts have different schemas.
bool is_mixed(const Type& tuple);
/// The name of a part of a tuple that is an object: "first" and "second", or "item0", "item1" …
std::string part_name(const Type& tuple, std::size_t index);

}  // namespace iam::gen
