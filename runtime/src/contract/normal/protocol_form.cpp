// Writes the protocol form of a tool. Its members are the members of `Tool` in the protocol's
// schema, 2025-11-25.
#include "contract/normal/protocol_form.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>

namespace iam::contract {
namespace {

constexpr std::array<std::string_view, 7> k_optional{
    "title", "description", "icons", "outputSchema", "annotations", "execution", "_meta"};
constexpr std::array<std::string_view, 5> k_optional_hints{
    "title",
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) #mcp,
#include <iam/contract/facts.def>
};
constexpr std::array<std::string_view, 4> k_same_when_empty{"icons", "annotations", "execution",
                                                            "_meta"};

template <std::size_t N>
bool is_in(const std::array<std::string_view, N>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

OrderedJson sorted(const OrderedJson& object) {
    std::map<std::string, const OrderedJson*> members;
    for (const auto& [name, value] : object.items()) members.emplace(name, &value);
    OrderedJson result = OrderedJson::object();
    for (const auto& [name, value] : members) result[name] = *value;
    return result;
}

template <class Drop>
OrderedJson without(const OrderedJson& object, const Drop& drop) {
    OrderedJson result = OrderedJson::object();
    for (const auto& [name, value] : object.items())
        if (!drop(name, value)) result[name] = value;
    return result;
}

OrderedJson annotations_form(const OrderedJson& annotations) {
    return without(sorted(annotations), [](const std::string& name, const OrderedJson& value) {
        return value.is_null() && is_in(k_optional_hints, name);
    });
}

OrderedJson execution_form(const OrderedJson& execution) {
    return without(sorted(execution), [](const std::string& name, const OrderedJson& value) {
        return name == "taskSupport" &&
               (value.is_null() || json_equal(Json(value), Json("forbidden")));
    });
}

}  // namespace

OrderedJson protocol_form(const OrderedJson& tool) {
    if (!tool.is_object()) return tool;
    const OrderedJson members = sorted(tool);
    OrderedJson result = OrderedJson::object();
    for (const auto& [name, value] : members.items()) {
        if (value.is_null() && is_in(k_optional, name)) continue;
        OrderedJson form = value;
        if (name == "annotations" && value.is_object()) form = annotations_form(value);
        if (name == "execution" && value.is_object()) form = execution_form(value);
        if (form.is_structured() && form.empty() && is_in(k_same_when_empty, name)) continue;
        result[name] = std::move(form);
    }
    return result;
}

}  // namespace iam::contract
