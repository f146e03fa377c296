// From types to JSON Schema 2020-12.
#pragma once

#include <generator/model/model.hpp>
#include <iam/core/json.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace iam::gen {

/// Of the `full` profile: every bound that the decoder holds a value to. What is published of it is made from it (iam/contract/portable.hpp).
OrderedJson input_schema(const Model& model, const std::vector<Member>& parameters);
/// Nothing for void.
std::optional<OrderedJson> output_schema(const Model& model, const Tool& tool);

/// Where secrets are, as JSON Pointers; "*" stands for every element or member.
std::vector<std::string> secret_pointers(const Model& model, const std::vector<Member>& members);
std::vector<std::string> secret_pointers(const Model& model, const Type& type);
/// Where consent keys are.
std::vector<std::string> consent_key_pointers(const Model& model,
                                              const std::vector<Member>& members);
/// Pointer and unit of every member that has one, in order.
std::vector<std::pair<std::string, std::string>> units(const Model& model,
                                                       const std::vector<Member>& members);

/// An empty object with room for so many members. Without room, nlohmann's ordered object copies all that it holds, to any depth, whenever
/// it grows.
OrderedJson object_for(std::size_t members);
/// A number as JSON has it: an integer where it is one.
OrderedJson to_json(const Number& number);
/// JSON text, two spaces per level, members in order; characters that do not show are escapes.
std::string pretty(const OrderedJson& value);
/// The same on one line.
std::string compact(const OrderedJson& value);

}  // namespace iam::gen
