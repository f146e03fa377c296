// How JSON tells the alternatives of a variant and the parts of a tuple apart.
#pragma once

#include <generator/model/model.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::gen {

/// The kind of value that a type is in JSON: "null", "boolean", "number", "string", "array", "object"; nothing for a type that may be
/// several of them.
std::optional<std::string> json_kind(const Model& model, const Type& type);
/// What the member "type" of each alternative of a variant says; "" for those whose kind says enough.
std::vector<std::string> tags_of(const Model& model, const Type& variant);
/// True for a pair or tuple whose parts do not all have one schema.
bool is_mixed(const Type& tuple);
/// The name of a part of a tuple that is an object: "first" and "second", or "item0", "item1" …
std::string part_name(const Type& tuple, std::size_t index);

}  // namespace iam::gen
