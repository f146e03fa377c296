// Walks over schemas, and checks the common rules of several providers.
#include "generator/lint/visit.hpp"

#include <algorithm>

namespace iam::gen::lint {
namespace {

std::string joined(const std::string& pointer, std::string_view token) {
    std::string out = pointer;
    append_pointer(out, token);
    return out;
}

class Walk {
 public:
    explicit Walk(const std::function<void(const Place&)>& visit) : visit_(visit) {}

    void schema(const OrderedJson& schema, const std::string& pointer, unsigned level,
                bool is_root = false) {
        visit_({schema, pointer, level, is_root});
        if (!schema.is_object()) return;
        for (const auto& [keyword, value] : schema.items()) {
            const std::string place = joined(pointer, keyword);
            if (k_members.count(keyword) != 0 && value.is_object()) {
                for (const auto& [name, member] : value.items())
                    this->schema(member, joined(place, name), level + 1);
            } else if (k_lists.count(keyword) != 0 && value.is_array()) {
                for (std::size_t i = 0; i < value.size(); ++i)
                    this->schema(value[i], joined(place, std::to_string(i)), level);
            } else if (k_single.count(keyword) != 0 && value.is_object()) {
                this->schema(value, place, level + 1);
            }
        }
    }

 private:
    inline static const std::set<std::string_view> k_members{"properties", "$defs",
                                                             "patternProperties"};
    inline static const std::set<std::string_view> k_lists{"anyOf", "oneOf", "allOf",
                                                           "prefixItems"};
    inline static const std::set<std::string_view> k_single{"items", "additionalProperties", "not",
                                                            "contains"};
    const std::function<void(const Place&)>& visit_;
};

}  // namespace

void each_schema(const OrderedJson& tool, const std::function<void(const Place&)>& visit) {
    const auto input = tool.find("inputSchema");
    if (input != tool.end()) Walk(visit).schema(*input, "/inputSchema", 0, true);
}

void Findings::add(const std::string& pointer, const std::string& rule, Level level,
                   std::string message) {
    out_.push_back({.tool = tool_,
                    .pointer = pointer,
                    .rule = std::string(to_string(profile_)) + "/" + rule,
                    .level = level,
                    .message = std::move(message)});
}

std::string at(const Place& place, std::string_view keyword) {
    return joined(place.pointer, keyword);
}

bool has_type(const OrderedJson& schema, std::string_view type) {
    const auto found = schema.find("type");
    return found != schema.end() && found->is_string() &&
           found->get_ref<const std::string&>() == type;
}

std::vector<std::string> optional_properties(const OrderedJson& schema) {
    std::vector<std::string> names;
    const auto properties = schema.find("properties");
    if (properties == schema.end() || !properties->is_object()) return names;
    const OrderedJson required = schema.value("required", OrderedJson::array());
    for (const auto& [name, member] : properties->items()) {
        const bool is_required =
            std::any_of(required.begin(), required.end(), [&name = name](const OrderedJson& one) {
                return one.is_string() && one.get_ref<const std::string&>() == name;
            });
        if (!is_required) names.push_back(name);
    }
    return names;
}

std::string name_of(const OrderedJson& tool) {
    const auto name = tool.find("name");
    return name != tool.end() && name->is_string() ? name->get<std::string>() : std::string();
}

void check_plain_name(const OrderedJson& tool, std::size_t most, Findings& findings) {
    const std::string name = name_of(tool);
    const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-';
    });
    if (plain && !name.empty() && name.size() <= most) return;
    findings.error("/name", "name",
                   "a tool's name is 1 to " + std::to_string(most) +
                       " of A-Z a-z 0-9 _ -, and one other refuses the whole request; give it "
                       "another with .name");
}

void check_root_object(const Place& place, Findings& findings) {
    if (!place.is_root || has_type(place.schema, "object")) return;
    findings.error(place.pointer, "root",
                   "the arguments of a call are an object; put \"type\": \"object\" at the root");
}

void check_closed(const Place& place, Findings& findings) {
    if (!has_type(place.schema, "object")) return;
    const auto more = place.schema.find("additionalProperties");
    if (more != place.schema.end() && more->is_boolean() && !more->get<bool>()) return;
    findings.error(at(place, "additionalProperties"), "additional_properties",
                   "strict schemas have \"additionalProperties\": false in every object; take a "
                   "list of a struct of key and value in place of a map");
}

void check_keywords(const Place& place, const std::set<std::string_view>& known,
                    const std::set<std::string_view>& refused, const std::string& way_out,
                    Findings& findings) {
    if (!place.schema.is_object()) return;
    for (const auto& [keyword, value] : place.schema.items()) {
        if (refused.count(keyword) != 0) {
            findings.error(at(place, keyword), "keyword",
                           "'" + keyword + "' is refused; " + way_out);
        } else if (known.count(keyword) == 0) {
            findings.warning(at(place, keyword), "keyword",
                             "'" + keyword + "' is not documented as understood; " + way_out);
        }
    }
}

void check_count(LintProfile profile, std::size_t count, std::size_t most, const std::string& why,
                 std::vector<Finding>& out) {
    if (count <= most) return;
    Findings(profile, "", out)
        .error("", "tool_count",
               std::to_string(count) + " tools are more than the " + std::to_string(most) + " " +
                   why + "; send those that the task at hand needs");
}

}  // namespace iam::gen::lint
