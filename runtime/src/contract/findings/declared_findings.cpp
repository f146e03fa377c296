// Compares declared facts. Each fact is of one of four kinds, and its kind tells which of its two
// rules a change is about. docs/contracts.md lists the facts.
#include "contract/findings/declared_findings.hpp"

#include "contract/findings/made_finding.hpp"
#include "contract/findings/tool_changes.hpp"
#include "contract/normal/members.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <set>

namespace iam::contract {
namespace {

enum class FactKind : std::uint8_t {
    most,   // a number, or a day, that bounds the tool; absent: no bound
    step,   // one of some words, the least first; absent: the first
    flag,   // absent: false
    texts,  // a list whose order has no meaning; absent: empty
};

struct DeclaredFact {
    const char* name;
    FactKind kind;
    std::string_view more;  // rule for a bound, word or flag that rose, or texts that came
    std::string_view less;
    std::array<std::string_view, 4> words{};
    std::string_view added{};  // rule for a fact that was absent before; empty: rule by its kind
};

constexpr std::array k_declared{
    DeclaredFact{
        .name = "sunset", .kind = FactKind::most, .more = "T20", .less = "T13", .added = "T11"},
    DeclaredFact{.name = "stability",
                 .kind = FactKind::step,
                 .more = "T21",
                 .less = "T15",
                 .words = {"alpha", "beta", "stable"}},
    DeclaredFact{.name = "scopes", .kind = FactKind::texts, .more = "T18", .less = "T19"},
    DeclaredFact{
        .name = "argument_bytes_max", .kind = FactKind::most, .more = "I88", .less = "I76"},
    DeclaredFact{
        .name = "argument_depth_max", .kind = FactKind::most, .more = "I88", .less = "I76"},
    DeclaredFact{.name = "result_bytes_max", .kind = FactKind::most, .more = "O26", .less = "O35"},
    DeclaredFact{.name = "extensible", .kind = FactKind::texts, .more = "O36", .less = "O37"},
    DeclaredFact{.name = "cost_max", .kind = FactKind::most, .more = "A13", .less = "A15"},
    DeclaredFact{
        .name = "calls_per_minute_max", .kind = FactKind::most, .more = "A13", .less = "A15"},
    DeclaredFact{.name = "preview_pure", .kind = FactKind::flag, .more = "G28", .less = "G05"},
    DeclaredFact{.name = "preview_shows", .kind = FactKind::texts, .more = "G29", .less = "G06"},
    DeclaredFact{.name = "undo_reads", .kind = FactKind::texts, .more = "G12", .less = "G30"},
    DeclaredFact{.name = "grant_seconds_max", .kind = FactKind::most, .more = "G13", .less = "G14"},
    DeclaredFact{.name = "grant_always", .kind = FactKind::flag, .more = "G15", .less = "G17"},
    DeclaredFact{.name = "grant_scope",
                 .kind = FactKind::step,
                 .more = "G16",
                 .less = "G17",
                 .words = {"exact", "keys", "tool", "server"}},
    DeclaredFact{.name = "audit",
                 .kind = FactKind::step,
                 .more = "G31",
                 .less = "G19",
                 .words = {"none", "facts", "all"}},
    DeclaredFact{.name = "redacts", .kind = FactKind::texts, .more = "G19", .less = "G20"},
};

constexpr const char* k_errors_fact = "errors";

bool are_texts(const Json& value) {
    return value.is_array() && std::all_of(value.begin(), value.end(),
                                           [](const Json& text) { return text.is_string(); });
}

std::size_t step_of(const DeclaredFact& fact, const Json* value) {
    if (value == nullptr) return 0;
    const auto at = std::find(fact.words.begin(), fact.words.end(), value->get<std::string>());
    return static_cast<std::size_t>(at - fact.words.begin());
}

/// True if the value is of the fact's kind and comparable with its `other` value.
bool is_of_kind(const DeclaredFact& fact, const Json* value, const Json* other) {
    if (value == nullptr) return true;
    switch (fact.kind) {
        case FactKind::most:
            return (value->is_number() && (other == nullptr || other->is_number())) ||
                   (value->is_string() && (other == nullptr || other->is_string()));
        case FactKind::step:
            return value->is_string() && !value->get_ref<const std::string&>().empty() &&
                   step_of(fact, value) < fact.words.size();
        case FactKind::flag:
            return value->is_boolean();
        case FactKind::texts:
            break;
    }
    return are_texts(*value);
}

/// Returns a number below zero if the value fell, above zero if it rose.
int direction(const DeclaredFact& fact, const Json* before, const Json* after) {
    if (fact.kind == FactKind::most) {
        if (before == nullptr || after == nullptr) return after == nullptr ? 1 : -1;
        const std::strong_ordering order = json_order(*after, *before);
        return order > 0 ? 1 : (order < 0 ? -1 : 0);
    }
    const auto rank = [&](const Json* value) {
        if (fact.kind == FactKind::step) return static_cast<int>(step_of(fact, value));
        return value != nullptr && value->get<bool>() ? 1 : 0;
    };
    return rank(after) - rank(before);
}

std::set<std::string> set_of(const Json* list) {
    return list == nullptr ? std::set<std::string>() : list->get<std::set<std::string>>();
}

class DeclaredComparison {
 public:
    DeclaredComparison(const Json& before, const Json& after) : before_(before), after_(after) {}

    std::vector<Finding> run() {
        for (const DeclaredFact& fact : k_declared)
            if (!same_member(before_, after_, fact.name)) compare(fact);
        if (!same_member(before_, after_, k_errors_fact)) compare_errors();
        return std::move(found_);
    }

 private:
    void add(std::string_view rule, const std::string& name, const Json* before,
             const Json* after) {
        std::string pointer = k_facts_pointer;
        append_pointer(pointer, name);
        found_.push_back(made_finding(rule, std::move(pointer), before, after));
    }

    void compare(const DeclaredFact& fact) {
        const Json* was = find_member(before_, fact.name);
        const Json* is = find_member(after_, fact.name);
        if (!is_of_kind(fact, was, is) || !is_of_kind(fact, is, was))
            return add("S07", fact.name, was, is);
        if (fact.kind == FactKind::texts) return compare_texts(fact, set_of(was), set_of(is));
        // To announce a first day shortens no promise.
        if (was == nullptr && !fact.added.empty()) return add(fact.added, fact.name, was, is);
        const int rose = direction(fact, was, is);
        // To state the default is no change.
        add(rose == 0 ? "S16" : (rose > 0 ? fact.more : fact.less), fact.name, was, is);
    }

    void compare_texts(const DeclaredFact& fact, const std::set<std::string>& was,
                       const std::set<std::string>& is) {
        const std::size_t known = found_.size();
        for (const std::string& text : was)
            if (is.count(text) == 0) add_text(fact.less, fact.name, &text, nullptr);
        for (const std::string& text : is)
            if (was.count(text) == 0) add_text(fact.more, fact.name, nullptr, &text);
        if (found_.size() == known)
            add("S16", fact.name, find_member(before_, fact.name), find_member(after_, fact.name));
    }

    void add_text(std::string_view rule, const std::string& name, const std::string* before,
                  const std::string* after) {
        const Json was = before == nullptr ? Json() : Json(*before);
        const Json is = after == nullptr ? Json() : Json(*after);
        add(rule, name, before == nullptr ? nullptr : &was, after == nullptr ? nullptr : &is);
    }

    // Compares {code: {"retry": …}}. Without the member no call fails in a way of its own.
    void compare_errors() {
        const auto is_map = [](const Json* errors) {
            return errors == nullptr || errors->is_object();
        };
        const Json* was = find_member(before_, k_errors_fact);
        const Json* is = find_member(after_, k_errors_fact);
        if (!is_map(was) || !is_map(is)) return add("S07", k_errors_fact, was, is);
        const Json& old_codes = object_member(before_, k_errors_fact);
        const Json& new_codes = object_member(after_, k_errors_fact);
        const std::size_t known = found_.size();
        for (const std::string& code : member_names(old_codes, new_codes)) {
            if (same_member(old_codes, new_codes, code)) continue;
            const Json* old_error = find_member(old_codes, code);
            const Json* new_error = find_member(new_codes, code);
            add(old_error == nullptr ? "O22" : (new_error == nullptr ? "O23" : "O24"),
                k_errors_fact, old_error, new_error);
            append_pointer(found_.back().pointer, code);
        }
        if (found_.size() == known) add("S16", k_errors_fact, was, is);
    }

    const Json& before_;
    const Json& after_;
    std::vector<Finding> found_;
};

}  // namespace

bool is_declared_fact(const std::string& name) {
    return name == k_errors_fact ||
           std::any_of(k_declared.begin(), k_declared.end(),
                       [&](const DeclaredFact& fact) { return fact.name == name; });
}

std::vector<Finding> declared_findings(const Json& before, const Json& after) {
    return DeclaredComparison(before, after).run();
}

}  // namespace iam::contract
