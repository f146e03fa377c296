// Finds the rules of a book about a tool and about a call.
#include "iam/consent/rules.hpp"

#include "consent/rule_values.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

namespace iam::consent {
namespace {

/// Judges an origin's hint. MCP's default stands for an absent hint. A hint of an untrusted origin
/// in its own favour is unknown.
Truth hint_is(std::optional<bool> wanted, std::optional<bool> stated, bool harmless, bool trusted) {
    if (!wanted) return Truth::yes;
    const bool value = stated.value_or(!harmless);
    if (!trusted && value == harmless) return Truth::unknown;
    return value == *wanted ? Truth::yes : Truth::no;
}

Truth hints_are(const Hints& wanted, const Contract& contract, bool trusted) {
    Truth all = Truth::yes;
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) \
    all = std::min(all, hint_is(wanted.name, contract.hints.name, !if_absent, trusted));
#include <iam/contract/facts.def>
    return all;
}

template <class Wanted, class Value>
bool is_one_of(const std::vector<Wanted>& wanted, const Value& value) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

bool covers(const DayTime& time, const Moment& now) {
    const auto of_day = now.wall - std::chrono::floor<std::chrono::days>(now.wall);
    if (time.from < time.to) return time.from <= of_day && of_day < time.to;
    return time.from <= of_day || of_day < time.to;
}

/// An unknown condition counts against the call.
bool counts(const Rule& rule, Truth truth) noexcept {
    return loosens(rule) ? truth == Truth::yes : truth != Truth::no;
}

/// True if one pointer leads into the other. "*" in a hidden pointer is every member or element.
bool overlap(const std::vector<std::string>& hidden, const std::vector<std::string>& looked_at) {
    const auto common = static_cast<std::ptrdiff_t>(std::min(hidden.size(), looked_at.size()));
    return std::equal(
        hidden.begin(), hidden.begin() + common, looked_at.begin(),
        [](const std::string& a, const std::string& b) { return a == "*" || a == b; });
}

bool looks_at(const Condition& condition, const std::vector<std::string>& hidden) {
    return std::any_of(hidden.begin(), hidden.end(), [&](const std::string& pointer) {
        const auto tokens = pointer_tokens(pointer);
        return !tokens || overlap(*tokens, condition.tokens);
    });
}

bool comes_before(const Rule* a, const Rule* b) {
    // The strictest effect first.
    return std::tie(b->effect, a->scope, a->id) < std::tie(a->effect, b->scope, b->id);
}

}  // namespace

std::string_view to_string(RuleScope scope) noexcept {
    switch (scope) {
        case RuleScope::managed:
            return "managed";
        case RuleScope::user:
            return "user";
        case RuleScope::workspace:
            return "workspace";
    }
    return "unknown";
}

std::string to_string(const RulePlace& place) {
    return place.file + ":" + std::to_string(place.text.line) + ":" +
           std::to_string(place.text.column);
}

bool loosens(const Rule& rule) noexcept {
    return rule.effect == Policy::allow;
}

RuleBook::RuleBook(std::vector<Rule> rules, std::vector<RuleFailure> failures,
                   std::optional<Digest> digest)
    : rules_(std::move(rules)), failures_(std::move(failures)), digest_(digest) {
    for (std::size_t i = 0; i < rules_.size(); ++i) {
        const std::string* const name = rules_[i].tool.exact();
        (name != nullptr ? by_name_[*name] : patterns_).push_back(i);
    }
}

std::vector<const Rule*> RuleBook::named(std::string_view tool) const {
    std::vector<const Rule*> found;
    if (const auto exact = by_name_.find(tool); exact != by_name_.end()) {
        for (const std::size_t i : exact->second) found.push_back(&rules_[i]);
    }
    for (const std::size_t i : patterns_) {
        if (rules_[i].tool.matches(tool)) found.push_back(&rules_[i]);
    }
    return found;
}

Truth concerns(const Rule& rule, const Contract& contract, OriginTrust trust) {
    const bool trusted = is_believed(trust);
    const bool is_named = rule.tool.matches(contract.id.name) &&
                          (rule.origin.text().empty() ? contract.id.origin.empty()
                                                      : rule.origin.matches(contract.id.origin));
    const bool is_such = is_one_of(rule.risks, risk_of(contract, trusted)) &&
                         is_one_of(rule.undo_grades, undo_grade(contract));
    if (!is_named || !is_such) return Truth::no;
    return hints_are(rule.hints, contract, trusted);
}

bool ToolRules::is_steady() const noexcept {
    return std::all_of(rules.begin(), rules.end(),
                       [](const Rule* rule) { return rule->conditions.empty() && !rule->time; });
}

ToolRules rules_for(std::shared_ptr<const RuleBook> book, const Contract& contract,
                    const std::optional<ServerTrust>& trust) {
    ToolRules found;
    if (!book) return found;
    const OriginTrust of_origin = origin_trust(contract, trust);
    found.rules = book->named(contract.id.name);
    std::erase_if(found.rules, [&](const Rule* rule) {
        const bool is_forbidden = rule->scope == RuleScope::workspace && loosens(*rule);
        return is_forbidden || !counts(*rule, concerns(*rule, contract, of_origin));
    });
    std::sort(found.rules.begin(), found.rules.end(), comes_before);
    found.book = std::move(book);
    return found;
}

SeenArguments see_arguments(std::string_view text) {
    SeenArguments seen;
    auto value = parse_json(text, limits_of_own_text(text.size()));
    seen.known = value ? SeenArguments::Known::read : SeenArguments::Known::unknown;
    if (value) seen.value = *std::move(value);
    return seen;
}

bool speaks(const Rule& rule, SeenArguments& arguments, const Moment& now) {
    using Known = SeenArguments::Known;
    if (rule.time && !covers(*rule.time, now)) return false;
    if (rule.conditions.empty()) return true;
    if (arguments.known == Known::unread) return false;
    if (arguments.known == Known::unknown) return counts(rule, Truth::unknown);
    const auto* hidden = arguments.hidden;
    return std::all_of(
        rule.conditions.begin(), rule.conditions.end(), [&](const Condition& condition) {
            const bool is_hidden = hidden != nullptr && looks_at(condition, *hidden);
            return counts(rule, is_hidden ? Truth::unknown
                                          : holds(condition, arguments.value, arguments.steps));
        });
}

}  // namespace iam::consent
