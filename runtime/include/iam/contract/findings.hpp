// Judges a change of a schema: for callers that rely on the old schema, and for people who
// consented to it.
#pragma once

#include <iam/contract/inclusion.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace iam::contract {

/// The part of a tool that a rule is about.
enum class Side : std::uint8_t {
    tool,        ///< the tool's presence and name
    input,       ///< arguments
    output,      ///< results
    annotation,  ///< hints and titles
    gate,        ///< policy, preview, undo
    text,        ///< descriptions and examples
    structure,   ///< the schemas and the document themselves
};

/// Worst first.
enum class ChangeClass : std::uint8_t {
    breaking,    ///< correct callers or readers of the old version fail now
    consent,     ///< the tool can do more, or other things, than people agreed to
    unknown,     ///< not proven to be one of the other classes
    behaviour,   ///< a model may act differently
    compatible,  ///< nobody notices
};

/// The effect on standing grants and permissions. A standing "deny" survives each of them.
enum class GrantEffect : std::uint8_t { keep, suspend, revoke };

enum class Level : std::uint8_t { error, warning, info, silent };

/// The kind of value that shows the change.
enum class WitnessKind : std::uint8_t {
    none,
    lost,    ///< the old schema accepts the value, the new one refuses it
    gained,  ///< the new schema accepts the value, the old one refuses it
    /// the values decide the class: for an input lost is worse, for an output gained is worse
    either,
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

/// An id reserved for a future rule.
struct LaterRule {
    std::string_view id;
    std::string_view why;  ///< the rule's subject, and why there is no rule
};

/// All reserved ids, in the order of the sides.
std::span<const LaterRule> later_rules() noexcept;

std::string_view to_string(Side side) noexcept;
std::string_view to_string(ChangeClass change) noexcept;
std::string_view to_string(GrantEffect effect) noexcept;
std::string_view to_string(Level level) noexcept;

struct Finding {
    const Rule* rule = nullptr;
    ChangeClass change = ChangeClass::unknown;  ///< the rule's class, unless the values decide it
    GrantEffect grants = GrantEffect::suspend;
    Level level = Level::error;
    /// into the schema in normal form: a reference is replaced where it is used
    std::string pointer{};
    std::string before{};  ///< canonical text of the changed part; empty if there was none
    std::string after{};
    WitnessKind shows = WitnessKind::none;  ///< lost or gained if there is a witness
    std::optional<Json>
        witness{};  ///< accepted by one of the two schemas and refused by the other, both asked
};

/// Sets the finding's rule, and the rule's class, effect and level. `id` must name a rule.
void take_rule(std::string_view id, Finding& finding);

/// The finding as a sentence for people: "Argument "copies": maximum raised or removed: was
/// {"maximum":10}, is {"maximum":20}. A maximum is what keeps …".
std::string sentence_of(const Finding& finding);
/// The part of a tool that a finding points into.
struct FindingPart {
    enum class Kind : std::uint8_t { whole, arguments, result };
    Kind kind = Kind::whole;
    /// "to.name", of members; empty for all of them. Quotes and controls are escaped as in JSON,
    /// and the text is shortened().
    std::string names{};
};
FindingPart part_of(const Finding& finding);
/// The part ": was …, is …" of the sentence; empty if there are no values.
std::string values_text(const Finding& finding);
/// The first 160 bytes or so, followed by a sign if more follows. `value` is UTF-8.
std::string shortened(const std::string& value);
/// Both values of a finding, each shortened(). If they begin with more than 80 equal bytes, values
/// that are too long begin behind a sign, 40 equal bytes before the first difference.
struct ShortenedValues {
    std::string before{};
    std::string after{};
};
ShortenedValues shortened_values(const Finding& finding);

/// Compares two schemas of one side, input or output. There is one finding for each change, in the
/// order of the schema. Three findings keep any change from going silent:
/// - S06: a change named by no rule;
/// - S08: a named change without effect on the accepted values;
/// - S10: the changes left when the steps are spent.
///
/// Errors: a schema refused by Language::of; the rule is then S03.
Result<std::vector<Finding>> compare_schemas(Side side, const Json& before, const Json& after,
                                             const InclusionLimits& limits = {});

/// `before` with only the change of `finding`. The finding must be a result of compare_schemas()
/// for the two schemas. A finding without a named change (S02, S06) is about all changes together.
/// Error: the change alone does not make a valid schema.
Result<Language> with_change_of(const Finding& finding, const Language& before,
                                const Language& after);

}  // namespace iam::contract
