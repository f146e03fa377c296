// The attributes of this project by name, from annotations/spellings.def.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace iam::gen {

inline constexpr std::string_view k_scope = "iam";

enum class Place {
    function,
    companion,
    value,
    enumeration,  // of one, or of a value of one
};

struct Spelling {
    const char* name;    // "tool"
    const char* scoped;  // "iam::tool"
    Place place;
    const char* usage;  // "range(lo, hi)"
};

const std::vector<Spelling>& spellings();
/// nullptr where no attribute has this name.
const Spelling* find_spelling(std::string_view name);
/// True for a scope that is one letter off: one too many, too few or another, two that changed
/// places, or capitals.
bool is_nearly_scope(std::string_view scope);
/// The name of the attribute of ours that another scope and name were meant to be: `ima::tool`,
/// `IAM::tol`, or `iam_tool` without a scope. Empty for other vendors' attributes.
std::string_view meant_attribute(std::string_view scope, std::string_view name);
/// For suggestions.
std::vector<std::string> spelling_names();

}  // namespace iam::gen
