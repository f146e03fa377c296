// Walks over both schemas at once to pair their definitions, then over the second to write their
// names.
#include "contract/normal/definitions.hpp"

#include "contract/normal/keywords.hpp"
#include "contract/normal/normalise.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace iam::contract {
namespace {

constexpr std::string_view k_prefix = "#/$defs/";

const Json* definition(const Json& schema, const std::string& name) {
    if (!schema.is_object() || !schema.contains("$defs")) return nullptr;
    const auto at = schema["$defs"].find(name);
    return at == schema["$defs"].end() ? nullptr : &*at;
}

/// Calls `take` with each schema of a keyword or member.
template <class AnyJson, class Take>
void each_inner(AnyJson& schema, const Take& take) {
    for (auto& [keyword, value] : schema.items()) {
        if (holds_schemas(keyword))
            take(value, std::string(), keyword);
        else if (holds_schema_map(keyword) && value.is_object())
            for (auto& [name, member] : value.items()) take(member, name, keyword);
    }
}

class Pairs {
 public:
    Pairs(const Json& before, const Json& after) : before_(before), after_(after) {}

    /// The new names of the definitions of `after`.
    std::map<std::string, std::string> names() {
        pair(before_, after_);
        while (!open_.empty()) {
            const auto [old_name, new_name] = std::move(open_.back());
            open_.pop_back();
            pair(*definition(before_, old_name), *definition(after_, new_name));
        }
        if (after_.is_object() && after_.contains("$defs"))
            for (const auto& [name, body] : after_["$defs"].items())
                names_.try_emplace(name, "new" + name);
        return std::move(names_);
    }

 private:
    void pair(const Json& before, const Json& after) {
        if (before.is_array() && after.is_array())
            for (std::size_t i = 0; i < before.size() && i < after.size(); ++i)
                pair(before[i], after[i]);
        if (!before.is_object() || !after.is_object()) return;
        if (before.contains("$ref") && after.contains("$ref"))
            take(before["$ref"].get<std::string>().substr(k_prefix.size()),
                 after["$ref"].get<std::string>().substr(k_prefix.size()));
        each_inner(before,
                   [&](const Json& inner, const std::string& name, const std::string& keyword) {
                       if (!after.contains(keyword)) return;
                       const Json& other = after[keyword];
                       if (name.empty() && !holds_schema_map(keyword)) return pair(inner, other);
                       if (other.is_object() && other.contains(name)) pair(inner, other[name]);
                   });
    }

    // The first use of a definition decides its name.
    void take(const std::string& old_name, const std::string& new_name) {
        if (names_.count(new_name) != 0 || !taken_.insert(old_name).second) return;
        names_.emplace(new_name, old_name);
        open_.emplace_back(old_name, new_name);
    }

    const Json& before_;
    const Json& after_;
    std::map<std::string, std::string> names_;
    std::set<std::string> taken_;
    std::vector<std::pair<std::string, std::string>> open_;
};

void rename(Json& schema, const std::map<std::string, std::string>& names) {
    if (schema.is_array())
        for (Json& part : schema) rename(part, names);
    if (!schema.is_object()) return;
    if (schema.contains("$ref"))
        schema["$ref"] = std::string(k_prefix) +
                         names.at(schema["$ref"].get<std::string>().substr(k_prefix.size()));
    each_inner(schema,
               [&](Json& inner, const std::string&, const std::string&) { rename(inner, names); });
}

}  // namespace

Json with_names_of(const Json& before, const Json& after) {
    if (!after.is_object() || !after.contains("$defs") || depends_on_place(after) ||
        depends_on_place(before))
        return after;
    const std::map<std::string, std::string> names = Pairs(before, after).names();
    Json result = after;
    Json definitions = Json::object();
    for (auto& [name, body] : result["$defs"].items()) {
        rename(body, names);
        definitions[names.at(name)] = std::move(body);
    }
    result.erase("$defs");
    rename(result, names);
    result["$defs"] = std::move(definitions);
    return result;
}

}  // namespace iam::contract
