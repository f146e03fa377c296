// Compares _meta: the gate's facts of this project, each with its rule, and members of others.
#include "contract/findings/made_finding.hpp"
#include "contract/findings/moved_members.hpp"
#include "contract/findings/tool_changes.hpp"
#include "contract/normal/members.hpp"
#include <iam/contract/facts.hpp>

#include <algorithm>
#include <set>

namespace iam::contract {
namespace {

/// Ranks how much a policy lets through. Without a policy the host decides, and it asks.
int openness(const Json* policy) {
    if (policy == nullptr || !policy->is_string()) return 1;
    const auto& word = policy->get_ref<const std::string&>();
    return word == "allow" ? 2 : (word == "deny" ? 0 : 1);
}

/// The rank of "none", "compensating", "exact".
int grade(const Json* undo) {
    const Json* word = undo == nullptr ? nullptr : find_member(*undo, "grade");
    if (word == nullptr || !word->is_string()) return 0;
    const auto& text = word->get_ref<const std::string&>();
    return text == "exact" ? 2 : (text == "compensating" ? 1 : 0);
}

bool is_window(const Json* window) {
    return window == nullptr || window->is_number();
}

Json without_window(Json undo) {
    undo.erase("window");
    return undo;
}

std::string_view undo_rule(int before, int after) {
    if (before == 0) return "G08";
    if (after == 0) return "G09";
    return after < before ? "G11" : "G24";
}

/// The pointer to a value, for a schema's pointer: "/properties/box/items" holds "/box/*".
std::string value_pointer(std::string_view schema_pointer) {
    std::string result;
    std::string_view rest = schema_pointer;
    const auto next = [&rest] {
        rest.remove_prefix(1);
        const std::size_t end = std::min(rest.find('/'), rest.size());
        const std::string_view token = rest.substr(0, end);
        rest.remove_prefix(end);
        return token;
    };
    while (!rest.empty()) {
        const std::string_view keyword = next();
        if (keyword == "items" || keyword == "additionalProperties") {
            result += "/*";
        } else if (!rest.empty()) {
            const std::string_view name = next();
            if (keyword == "properties" || keyword == "prefixItems")
                result.append("/").append(name);
        }
    }
    return result;
}

/// The values added or removed with a member of a schema. The member's finding covers them.
class MovedValues {
 public:
    explicit MovedValues(const std::vector<Finding>& schemas) {
        for (const Finding& finding : schemas)
            for (const std::string& place : moved_members(finding)) {
                const bool is_output = is_within(place, "/outputSchema");
                const std::string_view side = is_output ? "/outputSchema" : "/inputSchema";
                places_.push_back((is_output ? "result" : "") +
                                  value_pointer(std::string_view(place).substr(side.size())));
            }
    }

    bool hold(const std::string& pointer) const {
        return std::any_of(places_.begin(), places_.end(),
                           [&](const std::string& place) { return is_within(pointer, place); });
    }

 private:
    std::vector<std::string> places_;
};

class FactComparison {
 public:
    FactComparison(const Json& before, const Json& after, const std::vector<Finding>& schemas)
        : before_(before), after_(after), moved_(schemas) {}

    std::vector<Finding> run() {
        compare_policy();
        const auto has_preview = [](const Json& facts) {
            const Json* preview = find_member(facts, "preview");
            return preview != nullptr && preview->is_boolean() && preview->get<bool>();
        };
        if (has_preview(before_) != has_preview(after_))
            add(has_preview(after_) ? "G03" : "G04", "preview");
        compare_undo();
        compare_units();
        compare_secrets();
        for (const std::string& name : member_names(before_, after_)) compare_other(name);
        return std::move(found_);
    }

 private:
    void add(std::string_view rule, const std::string& member) {
        std::string pointer = k_facts_pointer;
        append_pointer(pointer, member);
        found_.push_back(made_finding(rule, std::move(pointer), find_member(before_, member),
                                      find_member(after_, member)));
    }

    void compare_policy() {
        if (same_member(before_, after_, "policy")) return;
        const Json* policy = find_member(after_, "policy");
        const int old_rank = openness(find_member(before_, "policy"));
        const int new_rank = openness(policy);
        // To state the usual policy of a host binds the host; to state none leaves it free.
        add(new_rank < old_rank || (new_rank == old_rank && policy != nullptr) ? "G01" : "G02",
            "policy");
    }

    void compare_undo() {
        const Json* was = find_member(before_, "undo");
        const Json* is = find_member(after_, "undo");
        if (same_value(was, is)) return;
        if (grade(was) != grade(is)) return add(undo_rule(grade(was), grade(is)), "undo");
        const auto window = [](const Json* undo) { return find_member(*undo, "window"); };
        const bool are_windows = grade(was) != 0 && is_window(window(was)) &&
                                 is_window(window(is)) &&
                                 json_equal(without_window(*was), without_window(*is));
        if (!are_windows) return add("S07", "undo");
        // Without a window, undo is possible while the record exists.
        const bool is_longer = window(is) == nullptr || (window(was) != nullptr &&
                                                         json_order(*window(was), *window(is)) < 0);
        add(is_longer ? "G27" : "G10", "undo");
    }

    void compare_units() {
        const Json& was = object_member(before_, "units");
        const Json& is = object_member(after_, "units");
        for (const std::string& pointer : member_names(was, is)) {
            if (same_member(was, is, pointer) || moved_.hold(pointer)) continue;
            std::string place = std::string(k_facts_pointer) + "/units";
            append_pointer(place, pointer);
            const bool is_output = is_within(pointer, "result");
            found_.push_back(made_finding(is_output ? "O18" : "I68", std::move(place),
                                          find_member(was, pointer), find_member(is, pointer)));
        }
    }

    static std::set<std::string> pointers_of(const Json& facts) {
        std::set<std::string> pointers;
        if (const Json* list = find_member(facts, "secrets"); list != nullptr && list->is_array())
            for (const Json& pointer : *list)
                if (pointer.is_string()) pointers.insert(pointer.get<std::string>());
        return pointers;
    }

    void compare_secrets() {
        const std::set<std::string> was = pointers_of(before_);
        const std::set<std::string> is = pointers_of(after_);
        const auto each = [&](const std::set<std::string>& some,
                              const std::set<std::string>& others, bool removed) {
            for (const std::string& pointer : some) {
                if (others.count(pointer) != 0 || moved_.hold(pointer)) continue;
                const bool is_output = pointer.rfind("result", 0) == 0;
                const Json text(pointer);
                found_.push_back(made_finding(
                    removed ? (is_output ? "O25" : "I69") : (is_output ? "O34" : "I70"),
                    std::string(k_facts_pointer) + "/secrets", removed ? &text : nullptr,
                    removed ? nullptr : &text));
            }
        };
        each(was, is, true);
        each(is, was, false);
    }

    // The functions above compare the facts of "own" rules.
    void compare_other(const std::string& name) {
        if (same_member(before_, after_, name)) return;
        const auto fact = std::find_if(k_facts.begin(), k_facts.end(),
                                       [&](const FactRow& row) { return row.name == name; });
        if (fact == k_facts.end()) return add("S07", name);
        const std::string_view rule = !before_.contains(name) ? fact->added
                                      : after_.contains(name) ? fact->changed
                                                              : fact->removed;
        if (rule != "own" && rule != "repeats" && rule != "place") add(rule, name);
    }

    const Json& before_;
    const Json& after_;
    MovedValues moved_;
    std::vector<Finding> found_;
};

}  // namespace

const Json& contract_facts(const Json& tool) {
    return object_member(object_member(tool, "_meta"), "iam/contract");
}

std::vector<Finding> fact_findings(const ToolPair& tools, const std::vector<Finding>& schemas) {
    std::vector<Finding> found =
        FactComparison(contract_facts(tools.before), contract_facts(tools.after), schemas).run();
    const Json& before = object_member(tools.before, "_meta");
    const Json& after = object_member(tools.after, "_meta");
    for (const std::string& name : member_names(before, after)) {
        if (name == "iam/contract" || same_member(before, after, name)) continue;
        std::string pointer = "/_meta";
        append_pointer(pointer, name);
        found.push_back(made_finding("S16", std::move(pointer), find_member(before, name),
                                     find_member(after, name)));
    }
    return found;
}

}  // namespace iam::contract
