// The steps of check(), in their order, and the small words that their messages share.
#pragma once

#include <generator/check/check.hpp>
#include <generator/model/diagnostics.hpp>
#include <generator/model/model.hpp>

#include <string>
#include <string_view>

namespace iam::gen {

/// Says of every aggregate whether it holds others of its kind. Before everything else.
void mark_recursive(Model& model);
/// Secrets whose places have no end.
void check_recursion(const Model& model, Diagnostics& out);
/// Depth and size of every tool's types against generator/model/limits.hpp. False where one is too large: the other steps follow types
/// wherever they are used and must not be taken then.
bool check_sizes(const Model& model, Diagnostics& out);
/// Range, length, multiple_of, pattern, format and unit against the member's type. Bounds of integers
/// become integers.
void check_constraints(Member& member, Diagnostics& out);
/// The same of what aliases ask of values that are no members.
void check_aliases(Model& model, Diagnostics& out);
/// All fields of all aggregates, all parameters of all tools. Companions' parameters only take
/// names and types from their tools.
void check_members(Model& model, Diagnostics& out);
/// Names and texts of tools; names that are taken.
void check_tool_names(Model& model, const CheckOptions& options, Diagnostics& out);
/// Consent keys that have no one value in a call that a person sees.
void check_consent_keys(const Model& model, Diagnostics& out);
/// Variants whose alternatives JSON does not tell apart. Wants complete members.
void check_variants(const Model& model, Diagnostics& out);
/// Moves each companion into its tool.
void bind_companions(Model& model, Diagnostics& out);
/// Options, hints and policy. Wants bound companions.
void check_tool_options(const Model& model, Diagnostics& out);

/// Parameters and fields that say nothing about themselves. Wants complete members.
void check_docs(const Model& model, Diagnostics& out);

/// "::std::vector<::desk::Alarm>" → "std::vector<desk::Alarm>": as people write it.
std::string spelled(const Type& type);
/// "'echo'"
std::string in_quotes(std::string_view text);
/// "desk::echo" → "echo".
std::string_view last_name(std::string_view qualified);
/// Where the option stands, or the function where it does not.
const SourceSpan& option_span(const Tool& tool, const std::string& option);
/// What the value is in JSON: the type inside of an optional, the wire type of one that is converted.
const Type& json_form(const Type& type);
/// True where a value of the type may hold something that is marked as secret.
bool holds_secret(const Type& type, const Model& model);

}  // namespace iam::gen
