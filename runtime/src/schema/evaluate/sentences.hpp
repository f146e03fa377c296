// What an error says: short sentences about a value, without its place.
#pragma once

#include "compile/program.hpp"
#include <iam/core/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::schema {

/// A value as a sentence may show it: a scalar's text, cut where it is long; "an array".
std::string shown_value(const Json& value);

/// What the value does not do that the instruction asks; for operations without subschemas.
std::string failure(const Program& program, const Instruction& at, const Json& value);

/// "'hour' is missing".
std::string missing(std::string_view name);
/// A member that nothing allows; names are the ones that are.
std::string unknown_member(std::string_view name, const std::vector<std::string_view>& known);

/// "2 items": the noun with an s, unless it is one.
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace iam::schema
