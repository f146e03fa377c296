// Order means nothing to a validator and something to a model, which reads from the top.
#include "made_finding.hpp"
#include "members.hpp"
#include "schema_walk.hpp"
#include "tool_changes.hpp"

#include <algorithm>
#include <set>

namespace iam::contract {
namespace {

/// The texts of `list` that are in `other` as well.
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

std::vector<std::string> texts_of(const OrderedJson* values) {
    std::vector<std::string> texts;
    if (values == nullptr || !values->is_array()) return texts;
    for (const OrderedJson& value : *values)
        texts.push_back(canonical_json(Json(value)).value_or(std::string()));
    return texts;
}

class OrderComparison {
 public:
    explicit OrderComparison(bool is_output) : is_output_(is_output) {}

    void compare(const OrderedJson& before, const OrderedJson& after, const std::string& pointer) {
        check("I74", pointer + "/properties", names_of(find_member(before, "properties")),
              names_of(find_member(after, "properties")));
        check("I20", pointer + "/enum", texts_of(find_member(before, "enum")),
              texts_of(find_member(after, "enum")));
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
