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
    enumeration,  // of an enumeration, or of a value of one
};

struct Spelling {
    const char* name;    // "tool"
    const char* scoped;  // "iam::tool"
    Place place;
    const char* usage;  // "range(lo, hi)"
};

const std::vector<Spelling>& spellings();
/// nullptr if no attribute has this name.
const Spelling* find_spelling(std::string_view name);
/// True for the scope `iam` with other capitals or one error: a letter too many, too few or wrong,
/// or two letters swapped.
bool is_nearly_scope(std::string_view scope);
/// The attribute of ours intended by this scope and name, as in `ima::tool`, `IAM::tol`, or
/// `iam_tool` without a scope. Empty for attributes of other vendors.
std::string_view meant_attribute(std::string_view scope, std::string_view name);
/// The names of all attributes, for suggestions in messages.
std::vector<std::string> spelling_names();

}  // namespace iam::gen
