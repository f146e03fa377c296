// What a change of a schema means: for callers that rely on the old one, and for people who consented to it.
#pragma once

#include <iam/contract/inclusion.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace iam::contract {

/// What a rule is about.
enum class Side : std::uint8_t {
    tool,        ///< that it is there, and what it is called
    input,       ///< arguments
    output,      ///< results
    annotation,  ///< hints and titles
    gate,        ///< policy, preview, undo
    text,        ///< descriptions and examples
    structure,   ///< the schemas and the document as such
};

/// Worst first.
enum class ChangeClass : std::uint8_t {
    breaking,    ///< who called or read correctly before does not now
    consent,     ///< more can be done, or something else is done, than people agreed to
    unknown,     ///< not proven to be one of the others
    behaviour,   ///< a model may act differently
    compatible,  ///< nobody notices
};

/// On standing grants and permissions; a standing "deny" survives each of them.
enum class GrantEffect : std::uint8_t { keep, suspend, revoke };

enum class Level : std::uint8_t { error, warning, info, silent };

/// Which value shows the change.
enum class WitnessKind : std::uint8_t {
    none,
    lost,    ///< the old schema accepts it, the new one refuses it
    gained,  ///< the other way round
    either,  ///< what the values say decides the class: lost is the worse one on an input, gained on an output
};

struct Rule {
    std::string_view id;  ///< "I23"; never used for another change
    Side side;
    std::string_view name;
    ChangeClass change;
    GrantEffect grants;
    Level level;
    WitnessKind witness;
    std::string_view explanation;
    std::string_view example;
};

/// All rules, in the order of the sides.
std::span<const Rule> rules() noexcept;
const Rule* find_rule(std::string_view id) noexcept;

/// An id that is kept for a rule which there is not yet.
struct LaterRule {
    std::string_view id;
    std::string_view why;  ///< what it would be about, and why there is none
};

/// In the order of the sides.
std::span<const LaterRule> later_rules() noexcept;

std::string_view to_string(Side side) noexcept;
std::string_view to_string(ChangeClass change) noexcept;
std::string_view to_string(GrantEffect effect) noexcept;
std::string_view to_string(Level level) noexcept;

struct Finding {
    const Rule* rule = nullptr;
    ChangeClass change = ChangeClass::unknown;  ///< the rule's, unless the values decide it
    GrantEffect grants = GrantEffect::suspend;
    Level level = Level::error;
    std::string pointer{};  ///< of the schema in normal form: references are where they are used
    std::string before{};   ///< canonical text of what changed; empty where there was nothing
    std::string after{};
    WitnessKind shows = WitnessKind::none;  ///< lost or gained, where there is a witness
    std::optional<Json>
        witness{};  ///< accepted by one of the two schemas and refused by the other, both asked
};

/// Makes it a finding of this rule, with the class, effect and level that the rule has. `id` is of a rule.
void take_rule(std::string_view id, Finding& finding);

/// "Argument "copies": maximum raised or removed: was {"maximum":10}, is {"maximum":20}. A maximum is what keeps …": for people.
std::string sentence_of(const Finding& finding);
/// The part of a tool that a finding points into.
struct FindingPart {
    enum class Kind : std::uint8_t { whole, arguments, result };
    Kind kind = Kind::whole;
    std::string names{};  ///< "to.name", of members; empty for all of them
};
FindingPart part_of(const Finding& finding);
/// Of it ": was …, is …"; empty where there are no values.
std::string values_text(const Finding& finding);
/// Some 160 bytes of it at most, with a sign that something follows. `value` is UTF-8.
std::string shortened(const std::string& value);

/// What changed between two schemas of one side, input or output: one finding for each change, in the order of the schema. A change that
/// no rule names is S06, so none is silent; one that a rule names and that does not change which values are accepted is S08. What is left when
/// the steps are spent is S10. Errors: a schema that Language::of refuses, and then the rule is S03.
Result<std::vector<Finding>> compare_schemas(Side side, const Json& before, const Json& after,
                                             const InclusionLimits& limits = {});

/// `before` with that change alone which a finding of compare_schemas() between the two names; one that names none (S02, S06) is about all that
/// changed. Error: the change alone makes a schema that is none.
Result<Language> with_change_of(const Finding& finding, const Language& before,
                                const Language& after);

}  // namespace iam::contract
