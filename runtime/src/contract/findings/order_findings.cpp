// Compares the order of parameters and listed values. A validator ignores order, but a model reads
// from the top.
#include "contract/findings/made_finding.hpp"
#include "contract/findings/tool_changes.hpp"
#include "contract/normal/members.hpp"
#include "contract/normal/schema_walk.hpp"
#include <iam/contract/choices.hpp>

#include <algorithm>
#include <set>

namespace iam::contract {
namespace {

/// The texts of `list` found in `other` too.
std::vector<std::string> common(const std::vector<std::string>& list,
                                const std::vector<std::string>& other) {
    const std::set<std::string> known(other.begin(), other.end());
    std::vector<std::string> result;
    for (const std::string& text : list)
        if (known.count(text) != 0) result.push_back(text);
    return result;
}

std::vector<std::string> names_of(const OrderedJson* members) {
    std::vector<std::string> names;
    if (members == nullptr || !members->is_object()) return names;
    for (const auto& [name, value] : members->items()) names.push_back(name);
    return names;
}

/// The values listed by a schema, as texts, and the keyword with the list.
struct Listed {
    const char* keyword = "enum";
    std::vector<std::string> texts{};
};

Listed listed_in(const OrderedJson& schema) {
    Listed listed;
    Json values = Json::array();
    if (const OrderedJson* list = find_member(schema, "enum")) {
        values = Json(*list);
    } else if (schema.contains("oneOf")) {
        listed.keyword = "oneOf";
        values = listed_constants(Json(schema)).value_or(Json::array());
    }
    if (!values.is_array()) return listed;
    for (const Json& value : values)
        listed.texts.push_back(canonical_json(value).value_or(std::string()));
    return listed;
}

class OrderComparison {
 public:
    explicit OrderComparison(bool is_output) : is_output_(is_output) {}

    void compare(const OrderedJson& before, const OrderedJson& after, const std::string& pointer) {
        check("I74", pointer + "/properties", names_of(find_member(before, "properties")),
              names_of(find_member(after, "properties")));
        const Listed is = listed_in(after);
        check("I20", pointer + '/' + is.keyword, listed_in(before).texts, is.texts);
    }

    std::vector<Finding> take() { return std::move(found_); }

 private:
    void check(std::string_view input_rule, const std::string& pointer,
               const std::vector<std::string>& before, const std::vector<std::string>& after) {
        if (common(before, after) != common(after, before))
            found_.push_back(
                made_finding(is_output_ ? "O33" : input_rule, pointer, Json(before), Json(after)));
    }

    bool is_output_;
    std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> order_findings(const OrderedJson& before, const OrderedJson& after) {
    std::vector<Finding> found;
    for (const bool is_output : {false, true}) {
        const char* name = is_output ? "outputSchema" : "inputSchema";
        const OrderedJson* was = find_member(before, name);
        const OrderedJson* is = find_member(after, name);
        if (was == nullptr || is == nullptr) continue;
        OrderComparison comparison(is_output);
        each_common_schema(*was, *is, std::string("/") + name,
                           [&](const auto& before_part, const auto& after_part, const auto& place) {
                               comparison.compare(before_part, after_part, place);
                           });
        for (Finding& finding : comparison.take()) found.push_back(std::move(finding));
    }
    return found;
}

}  // namespace iam::contract
