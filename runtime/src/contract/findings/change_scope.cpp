// Reduces two schemas to the one changed member. It does so only if the object's members are judged
// one by one, independently of each other.
#include "contract/findings/change_scope.hpp"

#include "contract/normal/keywords.hpp"
#include "contract/normal/members.hpp"

#include <array>
#include <utility>

namespace iam::contract {
namespace {

/// True for an object schema with a rule for each member and none for several at once.
bool judges_members_alone(const Json& schema) {
    static constexpr std::array<std::string_view, 4> k_keywords{"type", "properties", "required",
                                                                "additionalProperties"};
    if (!schema.is_object() || !json_equal(schema.value("type", Json()), Json("object")))
        return false;
    for (const auto& [keyword, value] : schema.items())
        if (!any_of(k_keywords, keyword)) return false;
    return true;
}

/// The one member of the root with the change, if there is only one.
std::optional<std::string> member_of(const SchemaChange& change) {
    if (change.pointer.empty()) {
        if (change.members.size() != 1) return std::nullopt;
        return change.members.front();
    }
    Json::json_pointer place(change.pointer);
    std::string member;
    while (!place.parent_pointer().empty()) {
        member = place.back();
        place.pop_back();
    }
    if (place.back() != "properties" || member.empty()) return std::nullopt;
    return member;
}

Json with_member_alone(const Json& schema, const std::string& member) {
    Json part = Json::object();
    for (const auto& [keyword, value] : schema.items())
        if (keyword == "type" || keyword == "additionalProperties") part[keyword] = value;
    if (const Json* properties = find_member(schema, "properties"))
        if (const Json* own = find_member(*properties, member)) part["properties"][member] = *own;
    if (const Json* required = find_member(schema, "required"))
        for (const Json& name : *required)
            if (json_equal(name, Json(member))) part["required"] = Json::array({name});
    return part;
}

}  // namespace

Json MemberScope::widened(Json base, const Json& part) const {
    if (const Json* value = find_member(part, member))
        base[member] = *value;
    else
        base.erase(member);
    return base;
}

std::optional<MemberScope> member_scope(const Json& before, const Json& after,
                                        const SchemaChange& change) {
    if (!judges_members_alone(before) || !judges_members_alone(after)) return std::nullopt;
    const auto member = member_of(change);
    if (!member) return std::nullopt;
    MemberScope scope{*member, with_member_alone(before, *member), Json()};
    scope.alone = with_change(scope.before, with_member_alone(after, *member), change);
    return scope;
}

}  // namespace iam::contract
