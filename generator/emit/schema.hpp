// Makes schemas in JSON Schema 2020-12 of types.
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

/// The place for the meanings of enumerators: behind the description of the enumeration, or beside
/// each name. The latter is `oneOf` of constants with titles (SEP-1330). Both accept the same
/// values and have one wire digest.
enum class EnumeratorTexts { in_description, beside_names };

/// The schema of the `full` profile, with every bound checked by the decoder. Published schemas are
/// made from it (iam/contract/portable.hpp).
OrderedJson input_schema(const Model& model, const std::vector<Member>& parameters,
                         EnumeratorTexts texts = EnumeratorTexts::in_description);
/// Nothing for void.
std::optional<OrderedJson> output_schema(const Model& model, const Tool& tool,
                                         EnumeratorTexts texts = EnumeratorTexts::in_description);

/// JSON Pointers to secrets; "*" stands for every element or member.
std::vector<std::string> secret_pointers(const Model& model, const std::vector<Member>& members);
std::vector<std::string> secret_pointers(const Model& model, const Type& type);
/// JSON Pointers to consent keys.
std::vector<std::string> consent_key_pointers(const Model& model,
                                              const std::vector<Member>& members);
/// The pointer and unit of every member with a unit, in order.
std::vector<std::pair<std::string, std::string>> units(const Model& model,
                                                       const std::vector<Member>& members);

/// An empty object with room for this many members. When nlohmann's ordered object grows without
/// room, it copies all of its members deeply.
OrderedJson object_for(std::size_t members);
/// Adds a new member to the object.
void add(OrderedJson& object, std::string_view name, OrderedJson value);
/// A number in JSON: an integer if it is one.
OrderedJson to_json(const Number& number);
/// JSON text on one line, members in order.
std::string json_text(const OrderedJson& value);
/// The JSON text with escapes for invisible characters.
std::string visible(std::string json);
/// json_text() and visible().
std::string compact(const OrderedJson& value);
/// The JSON text with a line for each value, two spaces per level. The value is inside of `depth`
/// others.
std::string indented(std::string_view json, std::size_t depth = 0);
std::string pretty(const OrderedJson& value);

}  // namespace iam::gen
