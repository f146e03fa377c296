// The search for a value of which some terms hold and others do not. That there is none proves an inclusion; the one that is found is its
// witness.
#pragma once

#include "find_string.hpp"
#include "terms.hpp"

#include <functional>
#include <limits>
#include <optional>

namespace iam::contract {

/// A term that shall hold, or shall not.
struct Claim {
    TermId term = 0;
    bool holds = true;
    friend auto operator<=>(const Claim&, const Claim&) = default;
    Claim opposite() const noexcept { return {term, !holds}; }
};

/// Claims about one value; in order and without repetitions where a Search has seen them.
using Goal = std::vector<Claim>;

struct Answer {
    Found found = Found::none;
    Json value{};
    bool certain = true;  ///< false: an opaque term may say otherwise
};

/// A depth-first search by cases (a tableau). It ends: what is asked of a part of a value is made of the terms that there are, and a question
/// that comes up while it is being answered needs no answer, since a smallest value does not hold another one for the same question.
class Search {
 public:
    Search(Terms& terms, Budget& budget) : terms_(terms), budget_(budget) {}

    /// Every value that is found but not certain is shown to `accept`, which may take it for one.
    using Accept = std::function<bool(const Json&)>;
    Answer find(Goal goal, const Accept& accept);
    /// A part of the value.
    Answer find(Goal goal);

    Terms& terms() noexcept { return terms_; }
    Automata& automata() noexcept { return automata_; }
    Budget& budget() noexcept { return budget_; }
    /// Whether no further alternative need be looked at. Where the steps are over, those that are left make "none" unknown.
    bool is_settled(Answer& best) const;

 private:
    struct Branch;

    Answer find_new(const Goal& goal, const Accept* accept);
    Answer explore(JsonKind kind, Branch branch, const Accept* accept);
    Answer explore_choice(JsonKind kind, Branch branch, const Accept* accept);
    bool expand(JsonKind kind, Branch& branch);
    bool expand_claim(JsonKind kind, Claim claim, Branch& branch);
    bool expand_exactly_one(const Term& term, bool holds, Branch& branch);
    bool simplify_choices(JsonKind kind, Branch& branch);
    Answer solve(JsonKind kind, const Goal& goal);
    Answer solve_scalar(JsonKind kind, const Goal& goal);
    Answer solve_number(const Goal& goal);
    Answer solve_string(const Goal& goal);

    Terms& terms_;
    Budget& budget_;
    Automata automata_;
    std::map<Goal, Answer> known_;
    std::map<Goal, std::size_t> running_;  // goals on the way, by level
    std::size_t choices_ = 0;              // that are being made
    std::size_t touched_ =
        std::numeric_limits<std::size_t>::max();  // the lowest of them that came up again
};

/// What is known of a claim by the kind of the value alone.
std::optional<bool> settled(const Terms& terms, JsonKind kind, Claim claim);

Answer solve_array(Search& search, const Goal& goal);
Answer solve_object(Search& search, const Goal& goal);

/// How much a copy of the value takes: the values in it, and more for a long text.
std::uint64_t size_of(const Json& value);

/// The better of two answers to "this or that".
void take_either(Answer& best, Answer other);

}  // namespace iam::contract
