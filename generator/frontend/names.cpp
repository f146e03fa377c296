// The attributes of this project by name.
#include <generator/frontend/names.hpp>

#include <algorithm>

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

std::vector<std::string> spelling_names() {
    std::vector<std::string> names;
    for (const Spelling& spelling : spellings()) names.emplace_back(spelling.name);
    return names;
}

}  // namespace iam::gen
