// Searches for a value that fulfils some terms and breaks others. If there is none, an inclusion is
// proven; a value found is the witness against it.
#pragma once

#include "contract/inclusion/find_string.hpp"
#include "contract/inclusion/terms.hpp"

#include <functional>
#include <limits>
#include <optional>

namespace iam::contract {

/// A term with the demand to hold, or not to hold.
struct Claim {
    TermId term = 0;
    bool holds = true;
    friend auto operator<=>(const Claim&, const Claim&) = default;
    Claim opposite() const noexcept { return {term, !holds}; }
};

/// Claims about one value. A Search sorts them and removes repetitions.
using Goal = std::vector<Claim>;

struct Answer {
    Found found = Found::none;
    Json value{};
    bool certain = true;  ///< false: an opaque term may say otherwise
};

/// Searches depth-first by cases (a tableau). It ends, since the claims about a value's parts are
/// made of the existing terms. If a goal comes up while it is being answered, it needs no answer: a
/// smallest value does not contain another value for the same goal.
class Search {
 public:
    Search(Terms& terms, Budget& budget) : terms_(terms), budget_(budget) {}

    /// Decides whether a found, uncertain value is a witness.
    using Accept = std::function<bool(const Json&)>;
    Answer find(Goal goal, const Accept& accept);
    /// Finds a part of the value.
    Answer find(Goal goal);

    Terms& terms() noexcept { return terms_; }
    Automata& automata() noexcept { return automata_; }
    Budget& budget() noexcept { return budget_; }
    /// True if no further alternative need be looked at. If the steps are spent, the alternatives
    /// left make "none" unknown.
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
    std::map<Goal, std::size_t> running_;  // goals being answered, with their level
    std::size_t choices_ = 0;              // choices being made
    std::size_t touched_ =
        std::numeric_limits<std::size_t>::max();  // lowest level of a recurring goal
};

/// The truth of a claim, if the kind of the value alone decides it.
std::optional<bool> settled(const Terms& terms, JsonKind kind, Claim claim);

Answer solve_array(Search& search, const Goal& goal);
Answer solve_object(Search& search, const Goal& goal);

/// The cost of a copy of the value: the values in it, and more for a long text.
std::uint64_t size_of(const Json& value);

/// Keeps the better of two answers to alternatives.
void take_either(Answer& best, Answer other);

}  // namespace iam::contract
