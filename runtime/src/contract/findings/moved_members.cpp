// Finds the members a finding is about. A finding about one member points at it, a finding about
// several at their object.
#include "contract/findings/moved_members.hpp"

#include "contract/normal/members.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace iam::contract {
namespace {

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() &&
           text.compare(text.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

bool is_within(const std::string& pointer, const std::string& place) {
    return pointer.rfind(place, 0) == 0 &&
           (pointer.size() == place.size() || pointer[place.size()] == '/');
}

std::vector<std::string> moved_members(const Finding& finding) {
    static constexpr std::array<std::string_view, 11> k_rules{
        "I01", "I02", "I03", "I04", "I05", "I79", "I87", "O03", "O05", "O06", "O07"};
    std::vector<std::string> places;
    if (std::find(k_rules.begin(), k_rules.end(), finding.rule->id) == k_rules.end()) return places;
    for (const std::string* part : {&finding.before, &finding.after}) {
        const auto members =
            parse_json(part->empty() ? "null" : *part, limits_of_own_text(part->size() + 4));
        if (!members) continue;
        for (const auto& [name, member] : object_member(*members, "properties").items()) {
            std::string below = "/properties";
            append_pointer(below, name);
            places.push_back(ends_with(finding.pointer, below) ? finding.pointer
                                                               : finding.pointer + below);
        }
    }
    return places;
}

}  // namespace iam::contract
