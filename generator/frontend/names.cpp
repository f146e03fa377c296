// The attributes of this project by name.
#include <generator/frontend/names.hpp>

#include <algorithm>
#include <cctype>
#include <utility>

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

bool is_nearly_scope(std::string_view scope) {
    std::string lower(scope);
    for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (scope == k_scope) return false;
    if (lower == k_scope) return true;
    const auto without = [](std::string text, std::size_t at) { return text.erase(at, 1); };
    const std::string ours(k_scope);
    for (std::size_t at = 0; at < lower.size(); ++at) {
        if (lower.size() == ours.size() + 1 && without(lower, at) == ours) return true;
        if (lower.size() == ours.size() && without(lower, at) == without(ours, at)) return true;
        std::string swapped = lower;
        if (at > 0) std::swap(swapped[at - 1], swapped[at]);
        if (swapped == ours) return true;
    }
    return lower.size() > 1 && lower.size() + 1 == ours.size() &&
           (lower == without(ours, 0) || lower == without(ours, 1) || lower == without(ours, 2));
}

std::vector<std::string> spelling_names() {
    std::vector<std::string> names;
    for (const Spelling& spelling : spellings()) names.emplace_back(spelling.name);
    return names;
}

}  // namespace iam::gen
