// Rules that administrators, users and workspaces write in files, as plain values, and which of
// them speak about a call. Pure: reading files and the clock is the host's business.
// docs/consent.md is the format.
#pragma once

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

/// Who wrote a rule. A workspace only tightens: it comes with what it is about.
enum class RuleScope { managed, user, workspace };
std::string_view to_string(RuleScope scope) noexcept;

struct RulePlace {
    std::string file{};
    TextPlace text{};
    friend bool operator==(const RulePlace&, const RulePlace&) = default;
};
/// "file:4:5".
std::string to_string(const RulePlace& place);

/// A name, or a pattern of names: '*' is any run of characters, '?' one, a backslash takes the next
/// one as it is. It covers whole names, byte for byte.
class NamePattern {
 public:
    /// invalid_argument for an empty text and for a backslash at the end.
    static Result<NamePattern> parse(std::string_view text);
    bool matches(std::string_view name) const noexcept;
    /// The one name that it covers; nullptr where there are more.
    const std::string* exact() const noexcept { return is_exact_ ? &literal_ : nullptr; }
    const std::string& text() const noexcept { return text_; }

 private:
    enum class Kind : std::uint8_t { byte, character, run };
    std::string text_{};
    std::string literal_{};  ///< a byte for each of kinds_
    std::vector<Kind> kinds_{};
    bool is_exact_ = true;
};

/// Some things cannot be told: a path that climbs, an address that two readers would read
/// differently, what an untrusted origin says in its own favour. Such a condition holds for a rule
/// that tightens and does not for one that allows.
enum class Truth { no, unknown, yes };

// What an argument is held against. An argument that is absent fulfils none of them.
struct OneOf {
    std::vector<Json> values{};
};
struct InRange {
    std::optional<Json> low{};  ///< numbers; both ends belong to it
    std::optional<Json> high{};
};
/// The folder or what is below it, by whole segments of the path's text. Nothing is looked up on a
/// disk.
struct BelowFolder {
    std::string folder{};
};
/// A URL (or bare host) whose host is this one, in lower case.
struct OnHost {
    std::string host{};
};
/// A text in which the pattern is found. Its `.` is every character, line ends too; `^` and `$` are the ends of the text.
struct Matching {
    std::string source{};  ///< as it was written
    schema::Pattern pattern;
    bool is_whole = false;  ///< it says all of the text, from `^` to `$`
};
using Comparison = std::variant<OneOf, InRange, BelowFolder, OnHost, Matching>;

struct Condition {
    std::string pointer{};              ///< as it was written
    std::vector<std::string> tokens{};  ///< of it, unescaped
    Comparison comparison{};
    RulePlace argument_place{};  ///< of the pointer
    RulePlace place{};           ///< of what it is held against
};

/// From one minute of the day in UTC to another, which no longer belongs to it; over midnight where
/// `to` is the earlier.
struct DayTime {
    std::chrono::minutes from{};
    std::chrono::minutes to{};
};

struct Rule {
    std::string id{};  ///< of [A-Za-z0-9_.-]{1,64}, unique in its file
    RuleScope scope = RuleScope::user;
    Policy effect = Policy::confirm;
    std::string reason{};  ///< of who wrote it; may be empty
    RulePlace place{};
    RulePlace tool_place{};
    NamePattern tool{};
    NamePattern origin{};  ///< without text: this program's own tools
    // All of what follows must hold.
    Hints hints{};
    std::vector<Risk> risks{};               ///< one of these; empty: any
    std::vector<std::string> undo_grades{};  ///< one of these; empty: any
    std::optional<DayTime> time{};
    std::vector<Condition> conditions{};
    bool only_person =
        false;  ///< of a managed confirm: a host's word that somebody agreed is not enough
};

/// True for a rule that allows, as opposed to one that tightens.
bool loosens(const Rule& rule) noexcept;

/// A file that could not be taken up as it is.
struct RuleFailure {
    RuleScope scope = RuleScope::user;
    std::string file{};
    std::string message{};
    bool last_good_in_force = false;  ///< else nothing is known of its rules
};

/// All rules that are in force. Immutable.
class RuleBook {
 public:
    RuleBook() = default;
    RuleBook(std::vector<Rule> rules, std::vector<RuleFailure> failures,
             std::optional<Digest> digest = {});

    const std::vector<Rule>& rules() const noexcept { return rules_; }
    const std::vector<RuleFailure>& failures() const noexcept { return failures_; }
    /// Of the texts that the rules were read from; nothing: of those there are none.
    const std::optional<Digest>& digest() const noexcept { return digest_; }
    /// The rules whose name of a tool covers it, in no particular order.
    std::vector<const Rule*> named(std::string_view tool) const;

 private:
    std::vector<Rule> rules_{};
    std::vector<RuleFailure> failures_{};
    std::optional<Digest> digest_{};
    std::map<std::string, std::vector<std::size_t>, std::less<>> by_name_{};
    std::vector<std::size_t> patterns_{};
};

/// Where a Runtime finds the rules: asked with every call, so that a change holds from the next one
/// on. Another book is another pointer. Thread-safe; must not throw. nullptr: there are no rules.
class RuleSource {
 public:
    virtual ~RuleSource() = default;
    virtual std::shared_ptr<const RuleBook> current() = 0;
};

/// The rules of a book that can speak about calls of one tool: all that depends on its contract has
/// been looked at. Wherever the book comes from, a rule of a workspace that allows is not among them.
struct ToolRules {
    std::shared_ptr<const RuleBook> book{};  ///< keeps what follows alive
    /// By effect, the strictest first; then by scope and id.
    std::vector<const Rule*> rules{};

    /// True where neither arguments nor the time of day make a difference.
    bool is_steady() const noexcept;
};
ToolRules rules_for(std::shared_ptr<const RuleBook> book, const Contract& contract);

/// Whether the tool is one that the rule is about.
Truth concerns(const Rule& rule, const Contract& contract);
/// "none", "compensating": how far a call of the tool can be taken back.

/// What holding the arguments of one call against rules may cost, in steps of at most some 15 ns: a search for a pattern is charged with
/// the bytes of the text times Pattern::program_size(), a path or an address with its bytes.
inline constexpr std::size_t k_rules_call_steps_max = 20'000'000;

/// What may still be spent. A condition for which nothing is left cannot be told.
struct RuleSteps {
    std::size_t left = k_rules_call_steps_max;
    /// False where less than that was left; then nothing is.
    bool spend(std::size_t steps) noexcept {
        const bool is_enough = steps <= left;
        left = is_enough ? left - steps : 0;
        return is_enough;
    }
};

/// What is known of a call's arguments.
struct SeenArguments {
    enum class Known {
        unread,   ///< no rule with conditions on them speaks
        unknown,  ///< there are some, but not here
        read,
    };
    Known known = Known::unread;
    Json value{};
    /// Pointers as Contract::secret_arguments has them, where `value` holds marks, so that no condition on them can be told; nullptr: none.
    const std::vector<std::string>* hidden = nullptr;
    RuleSteps steps{};  ///< for all rules that look at them
};
/// From their canonical text, which counts as unknown where it cannot be read.
SeenArguments see_arguments(std::string_view text);

/// Whether a rule of the tool's ToolRules speaks about this call.
bool speaks(const Rule& rule, SeenArguments& arguments, const Moment& now);
/// One condition, with all arguments.
Truth holds(const Condition& condition, const Json& arguments, RuleSteps& steps);
Truth holds(const Comparison& comparison, const Json& value, RuleSteps& steps);

}  // namespace iam::consent
