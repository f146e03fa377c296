// Finds the attributes of this project by name, and the intended attribute of a misspelled name.
#include <generator/frontend/attributes/names.hpp>

#include <algorithm>
#include <cctype>

namespace iam::gen {

const std::vector<Spelling>& spellings() {
    static const std::vector<Spelling> list = {
#define IAM_SPELLING(name, place, usage, summary) {#name, "iam::" #name, Place::place, usage},
#include <annotations/spellings.def>
#undef IAM_SPELLING
    };
    return list;
}

const Spelling* find_spelling(std::string_view name) {
    const auto& list = spellings();
    const auto found = std::find_if(
        list.begin(), list.end(), [&](const Spelling& spelling) { return spelling.name == name; });
    return found == list.end() ? nullptr : &*found;
}

namespace {

/// True if the words are equal but for capitals and one error: a letter too many, too few or wrong,
/// or two letters swapped.
bool is_nearly(std::string_view word, std::string_view wanted) {
    std::string lower(word);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto [mine, ours] =
        std::mismatch(lower.begin(), lower.end(), wanted.begin(), wanted.end());
    const std::string_view left =
        std::string_view(lower).substr(static_cast<std::size_t>(mine - lower.begin()));
    const std::string_view right = wanted.substr(static_cast<std::size_t>(ours - wanted.begin()));
    if (left.empty() || right.empty()) return left.size() + right.size() <= 1;
    if (left.substr(1) == right || left == right.substr(1) || left.substr(1) == right.substr(1))
        return true;
    return left.size() > 1 && right.size() > 1 && left[0] == right[1] && left[1] == right[0] &&
           left.substr(2) == right.substr(2);
}

}  // namespace

bool is_nearly_scope(std::string_view scope) {
    return scope != k_scope && scope.size() > 1 && is_nearly(scope, k_scope);
}

std::string_view meant_attribute(std::string_view scope, std::string_view name) {
    if (scope.empty()) {
        if (!name.starts_with(k_scope)) return {};  // `tool` alone is another vendor's
        name.remove_prefix(k_scope.size());
        if (name.starts_with('_')) name.remove_prefix(1);
        const Spelling* spelling = find_spelling(name);
        return spelling == nullptr ? std::string_view() : spelling->name;
    }
    if (!is_nearly_scope(scope)) return {};
    const auto& list = spellings();
    const auto found = std::find_if(list.begin(), list.end(), [&](const Spelling& spelling) {
        return is_nearly(name, spelling.name);
    });
    return found == list.end() ? std::string_view() : found->name;
}

std::vector<std::string> spelling_names() {
    std::vector<std::string> names;
    for (const Spelling& spelling : spellings()) names.emplace_back(spelling.name);
    return names;
}

}  // namespace iam::gen
