// Compares two schemas. The search looks for a witness, accepted by one schema and not by the
// other; the validator confirms it.
#include "iam/contract/inclusion.hpp"

#include "contract/inclusion/lower.hpp"
#include "contract/inclusion/search.hpp"
#include "contract/inclusion/two_languages.hpp"
#include "contract/inclusion/unreadable.hpp"
#include "contract/normal/normalise.hpp"
#include <iam/schema/schema.hpp>

#include <optional>
#include <string>
#include <utility>

namespace iam::contract {

struct Language::Parts {
    Json normal{};
    schema::Schema validator;                  // accepts too much if `refusing` is set
    std::optional<schema::Schema> refusing{};  // accepts too little; set if parts cannot be read
};

std::string_view to_string(Inclusion inclusion) noexcept {
    switch (inclusion) {
        case Inclusion::proven:
            return "proven";
        case Inclusion::refuted:
            return "refuted";
        case Inclusion::undecided:
            break;
    }
    return "undecided";
}

Result<Language> Language::of(const Json& schema) {
    if (has_marks(schema))
        return fail(Errc::invalid_argument, "the schema has a keyword '" +
                                                std::string(k_unreadable) +
                                                "', which is kept for comparisons; rename it");
    return of_normal(schema);
}

Result<Language> Language::of_normal(const Json& schema) {
    IAM_TRY(marked, with_marks(schema));
    IAM_TRY(validator, schema::Schema::compile(marked));
    std::optional<schema::Schema> refusing;
    if (has_marks(marked)) {
        IAM_TRY(strict, schema::Schema::compile(refusing_marks(marked)));
        refusing = std::move(strict);
    }
    IAM_TRY(normal, comparable_form(marked));
    return Language(std::make_shared<const Parts>(
        Parts{std::move(normal), std::move(validator), std::move(refusing)}));
}

bool Language::is_whole() const noexcept {
    return !parts_->refusing;
}

const Json& Language::schema() const noexcept {
    return parts_->normal;
}

Result<bool> Language::accepts(const Json& value) const {
    IAM_TRY(accepts, parts_->validator.accepts(value));
    if (!accepts || !parts_->refusing) return accepts;
    IAM_TRY(is_sure, parts_->refusing->accepts(value));
    if (is_sure) return true;
    return fail(Errc::invalid_argument,
                "whether the schema accepts the value depends on a part that cannot be read");
}

TwoLanguages::TwoLanguages(const Language& first, const Language& second)
    : first_(first), second_(second) {
    if (json_equal(first.schema(), second.schema())) return;
    const auto definitions = [](const Json& schema) {
        return schema.is_object() ? schema.value("$defs", Json::object()) : Json::object();
    };
    Lowered lowered;
    const bool same_definitions =
        json_equal(definitions(first.schema()), definitions(second.schema()));
    lowered.first = lower(lowered.terms, first.schema(), "a");
    lowered.second = lower(lowered.terms, second.schema(), same_definitions ? "a" : "b");
    lowered_ = std::move(lowered);
}

Relation TwoLanguages::compare(Direction direction, const InclusionLimits& limits) {
    if (!lowered_) return {Inclusion::proven, std::nullopt, 0};
    const bool is_forth = direction == Direction::forth;
    const Language& inner = is_forth ? first_ : second_;
    const Language& outer = is_forth ? second_ : first_;
    const auto is_witness = [&](const Json& value) {
        return inner.accepts(value).value_or(false) && !outer.accepts(value).value_or(true);
    };
    Budget budget(limits.steps_max);
    Search search(lowered_->terms, budget);
    Answer answer = search.find({{is_forth ? lowered_->first : lowered_->second, true},
                                 {is_forth ? lowered_->second : lowered_->first, false}},
                                is_witness);
    Relation relation;
    relation.steps = limits.steps_max - budget.left();
    // Without steps left, "none" may be the answer of unexamined cases.
    if (answer.found == Found::none && !budget.over()) relation.inclusion = Inclusion::proven;
    if (answer.found == Found::one && is_witness(answer.value)) {
        relation.inclusion = Inclusion::refuted;
        relation.witness = std::move(answer.value);
    }
    return relation;
}

Relation compare(const Language& inner, const Language& outer, const InclusionLimits& limits) {
    return TwoLanguages(inner, outer).compare(Direction::forth, limits);
}

}  // namespace iam::contract
