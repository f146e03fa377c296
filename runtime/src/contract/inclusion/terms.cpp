// Builds terms and tells them apart by a text of all their parts.
#include "contract/inclusion/terms.hpp"

#include <iam/core/assert.hpp>

#include <algorithm>
#include <utility>

namespace iam::contract {
namespace {

using Op = Term::Op;

constexpr std::uint64_t k_no_end = ~std::uint64_t{0};

void append_framed(std::string& key, std::string_view text) {
    key += std::to_string(text.size());
    key += ':';
    key += text;
}

std::string key_of(const Term& term) {
    std::string key;
    key.reserve(64);
    key += static_cast<char>('A' + static_cast<int>(term.op));
    key += std::to_string(term.kinds) + (term.exclusive ? "x" : "i");
    if (term.op == Op::minimum || term.op == Op::maximum || term.op == Op::multiple_of)
        append_framed(key, to_text(term.number));
    append_framed(key, std::to_string(term.count) + "," + std::to_string(term.most));
    append_framed(key, term.text);
    for (const std::string& name : term.names) append_framed(key += 'n', name);
    for (const std::string& pattern : term.patterns) append_framed(key += 'p', pattern);
    for (const Json& value : term.values)
        append_framed(key += 'v', canonical_json(value).value_or(std::string()));
    for (const TermId child : term.children) append_framed(key += 'c', std::to_string(child));
    return key;
}

Term with_children(Op op, std::vector<TermId> children) {
    Term term;
    term.op = op;
    term.children = std::move(children);
    return term;
}

}  // namespace

JsonKind kind_of(const Json& value) noexcept {
    switch (value.type()) {
        case Json::value_t::boolean:
            return JsonKind::boolean;
        case Json::value_t::number_integer:
        case Json::value_t::number_unsigned:
        case Json::value_t::number_float:
            return JsonKind::number;
        case Json::value_t::string:
            return JsonKind::string;
        case Json::value_t::array:
            return JsonKind::array;
        case Json::value_t::object:
            return JsonKind::object;
        default:
            return JsonKind::null;
    }
}

JsonKind kind_of(Op op) noexcept {
    switch (op) {
        case Op::minimum:
        case Op::maximum:
        case Op::multiple_of:
            return JsonKind::number;
        case Op::min_length:
        case Op::max_length:
        case Op::pattern:
            return JsonKind::string;
        case Op::min_items:
        case Op::max_items:
        case Op::unique_items:
        case Op::items:
        case Op::contains:
            return JsonKind::array;
        case Op::min_properties:
        case Op::max_properties:
        case Op::required:
        case Op::property:
        case Op::pattern_property:
        case Op::additional:
        case Op::property_names:
            return JsonKind::object;
        default:
            return JsonKind::none;
    }
}

TermId Terms::add(Term term) {
    const auto [known, added] =
        known_.try_emplace(key_of(term), static_cast<TermId>(terms_.size()));
    if (added) terms_.push_back(std::move(term));
    return known->second;
}

// The children of a join have no order. A join inside the same kind of join becomes part of it.
TermId Terms::joined(Op op, std::vector<TermId> children) {
    std::vector<TermId> flat;
    for (const TermId child : children) {
        const Term& term = terms_[child];
        if (term.op == op)
            flat.insert(flat.end(), term.children.begin(), term.children.end());
        else
            flat.push_back(child);
    }
    std::sort(flat.begin(), flat.end());
    flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
    return flat.size() == 1 ? flat.front() : add(with_children(op, std::move(flat)));
}

TermId Terms::all(std::vector<TermId> children) {
    const TermId never_term = never();
    if (std::count(children.begin(), children.end(), never_term) > 0) return never_term;
    return joined(Op::all, std::move(children));
}

TermId Terms::any(std::vector<TermId> children) {
    const TermId always_term = add(with_children(Op::all, {}));
    if (std::count(children.begin(), children.end(), always_term) > 0) return always_term;
    return joined(Op::any, std::move(children));
}

TermId Terms::negation(TermId child) {
    if (child == always()) return never();
    if (child == never()) return always();
    if (terms_[child].op == Op::negation) return terms_[child].children.front();
    return add(with_children(Op::negation, {child}));
}

TermId Terms::of_kinds(Kinds kinds) {
    Term term;
    term.op = Op::kinds;
    term.kinds = kinds;
    return add(std::move(term));
}

TermId Terms::one_of(const std::vector<Json>& values) {
    std::vector<TermId> alternatives;
    Term scalars;
    scalars.op = Op::among;
    for (const Json& value : values) {
        if (value.is_structured())
            alternatives.push_back(constant(value));
        else
            scalars.values.push_back(value);
    }
    std::sort(scalars.values.begin(), scalars.values.end(),
              [](const Json& a, const Json& b) { return json_order(a, b) < 0; });
    scalars.values.erase(std::unique(scalars.values.begin(), scalars.values.end(), json_equal),
                         scalars.values.end());
    if (!scalars.values.empty()) alternatives.push_back(add(std::move(scalars)));
    return any(std::move(alternatives));
}

TermId Terms::constant(const Json& value) {
    if (!value.is_structured()) return one_of({value});
    std::vector<TermId> parts{of_kinds(kind_bit(kind_of(value)))};
    if (value.is_array()) {
        std::vector<TermId> elements;
        for (const Json& element : value) elements.push_back(constant(element));
        elements.push_back(never());
        parts.push_back(add(with_children(Op::items, std::move(elements))));
        parts.push_back(counted(Op::min_items, value.size()));
        return all(std::move(parts));
    }
    Term others = with_children(Op::additional, {never()});
    for (const auto& [name, member] : value.items()) {
        parts.push_back(required(name));
        parts.push_back(property(name, constant(member)));
        others.names.push_back(name);
    }
    parts.push_back(add(std::move(others)));
    return all(std::move(parts));
}

TermId Terms::required(std::string name) {
    Term term;
    term.op = Op::required;
    term.text = std::move(name);
    return add(std::move(term));
}

TermId Terms::property(std::string name, TermId child) {
    if (child == always()) return child;
    Term term = with_children(Op::property, {child});
    term.text = std::move(name);
    return add(std::move(term));
}

TermId Terms::counted(Op op, std::uint64_t count) {
    const bool is_least = op == Op::min_length || op == Op::min_items || op == Op::min_properties;
    if (is_least ? count == 0 : count == k_no_end) return always();
    Term term;
    term.op = op;
    term.count = count;
    return add(std::move(term));
}

TermId Terms::declare(std::string name) {
    Term term;
    term.op = Op::reference;
    term.text = std::move(name);
    return add(std::move(term));
}

void Terms::define(TermId reference, TermId target) {
    IAM_ASSERT(terms_[reference].op == Op::reference);
    terms_[reference].children.assign(1, target);
}

}  // namespace iam::contract
