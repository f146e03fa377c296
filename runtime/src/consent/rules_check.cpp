// Finds rules that protect nobody: about missing tools or arguments, or unable to speak.
#include "consent/rule_slips.hpp"
#include "consent/rule_values.hpp"
#include "consent/rules_schema.hpp"
#include <iam/consent/rules_file.hpp>
#include <iam/core/value_text.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <utility>

namespace iam::consent {
namespace {

using Contracts = std::vector<const Contract*>;

constexpr std::size_t k_listed_max = 8;
constexpr std::size_t k_steps_max = 100'000'000;  // about a second

/// The steps for one origin's schemas. A budget for each origin keeps one from using up another's.
struct Budget {
    RuleSteps steps{k_steps_max};
    bool is_told = false;  ///< a finding says that no steps are left
};

struct Tool {
    Tool(const Contract& the_contract, Budget& shared)
        : contract(the_contract), budget(shared), schema(the_contract, shared.steps) {}
    const Contract& contract;
    Budget& budget;
    ArgumentSchema schema;
};

/// The text as in a file of rules, with visible line ends.
std::string in_json(const std::string& text) {
    return shown(canonical_json(Json(text)).value_or("\"…\""));
}

bool comes_from(const Rule& rule, const std::string& origin) {
    return rule.origin.text().empty() ? origin.empty() : rule.origin.matches(origin);
}

/// True if all tools in the rule's reach are known: its origin is this program, or one that offers
/// tools now.
bool is_all_known(const Rule& rule, const Contracts& contracts) {
    if (rule.origin.text().empty()) return true;
    const std::string* const origin = rule.origin.exact();
    return origin != nullptr &&
           std::any_of(contracts.begin(), contracts.end(),
                       [&](const Contract* one) { return one->id.origin == *origin; });
}

std::string list_of_names(const Rule& rule, const Contracts& contracts) {
    std::string names;
    std::size_t count = 0;
    for (const Contract* contract : contracts) {
        if (!comes_from(rule, contract->id.origin)) continue;
        if (++count > k_listed_max) return names + ", …";
        names += (names.empty() ? "" : ", ") + contract->id.name;
    }
    return names.empty() ? "none" : names;
}

/// False if no value fulfils both comparisons. The schema of a tool is not considered.
bool may_hold_both(const Comparison& one, const Comparison& other, RuleSteps& steps) {
    const auto* values = std::get_if<OneOf>(&one);
    const auto* others = std::get_if<OneOf>(&other);
    if (values == nullptr && others != nullptr) return may_hold_both(other, one, steps);
    if (values != nullptr) {
        const std::size_t each = others != nullptr ? others->values.size() : 1;
        if (!steps.spend(values->values.size() * each)) return true;
        return std::any_of(values->values.begin(), values->values.end(), [&](const Json& value) {
            return holds(other, value, steps) != Truth::no;
        });
    }
    const auto* range = std::get_if<InRange>(&one);
    const auto* second = std::get_if<InRange>(&other);
    // A range fulfils no comparison of texts. Two comparisons of texts may both be fulfilled.
    if (range == nullptr || second == nullptr) return range == second;
    const auto apart = [](const std::optional<Json>& high, const std::optional<Json>& low) {
        return high && low && json_order(*high, *low) < 0;
    };
    return !apart(range->high, second->low) && !apart(second->high, range->low);
}

class Check {
 public:
    explicit Check(const Contracts& contracts) : contracts_(contracts) {
        for (const Contract* contract : contracts) {
            tools_.emplace_back(*contract, budgets_[contract->id.origin]);
        }
    }

    void look_at(const Rule& rule) {
        const bool certain = is_all_known(rule, contracts_);
        const auto is_named = [&](const Contract& contract) {
            return comes_from(rule, contract.id.origin) && rule.tool.matches(contract.id.name);
        };
        concerned_.clear();
        bool any_named = false;
        for (Tool& tool : tools_) {
            if (!is_named(tool.contract)) continue;
            any_named = true;
            // Trust may come and go, so the rule is judged with it and without it.
            const bool is_own = tool.contract.id.origin.empty();
            const auto without = is_own ? OriginTrust::own : OriginTrust::none;
            const auto with = is_own ? OriginTrust::own : OriginTrust::trusted;
            if (std::max(concerns(rule, tool.contract, without),
                         concerns(rule, tool.contract, with)) != Truth::no)
                concerned_.push_back(&tool);
        }
        if (!any_named) {
            add(certain, rule.tool_place, nothing_named(rule, certain));
        } else if (concerned_.empty()) {
            add(certain, rule.place,
                "no tool that is named " + in_quotes(rule.tool.text()) +
                    " has these hints, this risk and this undo, so the rule can never match; "
                    "change them or take it out.");
        } else {
            const std::size_t before = findings.size();
            look_at_conditions(rule, certain);
            if (findings.size() > before) return;
            for (const Condition& condition : rule.conditions) tell_slips(rule, condition);
        }
    }

    std::vector<RuleFinding> findings{};

 private:
    void add(bool is_error, const RulePlace& place, std::string message) {
        findings.push_back({is_error, place, std::move(message)});
    }

    std::string nothing_named(const Rule& rule, bool certain) const {
        const std::string text = in_quotes(rule.tool.text());
        if (certain) {
            return "no tool is named " + text +
                   (rule.origin.text().empty() ? " in this program" : " there") +
                   "; the tools are " + list_of_names(rule, contracts_) + ".";
        }
        return "no tool here is named " + text +
               "; the rule waits for an origin that is not connected.";
    }

    /// Adds one finding for all doubts about an origin's schemas.
    void tell_doubt(const Tool& tool, const Condition& condition) {
        if (std::exchange(tool.budget.is_told, true)) return;
        add(false, condition.place,
            "whether this can ever match could not be told, nor what follows about tools of the "
            "same origin: it takes too many steps to hold so much against their schemas, here "
            "that of " +
                in_quotes(tool.contract.id.name) + "; try such rules with calls (rules explain).");
    }

    /// True if a tool the rule is about takes this text as the argument.
    bool may_be_given(const Condition& condition, const std::string& text) {
        return std::any_of(concerned_.begin(), concerned_.end(), [&](Tool* tool) {
            const auto subschemas = tool->schema.find(condition.tokens);
            return std::any_of(subschemas.begin(), subschemas.end(), [&](const Json* subschema) {
                return tool->schema.accepts(*subschema, Json(text));
            });
        });
    }

    /// Adds a warning for each kind of change leading past the pattern.
    void tell_slips(const Rule& rule, const Condition& condition) {
        const auto* matching = std::get_if<Matching>(&condition.comparison);
        if (matching == nullptr) return;
        const bool allows = rule.effect == Policy::allow;
        RuleSteps& steps = concerned_.front()->budget.steps;
        const auto is_possible = [&](const std::string& text) {
            return may_be_given(condition, text);
        };
        const auto slips = allows ? slips_into(*matching, steps, is_possible)
                                  : slips_past(*matching, steps, is_possible);
        for (const Slip& slip : slips) {
            add(false, condition.place,
                "the pattern matches " + in_json(slip.covered) + (allows ? " and " : " but not ") +
                    in_json(slip.text) + ", which has " + std::string(slip.change) + "; " +
                    std::string(slip.advice) + ".");
        }
    }

    void look_at_conditions(const Rule& rule, bool certain) {
        const std::size_t before = findings.size();
        for (const Condition& condition : rule.conditions) look_at(condition, certain);
        if (rule.conditions.size() < 2 || findings.size() > before) return;
        look_at_pairs(rule.conditions);
        for (const Condition& condition : rule.conditions)
            look_at_parts(condition, rule.conditions);
        if (findings.size() > before) return;
        const bool any = std::any_of(concerned_.begin(), concerned_.end(), [&](Tool* tool) {
            return std::all_of(
                rule.conditions.begin(), rule.conditions.end(),
                [&](const Condition& condition) { return may_hold(*tool, condition); });
        });
        if (any) return;
        add(certain, rule.place,
            "no single tool has all these arguments with such values, so the rule can never "
            "match; make one rule of each.");
    }

    /// Compares each condition with the first one about the same argument.
    void look_at_pairs(const std::vector<Condition>& conditions) {
        std::map<std::vector<std::string>, const Condition*> first;
        for (const Condition& condition : conditions) {
            const auto [known, is_new] = first.try_emplace(condition.tokens, &condition);
            const Condition& other = *known->second;
            if (is_new || may_hold_both(other.comparison, condition.comparison,
                                        concerned_.front()->budget.steps)) {
                continue;
            }
            add(true, condition.place,
                "no value fulfils both this and what line " +
                    std::to_string(other.place.text.line) + ", column " +
                    std::to_string(other.place.text.column) + " asks of " +
                    in_quotes(condition.pointer) +
                    ", so the rule can never match; take one of them out.");
        }
    }

    /// Compares a condition on a whole argument with conditions on its parts. Only a listed value
    /// may have parts; a number or a text has none.
    void look_at_parts(const Condition& whole, const std::vector<Condition>& conditions) {
        RuleSteps& steps = concerned_.front()->budget.steps;
        std::vector<const Json*> left;
        if (const auto* listed = std::get_if<OneOf>(&whole.comparison)) {
            for (const Json& value : listed->values) left.push_back(&value);
        }
        for (const Condition& condition : conditions) {
            if (!is_part_of(whole, condition)) continue;
            const auto tokens = std::span(condition.tokens).subspan(whole.tokens.size());
            if (!steps.spend(left.size() * (1 + tokens.size()))) return;
            std::erase_if(left, [&](const Json* value) {
                const Json* part = part_at(*value, tokens);
                return part == nullptr || holds(condition.comparison, *part, steps) == Truth::no;
            });
            if (!left.empty()) continue;
            return add(true, condition.place,
                       "what line " + std::to_string(whole.place.text.line) + ", column " +
                           std::to_string(whole.place.text.column) + " asks of " +
                           in_quotes(whole.pointer) +
                           " leaves no value that fulfils this, so the rule can never match; take "
                           "one of them out.");
        }
    }

    static bool is_part_of(const Condition& whole, const Condition& condition) {
        return condition.tokens.size() > whole.tokens.size() &&
               std::equal(whole.tokens.begin(), whole.tokens.end(), condition.tokens.begin());
    }

    static bool may_hold(Tool& tool, const Condition& condition) {
        const auto subschemas = tool.schema.find(condition.tokens);
        return std::any_of(subschemas.begin(), subschemas.end(), [&](const Json* subschema) {
            return tool.schema.may_hold(condition.comparison, *subschema);
        });
    }

    void look_at(const Condition& condition, bool certain) {
        bool exists = false;
        for (Tool* tool : concerned_) {
            for (const Json* subschema : tool->schema.find(condition.tokens)) {
                exists = true;
                if (!tool->schema.may_hold(condition.comparison, *subschema)) continue;
                if (tool->budget.steps.left == 0) tell_doubt(*tool, condition);
                return;
            }
        }
        if (exists) {
            add(certain, condition.place,
                "no value that the tool accepts as " + in_quotes(condition.pointer) +
                    " fulfils this, so the rule can never match; look at the tool's schema.");
            return;
        }
        const bool is_one = concerned_.size() == 1;
        std::string message =
            is_one ? in_quotes(concerned_.front()->contract.id.name) + " has no argument "
                   : "no tool that the rule is about has an argument ";
        message += in_quotes(condition.pointer);
        const std::string names = concerned_.front()->schema.names();
        if (is_one && !names.empty()) message += "; it has " + names;
        add(certain, condition.argument_place, message + ".");
    }

    const Contracts& contracts_;
    std::map<std::string, Budget> budgets_{};  // by origin
    std::deque<Tool> tools_{};
    std::vector<Tool*> concerned_{};
};

}  // namespace

std::vector<RuleFinding> check_rules(const std::vector<Rule>& rules, const Contracts& contracts) {
    Check check(contracts);
    for (const Rule& rule : rules) check.look_at(rule);
    return std::move(check.findings);
}

}  // namespace iam::consent
