// A plain comparison, member by member. It says that a contract changed and where, not yet what that means.
#include <generator/contract/lock.hpp>

#include <map>
#include <set>
#include <utility>

namespace iam::gen::contract {
namespace {

constexpr const char* k_meta = "_meta";
constexpr const char* k_contract = "iam/contract";
constexpr const char* k_source = "source";

OrderedJson without_places(OrderedJson tool) {
    if (tool.contains(k_meta) && tool[k_meta].contains(k_contract))
        tool[k_meta][k_contract].erase(k_source);
    return tool;
}

/// Every value of a catalogue came from the strict reader, so it has a canonical form.
std::string text_of(const Json& value) {
    auto text = canonical_json(value);
    return text ? *std::move(text) : std::string("(a value without canonical form)");
}

class Comparison {
 public:
    explicit Comparison(std::string tool) : tool_(std::move(tool)) {}

    void compare(const Json& before, const Json& after, const std::string& pointer) {
        if (before.is_object() && after.is_object()) return compare_objects(before, after, pointer);
        if (before.is_array() && after.is_array()) return compare_arrays(before, after, pointer);
        if (!json_equal(before, after))
            found_.push_back({tool_, pointer, text_of(before), text_of(after)});
    }

    std::vector<Difference> take() { return std::move(found_); }

 private:
    void compare_objects(const Json& before, const Json& after, const std::string& pointer) {
        std::set<std::string> names;
        for (const auto& [name, value] : before.items()) names.insert(name);
        for (const auto& [name, value] : after.items()) names.insert(name);
        for (const std::string& name : names) {
            std::string place = pointer;
            append_pointer(place, name);
            const auto old_value = before.find(name);
            const auto new_value = after.find(name);
            compare_sides(old_value == before.end() ? nullptr : &*old_value,
                          new_value == after.end() ? nullptr : &*new_value, place);
        }
    }

    void compare_arrays(const Json& before, const Json& after, const std::string& pointer) {
        for (std::size_t i = 0; i < before.size() || i < after.size(); ++i) {
            std::string place = pointer;
            append_pointer(place, i);
            compare_sides(i < before.size() ? &before[i] : nullptr,
                          i < after.size() ? &after[i] : nullptr, place);
        }
    }

    void compare_sides(const Json* before, const Json* after, const std::string& pointer) {
        if (before != nullptr && after != nullptr) return compare(*before, *after, pointer);
        found_.push_back({tool_, pointer, before == nullptr ? "" : text_of(*before),
                          after == nullptr ? "" : text_of(*after)});
    }

    std::string tool_;
    std::vector<Difference> found_;
};

std::map<std::string, Json> tools_by_name(const OrderedJson& catalogue) {
    std::map<std::string, Json> tools;
    for (const OrderedJson& tool : catalogue.at("tools")) {
        // Through text: nlohmann has no conversion between its ordered and its sorted objects.
        const OrderedJson bare = without_places(tool);
        if (auto sorted =
                parse_json(bare.dump(), Limits{.depth_max = k_depth_ceiling, .allow_nul = true}))
            tools.emplace(bare.at("name").get<std::string>(), *std::move(sorted));
    }
    return tools;
}

}  // namespace

Result<OrderedJson> read_catalogue(std::string_view text) {
    IAM_TRY(catalogue,
            parse_ordered_json(text, Limits{.depth_max = k_depth_ceiling, .allow_nul = true}));
    if (!catalogue.is_object() || !catalogue.contains("iam") || catalogue["iam"] != 1)
        return fail(Errc::invalid_argument,
                    "this is not a catalogue of tools: the member \"iam\": 1 is missing", "/iam");
    if (!catalogue.contains("tools") || !catalogue["tools"].is_array())
        return fail(Errc::invalid_argument, "a catalogue has an array of tools here", "/tools");
    std::set<std::string> names;
    for (std::size_t i = 0; i < catalogue["tools"].size(); ++i) {
        const OrderedJson& tool = catalogue["tools"][i];
        const std::string pointer = "/tools/" + std::to_string(i) + "/name";
        if (!tool.is_object() || !tool.contains("name") || !tool["name"].is_string())
            return fail(Errc::invalid_argument, "every tool has a name", pointer);
        if (!names.insert(tool["name"].get<std::string>()).second)
            return fail(Errc::invalid_argument, "two tools have this name", pointer);
    }
    return std::move(catalogue);
}

std::string lock_text(const OrderedJson& manifest) {
    OrderedJson lock = manifest;
    for (OrderedJson& tool : lock["tools"]) tool = without_places(std::move(tool));
    return lock.dump(2) + "\n";
}

std::vector<Difference> differences(const OrderedJson& lock, const OrderedJson& manifest) {
    const auto before = tools_by_name(lock);
    const auto after = tools_by_name(manifest);
    std::set<std::string> names;
    for (const auto& [name, tool] : before) names.insert(name);
    for (const auto& [name, tool] : after) names.insert(name);
    std::vector<Difference> all;
    for (const std::string& name : names) {
        const auto old_tool = before.find(name);
        const auto new_tool = after.find(name);
        if (old_tool == before.end()) {
            all.push_back({name, "", "", text_of(new_tool->second)});
        } else if (new_tool == after.end()) {
            all.push_back({name, "", text_of(old_tool->second), ""});
        } else {
            Comparison comparison(name);
            comparison.compare(old_tool->second, new_tool->second, "");
            for (Difference& difference : comparison.take()) all.push_back(std::move(difference));
        }
    }
    return all;
}

std::string to_text(const Difference& difference) {
    if (difference.pointer.empty() && difference.before.empty())
        return difference.tool + ": new tool, not in the lock";
    if (difference.pointer.empty() && difference.after.empty())
        return difference.tool + ": in the lock, no longer a tool";
    std::string text = difference.tool + ": " + difference.pointer;
    if (difference.before.empty()) return text + " is new: " + difference.after;
    if (difference.after.empty()) return text + " is gone, was " + difference.before;
    return text + " was " + difference.before + ", is " + difference.after;
}

}  // namespace iam::gen::contract
