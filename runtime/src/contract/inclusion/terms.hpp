// The normal form of schemas as values: a schema is a term over others, and terms that are built alike are one. What a keyword says about
// one kind of value holds for every value of another kind, as JSON Schema has it.
#pragma once

#include <iam/core/exact_number.hpp>
#include <iam/core/json.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace iam::contract {

using TermId = std::uint32_t;

/// A set of kinds of values, one bit each.
using Kinds = std::uint8_t;
constexpr Kinds kind_bit(JsonKind kind) noexcept {
    return static_cast<Kinds>(1U << static_cast<unsigned>(kind));
}
JsonKind kind_of(const Json& value) noexcept;

struct Term {
    enum class Op : std::uint8_t {
        // Of terms.
        all,          ///< of none: true
        any,          ///< of none: false
        exactly_one,  ///< oneOf
        negation,
        reference,  ///< its only child, which may be itself on the way; see Terms::define
        opaque,     ///< something about the value that is not decided here; `text` says what
        // Of the value itself.
        kinds,
        among,  ///< one of `values`: null, booleans, numbers, strings; in order
        // Of numbers.
        minimum,
        maximum,
        multiple_of,
        // Of strings, counted in code points.
        min_length,
        max_length,
        pattern,
        // Of arrays.
        min_items,
        max_items,
        unique_items,
        items,     ///< the first ones are of the first children, all further ones of the last child
        contains,  ///< `count` to `most` elements are of the only child
        // Of objects.
        min_properties,
        max_properties,
        required,          ///< the member `text` is there
        property,          ///< the member `text`, where it is there, is of the only child
        pattern_property,  ///< members whose name matches `text` are
        additional,  ///< members are whose name is not among `names` and matches none of `patterns`
        property_names,  ///< the names of all members are, as strings
    };
    Op op = Op::all;
    Kinds kinds = 0;
    bool exclusive = false;   ///< minimum, maximum
    JsonNumber number{};      ///< minimum, maximum, multiple_of
    std::uint64_t count = 0;  ///< lengths, numbers of items and properties
    std::uint64_t most = 0;   ///< contains
    std::string text{};       ///< a name, a pattern, what an opaque term is about
    std::vector<std::string> names{};
    std::vector<std::string> patterns{};
    std::vector<Json> values{};
    std::vector<TermId> children{};
};

/// The kind of value that a term speaks of; none for one that speaks of all.
JsonKind kind_of(Term::Op op) noexcept;

class Terms {
 public:
    const Term& operator[](TermId id) const noexcept { return terms_[id]; }

    /// The term's number: that of an equal one, where there is one.
    TermId add(Term term);

    // Each is true or false, where that is seen at once.
    TermId all(std::vector<TermId> children);
    TermId any(std::vector<TermId> children);
    TermId negation(TermId child);

    TermId always() { return all({}); }
    TermId never() { return any({}); }
    TermId of_kinds(Kinds kinds);
    /// Exactly this value; arrays and objects part by part.
    TermId constant(const Json& value);
    /// One of these values.
    TermId one_of(const std::vector<Json>& values);
    TermId required(std::string name);
    TermId property(std::string name, TermId child);
    TermId counted(Term::Op op, std::uint64_t count);

    /// A reference under a name that nobody else uses; it is of no use until it is defined.
    TermId declare(std::string name);
    void define(TermId reference, TermId target);

 private:
    TermId joined(Term::Op op, std::vector<TermId> children);

    std::vector<Term> terms_;
    std::unordered_map<std::string, TermId> known_;
};

}  // namespace iam::contract
