// Rules that protect nobody: about tools and arguments that do not exist, or that can never speak.
#include "rule_values.hpp"
#include "rules_schema.hpp"
#include <iam/consent/rules_file.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace iam::consent {
namespace {

using Contracts = std::vector<const Contract*>;

constexpr std::size_t k_listed_max = 8;
constexpr std::size_t k_steps_max = 100'000'000;  // about a second

/// What one origin's schemas may cost: no origin keeps rules about another's tools from being held against theirs.
struct Budget {
    RuleSteps steps{k_steps_max};
    bool is_told = false;  ///< that nothing is left
};

struct Tool {
    Tool(const Contract& the_contract, Budget& shared)
        : contract(the_contract), budget(shared), schema(the_contract, shared.steps) {}
    const Contract& contract;
    Budget& budget;
    ArgumentSchema schema;
};

bool comes_from(const Rule& rule, const std::string& origin) {
    return rule.origin.text().empty() ? origin.empty() : rule.origin.matches(origin);
}

/// True where all tools that the rule can be about are here: its origin is this program or one that
/// offers tools now.
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
            if (concerns(rule, tool.contract) != Truth::no) concerned_.push_back(&tool);
        }
        if (!any_named) {
            add(certain, rule.tool_place, nothing_named(rule, certain));
        } else if (concerned_.empty()) {
            add(certain, rule.place,
                "no tool that is named " + in_quotes(rule.tool.text()) +
                    " has these hints, this risk and this undo, so the rule can never match; "
                    "change them or take it out.");
        } else {
            for (const Condition& condition : rule.conditions) look_at(condition, certain);
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

    /// Once for all that an origin's schemas leave in doubt.
    void tell_doubt(const Tool& tool, const Condition& condition) {
        if (std::exchange(tool.budget.is_told, true)) return;
        add(false, condition.place,
            "whether this can ever match could not be told, nor what follows about tools of the "
            "same origin: it takes too many steps to hold so much against their schemas, here "
            "that of " +
                in_quotes(tool.contract.id.name) + "; try such rules with calls (rules explain).");
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
