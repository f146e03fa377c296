// Represents schemas in normal form as terms: a schema is a term over other terms, and equal terms
// are one. As in JSON Schema, a keyword about one kind of value holds for every value of another
// kind.
#pragma once

#include <iam/core/exact_number.hpp>
#include <iam/core/json.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace iam::contract {

using TermId = std::uint32_t;

/// A set of kinds of values, one bit for each.
using Kinds = std::uint8_t;
constexpr Kinds kind_bit(JsonKind kind) noexcept {
    return static_cast<Kinds>(1U << static_cast<unsigned>(kind));
}
JsonKind kind_of(const Json& value) noexcept;

struct Term {
    enum class Op : std::uint8_t {
        // about terms
        all,          ///< without children: true
        any,          ///< without children: false
        exactly_one,  ///< oneOf
        negation,
        reference,  ///< its only child; it may lead back to itself, see Terms::define
        opaque,     ///< an undecided property of the value; `text` identifies it
        // about the value itself
        kinds,
        among,  ///< one of `values`: null, booleans, numbers, strings; in order
        // about numbers
        minimum,
        maximum,
        multiple_of,
        // about strings, counted in code points
        min_length,
        max_length,
        pattern,
        // about arrays
        min_items,
        max_items,
        unique_items,
        items,  ///< the first elements satisfy the first children, all further ones the last child
        contains,  ///< `count` to `most` elements satisfy the only child
        // about objects
        min_properties,
        max_properties,
        required,          ///< the member `text` is present
        property,          ///< the member `text`, if present, satisfies the only child
        pattern_property,  ///< members with a name matching `text` satisfy the only child
        /// members outside of `names`, matching none of `patterns`, satisfy the only child
        additional,
        property_names,  ///< the names of all members, as strings, satisfy the only child
    };
    Op op = Op::all;
    Kinds kinds = 0;
    bool exclusive = false;   ///< minimum, maximum
    JsonNumber number{};      ///< minimum, maximum, multiple_of
    std::uint64_t count = 0;  ///< lengths, numbers of items and properties
    std::uint64_t most = 0;   ///< contains
    std::string text{};       ///< a name, a pattern, or the identity of an opaque term
    std::vector<std::string> names{};
    std::vector<std::string> patterns{};
    std::vector<Json> values{};
    std::vector<TermId> children{};
};

/// The kind of value judged by a term; none for a term about all kinds.
JsonKind kind_of(Term::Op op) noexcept;

class Terms {
 public:
    const Term& operator[](TermId id) const noexcept { return terms_[id]; }

    /// The number of the term, or of an equal existing one.
    TermId add(Term term);

    // all(), any() and negation() return true or false if this is seen at once.
    TermId all(std::vector<TermId> children);
    TermId any(std::vector<TermId> children);
    TermId negation(TermId child);

    TermId always() { return all({}); }
    TermId never() { return any({}); }
    TermId of_kinds(Kinds kinds);
    /// Exactly this value. Arrays and objects are compared part by part.
    TermId constant(const Json& value);
    /// One of these values.
    TermId one_of(const std::vector<Json>& values);
    TermId required(std::string name);
    TermId property(std::string name, TermId child);
    TermId counted(Term::Op op, std::uint64_t count);

    /// Makes a reference. Nobody else may use its name. It must be defined before it is used.
    TermId declare(std::string name);
    void define(TermId reference, TermId target);

 private:
    TermId joined(Term::Op op, std::vector<TermId> children);

    std::vector<Term> terms_;
    std::unordered_map<std::string, TermId> known_;
};

}  // namespace iam::contract
