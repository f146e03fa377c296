// Judges keywords with subschemas for members and elements. Included by evaluator.cpp only.
#pragma once

#include "schema/evaluate/assertions.hpp"
#include "schema/evaluate/evaluator.hpp"
#include "schema/evaluate/sentences.hpp"

#include <algorithm>
#include <array>

namespace iam::schema {
namespace parts {

/// Up to this many items are compared without an allocation.
inline constexpr std::size_t k_items_on_stack = 16;
/// This many names are passed one by one before the rest of the table is searched.
inline constexpr int k_steps_before_search = 8;

/// The first declared member at or after `at` with a name not less than the given one; `found` says
/// if its name is equal.
inline const Member* advance(const Program& program, const Member* at, const Member* end,
                             std::string_view name, bool& found) {
    found = false;
    for (int steps = 0; at != end; ++at) {
        const int order = program.view(at->name).compare(name);
        found = order == 0;
        if (order >= 0) return at;
        if (++steps < k_steps_before_search) continue;
        at = std::lower_bound(at, end, name,
                              [&program](const Member& member, std::string_view wanted) {
                                  return program.view(member.name) < wanted;
                              });
        found = at != end && program.view(at->name) == name;
        return at;
    }
    return at;
}

inline const Json* first_of_equal_pair(const Json** first, const Json** last, const Json*& second) {
    std::sort(first, last, [](const Json* a, const Json* b) { return json_order(*a, *b) < 0; });
    const auto found = std::adjacent_find(
        first, last, [](const Json* a, const Json* b) { return json_equal(*a, *b); });
    if (found == last) return nullptr;
    second = *(found + 1);
    return *found;
}

}  // namespace parts

/// The members of the value and of the schema are both sorted, so one walk meets all of them.
template <bool k_explain>
bool Evaluator<k_explain>::members(const Instruction& at, const Json& value, Trace* trace) {
    const MemberTable& table = program_.member_tables[at.first];
    const Member* known = program_.members.data() + table.first;
    const Member* const end = known + table.count;
    const auto required_before = [&](const Member* member) {
        return member == end ? table.required : member->required_before;
    };
    bool valid = true;
    std::size_t ordinal = 0;
    for (const auto& [name, part] : *value.get_ptr<const Json::object_t*>()) {
        if (!charge(text_steps(name.size()))) return false;
        // Most values have every member named in the schema, and no other.
        bool is_known = known != end && program_.view(known->name) == name;
        if (!is_known) {
            const Member* const next = parts::advance(program_, known, end, name, is_known);
            if (required_before(next) != required_before(known))
                valid = report_missing(known, next);
            known = next;
        }
        bool matched = false;
        if (is_known) {
            matched = known->block != k_none;
            const Token token(name);
            if (matched && !descend(known->block, part, Keyword::properties, &token, token))
                valid = false;
            ++known;
        }
        if (table.patterns != 0 && !member_patterns(table, name, part, matched)) valid = false;
        if (!matched && table.additional != k_none && !additional_member(table, name, part))
            valid = false;
        if (!valid && (!k_explain || stopped())) return false;
        if (trace != nullptr && (matched || table.additional != k_none)) trace->mark(ordinal);
        ++ordinal;
    }
    if (required_before(known) != table.required) valid = report_missing(known, end);
    return valid;
}

template <bool k_explain>
bool Evaluator<k_explain>::member_patterns(const MemberTable& table, std::string_view name,
                                           const Json& value, bool& matched) {
    bool valid = true;
    for (Index i = 0; i < table.patterns; ++i) {
        const PatternMember& entry = program_.pattern_members[table.first_pattern + i];
        if (!search(entry.pattern, name)) {
            if (stopped()) return false;
            continue;
        }
        matched = true;
        const Token source(program_.view(program_.pattern_texts[entry.pattern]));
        if (descend(entry.block, value, Keyword::pattern_properties, &source, Token(name)))
            continue;
        if (!k_explain) return false;
        valid = false;
    }
    return valid;
}

template <bool k_explain>
bool Evaluator<k_explain>::additional_member(const MemberTable& table, std::string_view name,
                                             const Json& value) {
    if constexpr (k_explain) {
        const Block& block = program_.blocks[table.additional];
        if (block.end == block.begin + 1 && program_.instructions[block.begin].op == Op::refuse) {
            std::vector<std::string_view> known;
            for (Index i = 0; i < table.count; ++i) {
                const Member& member = program_.members[table.first + i];
                if (member.block != k_none) known.push_back(program_.view(member.name));
            }
            if (!charge(known.size())) return false;
            const Token part(name);
            const Way way(collector_, Keyword::additional_properties, nullptr, &part);
            collector_->add(table.additional, "", unknown_member(name, known));
            return collector_->is_full() && stop(Stop::full);
        }
    }
    return descend(table.additional, value, Keyword::additional_properties, nullptr, Token(name));
}

/// Reports the required members of [from, to); returns false always.
template <bool k_explain>
bool Evaluator<k_explain>::report_missing(const Member* from, const Member* to) {
    if constexpr (k_explain) {
        for (; from != to; ++from)
            if (from->required) say(name_of(Keyword::required), missing(program_.view(from->name)));
    }
    return false;
}

/// A name is judged without a value of its own. If judge_name() cannot answer, as for a dynamic
/// reference, or must explain, a value is made of the name.
template <bool k_explain>
bool Evaluator<k_explain>::property_names(const Instruction& at, const Json& value) {
    if (is_empty(at.first)) return true;
    bool valid = true;
    for (const auto& [name, part] : *value.get_ptr<const Json::object_t*>()) {
        if (!charge(text_steps(name.size()))) return false;
        if constexpr (!k_explain) {
            const Answer answer = judge_name(at.first, name);
            if (answer == Answer::yes) continue;
            if (answer == Answer::no) return false;
        }
        if (descend(at.first, Json(name), at.keyword, nullptr, Token(name))) continue;
        if (!k_explain || stopped()) return false;
        valid = false;
    }
    return valid;
}

template <bool k_explain>
bool Evaluator<k_explain>::dependent_required(const Instruction& at, const Json& value) {
    bool valid = true;
    for (Index i = 0; i < at.count; ++i) {
        const Dependency& dependency = program_.dependencies[at.first + i];
        if (!charge(1)) return false;
        if (member(value, program_.view(dependency.name)) == nullptr) continue;
        if (!charge(dependency.count)) return false;
        for (Index n = 0; n < dependency.count; ++n) {
            const std::string_view wanted = program_.view(program_.texts[dependency.first + n]);
            if (member(value, wanted) != nullptr) continue;
            if constexpr (!k_explain) return false;
            if constexpr (k_explain) {
                say(name_of(at.keyword), missing(wanted) + ", which " +
                                             quoted_name(program_.view(dependency.name)) +
                                             " asks for");
            }
            valid = false;
        }
    }
    return valid;
}

template <bool k_explain>
bool Evaluator<k_explain>::elements(const Instruction& at, const Json& value, Trace* trace) {
    const auto& array = *value.get_ptr<const Json::array_t*>();
    const bool all = at.extra != k_none && (trace != nullptr || !is_empty(at.extra));
    const std::size_t end = all ? array.size() : std::min<std::size_t>(array.size(), at.count);
    const Keyword prefix =
        at.keyword == Keyword::additional_items ? Keyword::items : Keyword::prefix_items;
    bool valid = true;
    for (std::size_t i = 0; i < end; ++i) {
        if (!charge(1)) return false;
        const Token token(i);
        const bool fits = i < at.count ? descend(program_.block_lists[at.first + i], array[i],
                                                 prefix, &token, token)
                                       : descend(at.extra, array[i], at.keyword, nullptr, token);
        if (trace != nullptr) trace->mark(i);
        if (fits) continue;
        if (!k_explain || stopped()) return false;
        valid = false;
    }
    return valid;
}

template <bool k_explain>
bool Evaluator<k_explain>::contains(const Instruction& at, const Json& value, Trace* trace) {
    const auto& array = *value.get_ptr<const Json::array_t*>();
    const std::uint64_t least = program_.numbers[at.count].non_negative;
    const std::uint64_t most = program_.numbers[at.count + 1].non_negative;
    std::uint64_t found = 0;
    for (std::size_t i = 0; i < array.size(); ++i) {
        if (!charge(1)) return false;
        if (!run_quietly(at.first, array[i], nullptr)) {
            if (stopped()) return false;
            continue;
        }
        ++found;
        if (trace != nullptr) trace->mark(i);
        // The answer is known unless the rest must be counted or marked.
        if (trace == nullptr && found >= least && most >= array.size()) return true;
        if (!k_explain && found > most) return false;
    }
    if (found >= least && found <= most) return true;
    if constexpr (k_explain) {
        const Keyword keyword = found > most ? Keyword::max_contains
                                : least == 1 ? Keyword::contains
                                             : Keyword::min_contains;
        std::string text =
            found == 0 ? "no item fits" : counted(found, "item") + (found == 1 ? " fits" : " fit");
        text += " the schema of contains";
        if (found > most) text += ", more than " + std::to_string(most);
        if (found < least && least > 1) text += ", fewer than " + std::to_string(least);
        say(name_of(keyword), std::move(text));
    }
    return false;
}

template <bool k_explain>
bool Evaluator<k_explain>::unique_items(const Instruction& at, const Json& value) {
    const auto& array = *value.get_ptr<const Json::array_t*>();
    if (array.size() < 2) return true;
    std::uint64_t comparisons = 1;
    for (std::size_t rest = array.size(); rest > 1; rest /= 2) ++comparisons;
    if (!charge(weight(value) * comparisons)) return false;
    std::array<const Json*, parts::k_items_on_stack> few{};
    std::vector<const Json*> many;
    const Json** items = few.data();
    if (array.size() > few.size()) {
        many.resize(array.size());
        items = many.data();
    }
    for (std::size_t i = 0; i < array.size(); ++i) items[i] = &array[i];
    const Json* second = nullptr;
    const Json* first = parts::first_of_equal_pair(items, items + array.size(), second);
    if (first == nullptr) return true;
    if constexpr (k_explain) {
        const auto [low, high] = std::minmax({first - array.data(), second - array.data()});
        collector_->add(
            block_, name_of(at.keyword),
            "items " + std::to_string(low) + " and " + std::to_string(high) + " are equal");
    }
    return false;
}

/// `trace` is never null: the subschema makes one.
template <bool k_explain>
bool Evaluator<k_explain>::unevaluated_items(const Instruction& at, const Json& value,
                                             Trace* trace) {
    const auto& array = *value.get_ptr<const Json::array_t*>();
    bool valid = true;
    for (std::size_t i = 0; i < array.size(); ++i) {
        if (!charge(1)) return false;
        if (trace->has(i)) continue;
        trace->mark(i);
        if (descend(at.first, array[i], at.keyword, nullptr, Token(i))) continue;
        if (!k_explain || stopped()) return false;
        valid = false;
    }
    return valid;
}

template <bool k_explain>
bool Evaluator<k_explain>::unevaluated_properties(const Instruction& at, const Json& value,
                                                  Trace* trace) {
    bool valid = true;
    std::size_t ordinal = 0;
    for (const auto& [name, part] : *value.get_ptr<const Json::object_t*>()) {
        if (!charge(1)) return false;
        const std::size_t number = ordinal++;
        if (trace->has(number)) continue;
        trace->mark(number);
        if (descend(at.first, part, at.keyword, nullptr, Token(name))) continue;
        if (!k_explain || stopped()) return false;
        valid = false;
    }
    return valid;
}

}  // namespace iam::schema
