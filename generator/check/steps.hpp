// The steps of check(), and small functions shared by their messages.
#pragma once

#include <generator/check/check.hpp>
#include <generator/model/diagnostics.hpp>
#include <generator/model/model.hpp>

#include <string>
#include <string_view>

namespace iam::gen {

/// Sets Record::is_recursive for every aggregate with others of its kind inside. Comes before all
/// other steps.
void mark_recursive(Model& model);
/// Reports secrets in recursive aggregates: their depth has no limit.
void check_recursion(const Model& model, Diagnostics& out);
/// Checks depth and size of every tool's types against generator/model/limits.hpp. False if one is
/// too large. The other steps must not run then, since they follow types wherever they are used.
bool check_sizes(const Model& model, Diagnostics& out);
/// Checks range, length, items, unique, multiple_of, pattern, format and unit against the member's
/// type. Bounds of integers become integers.
void check_constraints(Member& member, Diagnostics& out);
/// Checks the rules of aliases on elements, alternatives and results.
void check_aliases(Model& model, Diagnostics& out);
/// Checks all fields of all aggregates and all parameters of all tools. Parameters of companions
/// are left out: they only take names and types from their tools.
void check_members(Model& model, Diagnostics& out);
/// Fills and checks names and texts of tools. Reports duplicate names.
void check_tool_names(Model& model, const CheckOptions& options, Diagnostics& out);
/// Reports consent keys without a single, visible value in a call.
void check_consent_keys(const Model& model, Diagnostics& out);
/// Reports variants if JSON does not tell their alternatives apart. Requires complete members.
void check_variants(const Model& model, Diagnostics& out);
/// Moves each companion into its tool.
void bind_companions(Model& model, Diagnostics& out);
/// Checks options, hints and policy. Requires bound companions.
void check_tool_options(const Model& model, Diagnostics& out);

/// Reports parameters and fields without descriptions, and descriptions above the length limit.
/// Requires complete members.
void check_docs(const Model& model, Diagnostics& out);

/// The type as people write it: "::std::vector<::desk::Alarm>" → "std::vector<desk::Alarm>".
std::string spelled(const Type& type);
/// "'echo'"
std::string in_quotes(std::string_view text);
/// "desk::echo" → "echo".
std::string_view last_name(std::string_view qualified);
/// The place of the option, or of the function if the option is not given.
const SourceSpan& option_span(const Tool& tool, const std::string& option);
/// The type in JSON: the type inside of an optional, or the wire type of a converted one.
const Type& json_form(const Type& type);
/// True if a value of the type may hold a field marked as secret.
bool holds_secret(const Type& type, const Model& model);

}  // namespace iam::gen
