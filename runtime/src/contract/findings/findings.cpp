// Compares two schemas. The rules propose names for a change, and the values lost and gained choose
// among them.
#include "iam/contract/findings.hpp"

#include "contract/findings/change_scope.hpp"
#include "contract/findings/made_finding.hpp"
#include "contract/findings/schema_changes.hpp"
#include "contract/inclusion/budget.hpp"
#include "contract/inclusion/two_languages.hpp"
#include "contract/inclusion/unreadable.hpp"
#include "contract/normal/definitions.hpp"
#include "contract/normal/members.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace iam::contract {
namespace {

/// The relation of two schemas in both directions.
struct Both {
    Relation lost{};    // values of the old schema refused by the new one
    Relation gained{};  // values of the new schema refused by the old one
};

// The finding's place below the changed schema. A requirement has no place of its own, so it points
// at its parameter.
std::string below(const Json& before, const Json& after, const SchemaChange& change) {
    std::string place;
    if (change.members.size() == 1) {
        append_pointer(place, "properties");
        append_pointer(place, change.members.front());
        const Json::json_pointer at(change.pointer + place);
        if (before.contains(at) || after.contains(at)) return place;
        place.clear();
    }
    if (change.keywords.size() == 1) append_pointer(place, change.keywords.front());
    return place;
}

Finding finding_of(std::string_view id, const Json& before, const Json& after,
                   const SchemaChange& change) {
    return made_finding(id, change.pointer + below(before, after, change),
                        without_marks(part_of(before, change)),
                        without_marks(part_of(after, change)));
}

bool is_within_one_of(const SchemaChange& change) {
    for (Json::json_pointer place(change.pointer); !place.empty(); place.pop_back())
        if (place.back() == "oneOf") return true;
    return false;
}

// The rules for changes with unknown values.
bool leaves_undecided(std::string_view rule) {
    return rule == "S01" || rule == "S03" || rule == "S04" || rule == "S05";
}

class SchemaComparison {
 public:
    SchemaComparison(Side side, const Language& before, const Language& after,
                     const InclusionLimits& limits)
        : side_(side),
          before_(before),
          after_(after),
          changed_(with_names_of(before.schema(), after.schema())),
          limits_(limits),
          budget_(limits.steps_of_schema_max),
          size_(size_of(before.schema()) + size_of(changed_)) {}

    std::vector<Finding> run() {
        if (json_equal(before_.schema(), after_.schema())) return {};
        some_before_ = some_value(before_);
        whole_ = relate(before_, after_);
        if (accepts_nothing_now()) {
            add("S02", {}, WitnessKind::lost, whole_.lost);
            return std::move(found_);
        }
        for (const SchemaChange& change : schema_changes(before_.schema(), changed_)) {
            if (budget_.over()) break;
            judge(change);
        }
        if (budget_.over())
            add("S10", {}, WitnessKind::none, {});
        else
            check_whole();
        return std::move(found_);
    }

 private:
    static std::uint64_t size_of(const Json& schema) {
        std::uint64_t size = 1;
        if (schema.is_structured())
            for (const Json& part : schema) size += size_of(part);
        return size;
    }

    InclusionLimits next_limits() const {
        return {.steps_max = std::min<std::uint64_t>(limits_.steps_max, budget_.left())};
    }

    Relation ask(const Language& inner, const Language& outer) {
        Relation relation = compare(inner, outer, next_limits());
        budget_.spend(relation.steps);
        return relation;
    }

    Both relate(const Language& before, const Language& after) {
        TwoLanguages both(before, after);
        const auto ask_both = [&](Direction direction) {
            Relation relation = both.compare(direction, next_limits());
            budget_.spend(relation.steps);
            return relation;
        };
        Relation lost = ask_both(Direction::forth);
        return {std::move(lost), ask_both(Direction::back)};
    }

    /// Copies and compiles the whole schema. This takes some microseconds for each part.
    Result<Language> language_of(const Json& schema) {
        budget_.spend(4 * size_);
        return Language::of_normal(schema);
    }

    Relation some_value(const Language& language) {
        const auto nothing = Language::of(Json(false));
        return nothing ? ask(language, *nothing) : Relation{};
    }

    static bool is_empty(const Relation& some) { return some.inclusion == Inclusion::proven; }

    const Relation& some_after() {
        if (!some_after_) some_after_ = some_value(after_);
        return *some_after_;
    }

    bool accepts_nothing_now() {
        if (is_empty(some_before_) || whole_.gained.witness) return false;
        // Every old value is still accepted, and there was at least one.
        if (some_before_.witness && whole_.lost.inclusion == Inclusion::proven) return false;
        return is_empty(some_after());
    }

    /// The effect of the change alone, beside the other changes. Nothing if the change alone does
    /// not make a valid schema.
    std::optional<Both> effect_of(const SchemaChange& change) {
        // A schema with unreadable parts may have no known value. Its members are judged all the
        // same.
        const auto scope = some_before_.witness || !is_whole()
                               ? member_scope(before_.schema(), changed_, change)
                               : std::nullopt;
        // If a member changed in several ways, only the whole tells the effect of them together.
        if (!scope || !members_.insert(scope->member).second) are_members_enough_ = false;
        if (!scope) {
            const auto alone = language_of(with_change(before_.schema(), changed_, change));
            if (!alone) return std::nullopt;
            return relate(before_, *alone);
        }
        const auto before = Language::of_normal(scope->before);
        const auto alone = Language::of_normal(scope->alone);
        if (!before || !alone) return std::nullopt;
        Both both = relate(*before, *alone);
        widen(*scope, WitnessKind::lost, both.lost);
        widen(*scope, WitnessKind::gained, both.gained);
        return both;
    }

    /// Makes a witness of one member a witness of the whole, with a value around it, accepted by
    /// one of the schemas.
    void widen(const MemberScope& scope, WitnessKind kind, Relation& relation) {
        if (!relation.witness || !some_before_.witness) return;
        const Json part = std::move(*relation.witness);
        relation.witness = scope.widened(*some_before_.witness, part);
        if (shows(*relation.witness, kind) || !some_after().witness) return;
        Json other = scope.widened(*some_after().witness, part);
        if (shows(other, kind)) relation.witness = std::move(other);
    }

    // Judges one change beside the other changes, with witnesses of its own.
    void judge(const SchemaChange& change) {
        RuleChoice choice = side_ == Side::output ? change.output : change.input;
        const Rule* only = find_rule(choice.narrowed);
        const bool needs_no_values =
            choice.narrowed == choice.widened && only->witness == WitnessKind::none;
        const auto effect = effect_of(change);
        if (!effect)
            return add(needs_no_values ? choice.narrowed : "S05", change, WitnessKind::none, {});
        const Both& both = *effect;
        // If another change takes a value back, the value is neither lost nor gained.
        const bool lost =
            both.lost.inclusion == Inclusion::refuted && whole_.lost.inclusion != Inclusion::proven;
        const bool gained = both.gained.inclusion == Inclusion::refuted &&
                            whole_.gained.inclusion != Inclusion::proven;
        const bool undecided = both.lost.inclusion == Inclusion::undecided ||
                               both.gained.inclusion == Inclusion::undecided;
        if (lost) losing_.push_back(change);
        if (gained) gaining_.push_back(change);
        if (needs_no_values) return add_without_values(*only, change, both, lost || gained);
        if ((lost || gained) && is_within_one_of(change)) choice = choice_in_one_of(change, choice);
        if (undecided) add("S05", change, WitnessKind::none, {});
        if (lost && !choice.changed.empty() && may_gain(choice, both)) {
            add_either(choice.changed, change, both);
            if (gained && side_ == Side::input) make_stricter(choice.widened);
            return;
        }
        if (lost) add_either(choice.narrowed, change, both);
        if (gained && (!lost || choice.widened != choice.narrowed))
            add_either(choice.widened, change, both);
        if (!undecided && !lost && !gained)
            add(choice.same.empty() ? "S08" : choice.same, change, WitnessKind::none, {});
    }

    // If two alternatives of oneOf take the same value, oneOf refuses it. So a wider alternative
    // can narrow the whole. A rule names the change only if the alternative alone does as the rule
    // says.
    RuleChoice choice_in_one_of(const SchemaChange& change, RuleChoice choice) {
        const auto before = alternative_of(before_.schema(), change);
        const auto alone = alternative_of(with_change(before_.schema(), changed_, change), change);
        if (!before || !alone) return {"S05", "S05", choice.same};
        const Both both = relate(*before, *alone);
        const auto name_for = [](const Relation& relation, std::string_view named,
                                 std::string_view otherwise) {
            if (relation.inclusion == Inclusion::refuted) return named;
            return relation.inclusion == Inclusion::undecided ? "S05" : otherwise;
        };
        choice.narrowed =
            name_for(both.lost, choice.narrowed, side_ == Side::input ? "I59" : "S06");
        choice.widened = name_for(both.gained, choice.widened, "S06");
        choice.changed = {};
        return choice;
    }

    /// The schema around the change, with the definitions of the whole.
    Result<Language> alternative_of(const Json& whole, const SchemaChange& change) {
        Json part = whole.at(Json::json_pointer(change.pointer));
        const Json* definitions = find_member(whole, "$defs");
        if (definitions != nullptr && part.is_object()) part["$defs"] = *definitions;
        return language_of(part);
    }

    // A change is called harmless only with a proof that no value is lost or gained.
    void add_without_values(const Rule& rule, const SchemaChange& change, const Both& both,
                            bool changes_values) {
        const bool is_harmless =
            rule.change == ChangeClass::behaviour || rule.change == ChangeClass::compatible;
        if (is_harmless && changes_values) return add_either("S06", change, both);
        const bool is_proven = both.lost.inclusion != Inclusion::undecided &&
                               both.gained.inclusion != Inclusion::undecided;
        add(is_harmless && !is_proven ? "S05" : rule.id, change, WitnessKind::none, {});
    }

    // True if "only lost" would claim too much: values are gained, or it is not known.
    bool may_gain(const RuleChoice& choice, const Both& both) const {
        if (whole_.gained.inclusion == Inclusion::proven) return false;
        if (both.gained.inclusion == Inclusion::refuted) return true;
        return both.gained.inclusion == Inclusion::undecided &&
               find_rule(choice.changed)->witness == WitnessKind::lost;
    }

    // If values are gained as well, grants are treated as for gained values alone, if this is
    // stricter.
    void make_stricter(std::string_view widened) {
        GrantEffect& grants = found_.back().grants;
        grants = std::max(grants, find_rule(widened)->grants);
    }

    void add_either(std::string_view id, const SchemaChange& change, const Both& both) {
        const WitnessKind kind = find_rule(id)->witness;
        if (kind == WitnessKind::none) return add(id, change, kind, {});
        const bool worse_is_gained = side_ == Side::output;
        const bool lost = both.lost.inclusion == Inclusion::refuted;
        const bool gained = both.gained.inclusion == Inclusion::refuted;
        const bool show_gained =
            kind == WitnessKind::gained ||
            (kind == WitnessKind::either && gained && (worse_is_gained || !lost));
        const WitnessKind shown = show_gained ? WitnessKind::gained : WitnessKind::lost;
        const Relation& relation = show_gained ? both.gained : both.lost;
        // If a rule promises a value, it does not name a change without this value.
        if (relation.inclusion != Inclusion::refuted) {
            return gained ? add("S06", change, WitnessKind::gained, both.gained)
                          : add("S06", change, WitnessKind::lost, both.lost);
        }
        add(id, change, shown, relation);
        if (kind != WitnessKind::either || found_.back().rule->id != id) return;
        // The values decide the class.
        Finding& finding = found_.back();
        if (show_gained == worse_is_gained)
            finding.change = ChangeClass::breaking;
        else
            finding.change = worse_is_gained ? ChangeClass::compatible : ChangeClass::consent;
        if (finding.change == ChangeClass::compatible) {
            finding.grants = GrantEffect::keep;
            finding.level = Level::info;
        }
    }

    void add(std::string_view id, const SchemaChange& change, WitnessKind kind,
             const Relation& relation) {
        auto witness = witness_of(change, kind, relation);
        // The values decide the class of such a rule, so it needs one. If a part cannot be read, it
        // has no value to show.
        const bool lacks_value = find_rule(id)->witness == WitnessKind::either &&
                                 kind != WitnessKind::none && !witness && is_whole();
        Finding finding = finding_of(lacks_value ? "S05" : id, before_.schema(), changed_, change);
        finding.witness = std::move(witness);
        if (finding.witness) finding.shows = kind;
        found_.push_back(std::move(finding));
    }

    // A value that shows this change alone. If the other changes treat this value alike, a value
    // that shows the change on top of the others.
    std::optional<Json> witness_of(const SchemaChange& change, WitnessKind kind,
                                   const Relation& alone) {
        if (!alone.witness || shows(*alone.witness, kind)) return alone.witness;
        const auto others = language_of(with_change(changed_, before_.schema(), change));
        if (!others) return std::nullopt;
        Relation last = kind == WitnessKind::gained ? ask(after_, *others) : ask(*others, after_);
        if (last.witness && shows(*last.witness, kind)) return std::move(last.witness);
        return std::nullopt;
    }

    bool is_whole() const { return before_.is_whole() && after_.is_whole(); }

    // True if the value shows a change of the whole: another change may have taken this one back.
    bool shows(const Json& witness, WitnessKind kind) const {
        const bool lost = kind == WitnessKind::lost;
        const Language& accepting = lost ? before_ : after_;
        const Language& refusing = lost ? after_ : before_;
        return accepting.accepts(witness).value_or(false) &&
               !refusing.accepts(witness).value_or(true);
    }

    // Reports a change of the whole schemas without a finding.
    void check_whole() {
        check_rest(WitnessKind::lost, whole_.lost, losing_);
        check_rest(WitnessKind::gained, whole_.gained, gaining_);
        const bool said = std::any_of(found_.begin(), found_.end(), [](const Finding& finding) {
            return leaves_undecided(finding.rule->id);
        });
        const bool undecided = whole_.lost.inclusion == Inclusion::undecided ||
                               whole_.gained.inclusion == Inclusion::undecided;
        if (undecided && !said && !are_members_enough_)
            return add("S05", {}, WitnessKind::none, {});
        if (found_.empty()) add("S08", {}, WitnessKind::none, {});
    }

    // Takes back the changes said to lose (or gain) values. No value may then be lost (or gained);
    // otherwise S06 is added.
    void check_rest(WitnessKind kind, const Relation& whole,
                    const std::vector<SchemaChange>& said) {
        if (whole.inclusion != Inclusion::refuted) return;
        if (said.empty()) return add("S06", {}, kind, whole);
        Json rest = changed_;
        for (const SchemaChange& change : said) apply_change(rest, before_.schema(), change);
        if (json_equal(rest, before_.schema())) return;
        const auto without = language_of(rest);
        if (!without) return;
        const Relation left =
            kind == WitnessKind::lost ? ask(before_, *without) : ask(*without, before_);
        // The whole must show the value: if a change both loses and gains, undoing it brings back
        // values of another change.
        if (left.witness && shows(*left.witness, kind)) add("S06", {}, kind, left);
    }

    Side side_;
    const Language& before_;
    const Language& after_;
    const Json changed_;  // the schema of `after_`, with definitions named as in `before_`
    const InclusionLimits& limits_;
    Budget budget_;
    const std::uint64_t size_;              // of both schemas
    Relation some_before_{};                // its witness is a value of the schema
    std::optional<Relation> some_after_{};  // computed when first needed
    Both whole_{};
    std::vector<SchemaChange> losing_;
    std::vector<SchemaChange> gaining_;
    std::set<std::string> members_;  // members judged alone
    bool are_members_enough_ =
        true;  // each change was judged by its member alone, and is the only change of its member
    std::vector<Finding> found_;
};

}  // namespace

Result<std::vector<Finding>> compare_schemas(Side side, const Json& before, const Json& after,
                                             const InclusionLimits& limits) {
    IAM_TRY(old_side, Language::of(before));
    IAM_TRY(new_side, Language::of(after));
    return SchemaComparison(side, old_side, new_side, limits).run();
}

Result<Language> with_change_of(const Finding& finding, const Language& before,
                                const Language& after) {
    const Json changed = with_names_of(before.schema(), after.schema());
    for (const SchemaChange& change : schema_changes(before.schema(), changed)) {
        const Finding same = finding_of(finding.rule->id, before.schema(), changed, change);
        if (same.pointer == finding.pointer && same.before == finding.before &&
            same.after == finding.after)
            return Language::of_normal(with_change(before.schema(), changed, change));
    }
    return after;
}

}  // namespace iam::contract
