// Rules of administrators, users and workspaces in files, as plain values. Finds the rules about a
// call. Pure: the host reads files and the clock. docs/consent.md is the format.
#pragma once

#include <iam/consent/records.hpp>
#include <iam/consent/risk.hpp>
#include <iam/core/clock.hpp>
#include <iam/core/json_places.hpp>
#include <iam/schema/pattern.hpp>
#include <iam/tool/contract.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace iam::consent {

/// The writer of a rule. A workspace only tightens: its rules come with the model's data.
enum class RuleScope { managed, user, workspace };
std::string_view to_string(RuleScope scope) noexcept;

struct RulePlace {
    std::string file{};
    TextPlace text{};
    friend bool operator==(const RulePlace&, const RulePlace&) = default;
};
/// "file:4:5".
std::string to_string(const RulePlace& place);

/// A name, or a pattern of names. '*' matches any run of characters, '?' one character. A backslash
/// takes the next character literally. Matches whole names, byte for byte.
class NamePattern {
 public:
    /// invalid_argument for an empty text and for a backslash at the end.
    static Result<NamePattern> parse(std::string_view text);
    bool matches(std::string_view name) const noexcept;
    /// The one name it matches; nullptr: it is a pattern.
    const std::string* exact() const noexcept { return is_exact_ ? &literal_ : nullptr; }
    const std::string& text() const noexcept { return text_; }

 private:
    enum class Kind : std::uint8_t { byte, character, run };
    std::string text_{};
    std::string literal_{};  ///< a byte for each of kinds_
    std::vector<Kind> kinds_{};
    bool is_exact_ = true;
};

/// The truth of a condition. Unknown are a climbing path, an address with two readings, and a hint
/// of an untrusted origin in its own favour. An unknown condition holds for a tightening rule, and
/// not for an allowing rule.
enum class Truth { no, unknown, yes };

// The comparisons of arguments. An absent argument fulfils none of them.
struct OneOf {
    std::vector<Json> values{};
};
struct InRange {
    std::optional<Json> low{};  ///< numbers; both ends belong to the range
    std::optional<Json> high{};
};
/// The folder, or a path below it, by whole segments of the path's text. No disk is read.
struct BelowFolder {
    std::string folder{};
};
/// A URL, or a bare host, with this host, in lower case.
struct OnHost {
    std::string host{};
};
/// The pattern is found in the text. Its `.` is every character, line ends too. `^` and `$` are the
/// ends of the text.
struct Matching {
    std::string source{};  ///< the pattern as the file has it
    schema::Pattern pattern;
    bool is_whole = false;  ///< the pattern describes the whole text, from `^` to `$`
};
using Comparison = std::variant<OneOf, InRange, BelowFolder, OnHost, Matching>;

struct Condition {
    std::string pointer{};              ///< as the file has it
    std::vector<std::string> tokens{};  ///< of the pointer, unescaped
    Comparison comparison{};
    RulePlace argument_place{};  ///< of the pointer
    RulePlace place{};           ///< of the comparison
};

/// From one minute of the day in UTC up to another, exclusive. Spans midnight if `to` is the
/// earlier one.
struct DayTime {
    std::chrono::minutes from{};
    std::chrono::minutes to{};
};

struct Rule {
    std::string id{};  ///< [A-Za-z0-9_.-]{1,64}, unique in its file
    RuleScope scope = RuleScope::user;
    Policy effect = Policy::confirm;
    std::string reason{};  ///< in the writer's words; may be empty
    RulePlace place{};
    RulePlace tool_place{};
    NamePattern tool{};
    NamePattern origin{};  ///< without text: this program's own tools
    // A rule speaks if each of the following members holds.
    Hints hints{};
    std::vector<Risk> risks{};               ///< one of these; empty: any
    std::vector<std::string> undo_grades{};  ///< one of these; empty: any
    std::optional<DayTime> time{};
    std::vector<Condition> conditions{};
    /// Of a managed confirm: a host's word that a person agreed is not enough.
    bool only_person = false;
};

/// True for an allowing rule. Every other rule tightens.
bool loosens(const Rule& rule) noexcept;

/// A file of rules that could not be loaded.
struct RuleFailure {
    RuleScope scope = RuleScope::user;
    std::string file{};
    std::string message{};
    bool last_good_in_force = false;  ///< its last good rules hold; else its rules are unknown
};

/// All rules in force. Immutable.
class RuleBook {
 public:
    RuleBook() = default;
    RuleBook(std::vector<Rule> rules, std::vector<RuleFailure> failures,
             std::optional<Digest> digest = {});

    const std::vector<Rule>& rules() const noexcept { return rules_; }
    const std::vector<RuleFailure>& failures() const noexcept { return failures_; }
    /// Digest of the texts of the rules; nothing: there were no texts.
    const std::optional<Digest>& digest() const noexcept { return digest_; }
    /// The rules with a tool pattern for the name, in no particular order.
    std::vector<const Rule*> named(std::string_view tool) const;

 private:
    std::vector<Rule> rules_{};
    std::vector<RuleFailure> failures_{};
    std::optional<Digest> digest_{};
    std::map<std::string, std::vector<std::size_t>, std::less<>> by_name_{};
    std::vector<std::size_t> patterns_{};
};

/// Gives a Runtime its rules. The Runtime asks with every call, so a change holds from the next
/// call on. A changed book has another pointer. Thread-safe; must not throw. nullptr: there are no
/// rules.
class RuleSource {
 public:
    virtual ~RuleSource() = default;
    virtual std::shared_ptr<const RuleBook> current() = 0;
};

/// The rules of a book about calls of one tool. Every condition on the tool's contract has been
/// judged. Allowing rules of a workspace are never among them.
struct ToolRules {
    std::shared_ptr<const RuleBook> book{};  ///< owns the rules below
    /// By effect, the strictest first; then by scope and id.
    std::vector<const Rule*> rules{};

    /// True if no rule depends on arguments or on the time of day.
    bool is_steady() const noexcept;
};
/// `trust` is Standing::trust of the tool. Without it a tool of another server is untrusted.
ToolRules rules_for(std::shared_ptr<const RuleBook> book, const Contract& contract,
                    const std::optional<ServerTrust>& trust = {});

/// Whether the rule is about the tool.
Truth concerns(const Rule& rule, const Contract& contract, OriginTrust trust);

/// The steps that all rules together may take on one call's arguments. A step takes at most some 15
/// ns. A search for a pattern costs the bytes of the text times Pattern::program_size(). A path or
/// an address costs its bytes.
inline constexpr std::size_t k_rules_call_steps_max = 20'000'000;

/// The remaining steps. If none remain, a condition is unknown.
struct RuleSteps {
    std::size_t left = k_rules_call_steps_max;
    /// False if fewer steps were left; then none are left.
    bool spend(std::size_t steps) noexcept {
        const bool is_enough = steps <= left;
        left = is_enough ? left - steps : 0;
        return is_enough;
    }
};

/// A call's arguments as far as they are known.
struct SeenArguments {
    enum class Known {
        unread,   ///< no rule with conditions on arguments speaks
        unknown,  ///< the call has arguments, but their text is missing
        read,
    };
    Known known = Known::unread;
    Json value{};
    /// Pointers, as in Contract::secret_arguments, to marks in `value`. A condition on a marked
    /// argument is unknown. nullptr: there are none.
    const std::vector<std::string>* hidden = nullptr;
    RuleSteps steps{};  ///< for all rules about arguments
};
/// Reads the canonical text. If the text cannot be read, the arguments are unknown.
SeenArguments see_arguments(std::string_view text);

/// Whether a rule of the tool's ToolRules speaks about this call.
bool speaks(const Rule& rule, SeenArguments& arguments, const Moment& now);
/// Judges one condition on the whole arguments.
Truth holds(const Condition& condition, const Json& arguments, RuleSteps& steps);
Truth holds(const Comparison& comparison, const Json& value, RuleSteps& steps);

}  // namespace iam::consent
