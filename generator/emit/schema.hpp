// From types to JSON Schema 2020-12.
#pragma once

#include <generator/model/model.hpp>
#include <iam/core/json.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::gen {

/// How a schema says what enumerators mean: behind the description of the enumeration, or each beside its name, as `oneOf` of constants with
/// titles (SEP-1330). Both accept the same and have one wire digest.
enum class EnumeratorTexts { in_description, beside_names };

/// Of the `full` profile: every bound that the decoder holds a value to. What is published of it is made from it (iam/contract/portable.hpp).
OrderedJson input_schema(const Model& model, const std::vector<Member>& parameters,
                         EnumeratorTexts texts = EnumeratorTexts::in_description);
/// Nothing for void.
std::optional<OrderedJson> output_schema(const Model& model, const Tool& tool,
                                         EnumeratorTexts texts = EnumeratorTexts::in_description);

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
/// A member that the object does not have yet.
void add(OrderedJson& object, std::string_view name, OrderedJson value);
/// A number as JSON has it: an integer where it is one.
OrderedJson to_json(const Number& number);
/// JSON text on one line, members in order.
std::string json_text(const OrderedJson& value);
/// Such text with escapes for characters that do not show.
std::string visible(std::string json);
/// Both.
std::string compact(const OrderedJson& value);
/// Such text with a line for each value, two spaces per level; the value is inside of `depth` others.
std::string indented(std::string_view json, std::size_t depth = 0);
std::string pretty(const OrderedJson& value);

}  // namespace iam::gen
