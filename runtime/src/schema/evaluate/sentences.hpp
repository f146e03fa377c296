// Words errors: short sentences about a value, without its place.
#pragma once

#include "schema/compile/program.hpp"
#include <iam/core/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace iam::schema {

/// A value as a sentence shows it: a scalar's text, cut if it is long, or a phrase ("an array").
std::string shown_value(const Json& value);

/// Words why the value fails the instruction; for operations without subschemas.
std::string failure(const Program& program, const Instruction& at, const Json& value);

/// "'hour' is missing".
std::string missing(std::string_view name);
/// Words the problem of a member allowed by no keyword; `known` are the allowed names.
std::string unknown_member(std::string_view name, const std::vector<std::string_view>& known);

/// "2 items": the noun gets an s unless the count is one.
std::string counted(std::uint64_t count, std::string_view noun);

}  // namespace iam::schema
