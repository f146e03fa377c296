// The decision: a pure function. No I/O, no clock, no state.
#pragma once

#include <iam/consent/changes.hpp>
#include <iam/consent/records.hpp>
#include <iam/tool/contract.hpp>
#include <iam/words/sentences.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::consent {

struct ToolRules;  // rules.hpp
class RuleSource;

// Epochs: numbers that move when records of consent change. Each change moves the epoch of its
// scope, and that of k_all_scope. A use of a grant or a permission moves none.
inline constexpr std::string_view k_common_scope{};   ///< of policies, trust and the freeze
inline constexpr std::string_view k_all_scope = "*";  ///< of all records
/// The scope of the grants and permissions of a user in a workspace. No two subjects with another
/// user or workspace share one.
std::string subject_scope(std::string_view user, std::string_view workspace);

/// The records of a store about one tool and one subject, at one version of the store.
struct Standing {
    std::optional<Policy> stored_policy{};
    /// The consent digest of the contract for which the stored policy was set. Nothing: it was set
    /// for the name alone.
    std::optional<Digest> policy_contract{};
    /// Of the tool's origin.
    std::optional<ServerTrust> trust{};
    std::vector<Grant> grants{};
    std::vector<Permission> permissions{};
    std::optional<Freeze> freeze{};
    /// Broken records are not among the records above. The store adds all broken records known to
    /// it, of other tools and subjects as well: a broken record may have belonged to any tool or
    /// subject.
    std::vector<BrokenRecord> broken{};
    std::uint64_t epoch = 0;          ///< of k_common_scope
    std::uint64_t subject_epoch = 0;  ///< of subject_scope()
};

struct Settings {
    Policy default_policy = Policy::confirm;
    /// A grant lifts a stored policy's deny. It never lifts a compiled deny or a "deny always".
    bool grants_override_deny = false;
    /// An "allow always" lapses if it decided about no call for this long. Nothing: none lapses.
    std::optional<std::chrono::hours> permission_unused_max{std::chrono::days(30)};
    /// Lifetimes of an "allow always" given from now on, also k_no_end. A tier without a lifetime
    /// here has permission_lifetime(risk).
    AlwaysLifetimes always_lifetimes{};
};

/// The maker of a decision.
enum class Source {
    default_policy,
    compiled_policy,
    stored_policy,
    rule,
    permission,
    grant,
    approval,
    host_assertion,
    interceptor,
    freeze,
    nobody,
};
std::string_view to_string(Source source) noexcept;

struct Decision {
    Policy effect = Policy::confirm;
    Source source = Source::nobody;
    std::string source_id{};    ///< id of the rule, grant, permission, approval or interceptor
    words::Sentences reason{};  ///< for people; the surface chooses the language
    /// of a rule: "file:line:column"; of rules that do not load: the file
    std::string place{};
    friend bool operator==(const Decision&, const Decision&) = default;
};

/// A decision, and how far hooks and hosts may change it.
struct Ruling {
    Decision decision{};
    /// Interceptors loosen the decision to this and no further. It is deny if the state is frozen,
    /// or if a "deny always", a managed rule or a broken record denies. It is deny, too, if a
    /// managed file does not load and its rules are unknown. It is confirm if a managed rule asks,
    /// or for a broken record about another tool or subject. It does not depend on
    /// Decision::source.
    Policy floor = Policy::allow;
    bool wants_person = false;  ///< a managed rule wants one: a host's word is not enough
};

/// The facts of one call for its decision.
struct Facts {
    const Contract& contract;
    const Subject& subject;
    /// nullptr: the arguments are not read yet. Then no record bound to arguments matches.
    const Digest* arguments_digest = nullptr;
    Moment now{};
    /// The canonical text, for rules with conditions. If it is missing although the digest is
    /// known, a rule with conditions speaks only if it tightens.
    const std::string* arguments = nullptr;
    /// Pointers, as in Contract::secret_arguments, to marks in the place of values in `arguments`.
    /// nullptr: there are none.
    const std::vector<std::string>* hidden = nullptr;
    /// Effects of the tool's earlier contracts. nullptr: no consent under an earlier contract
    /// counts.
    const ContractChanges* changes = nullptr;
    /// Digests of the arguments under earlier contracts. Without one, a record bound to values
    /// under such a contract covers nothing.
    const std::vector<EarlierArguments>* earlier_arguments = nullptr;
    /// Digest of the values of the tool's consent keys. nullptr: they are not read, or the tool has
    /// no keys. Then no record bound to keys matches.
    const Digest* keys_digest = nullptr;
    /// The call is an undo, and a model asks for it. Consent to the model's calls without a
    /// question does not extend to it.
    bool is_undo_of_model = false;
};

/// The denial for all arguments; nothing if there is none. Step 2 of a call asks for it, before the
/// arguments are read.
std::optional<Ruling> denied_outright(const Facts& facts, const Standing& standing,
                                      const Settings& settings, const ToolRules& rules);

/// While the state is frozen every call is denied, and no interceptor lifts this denial.
///
/// Base = stored allow or confirm, else the compiled one, else the default. Statements = rules,
/// "deny always", compiled deny, stored deny. Among statements deny > confirm > allow. Without a
/// statement the base decides.
///
/// Nothing lifts a deny, with one exception: a grant lifts a stored deny if the settings say so and
/// no managed rule asks. Nothing here lifts a managed confirm; approvals are not known here. A
/// grant lifts a confirm of a user or workspace rule. A permission or a grant lifts a confirm of
/// the base; the permission decides if both could. A workspace never loosens: its confirm does not
/// replace a denying base.
///
/// Of several rules of one effect the managed one decides, then the user's, then the smallest id.
/// Of several grants the narrowest decides, then the earliest deadline, then the smallest id.
///
/// A grant or an "allow always" does not count if it has ended or is suspended. Under another
/// consent digest it counts only if Facts::changes keeps it. A grant does not count once it is used
/// up. An "allow always" does not count once it has lapsed, or if the tool states `destructive`. A
/// "deny always" outlives every change of the contract and every clock.
///
/// A stored allow for a tool of another server does not count under another consent digest, as an
/// "allow always" does not. The reason of a question says so.
///
/// A model's undo is at least a confirm. An allow of the base or of a rule becomes a confirm of the
/// base; a permission or a grant lifts it.
///
/// A policy or permission without the store's seal may have been a denial. If it is about this tool
/// and subject, the call is denied, also for interceptors. If it is about another one, a call that
/// would run is asked about. A broken grant allows nothing, and the reason of a question says so.
///
/// If a managed file of rules does not load and its rules are unknown, every call is denied. If any
/// other file of rules does not load, every call is asked about. Every decision names the failure.
Ruling decide(const Facts& facts, const Standing& standing, const Settings& settings,
              const ToolRules& rules);

/// Adds to the reason, once, that a file of rules does not load.
void tell_failures(Decision& decision, const ToolRules& rules);

/// True if the stored policy is an allow that does not count, since the tool of another server has
/// changed.
bool is_policy_outdated(const Facts& facts, const Standing& standing) noexcept;

/// True if the record covers the call described by `facts`.
bool covers(const Grant& grant, const Facts& facts) noexcept;
bool covers(const Permission& permission, const Facts& facts) noexcept;

/// The changes that keep a grant, an "allow always" or a stored allow of an earlier contract from
/// covering the call.
std::vector<const ContractChange*> changes_that_matter(const Facts& facts,
                                                       const Standing& standing);

/// The moment when the permission lapses, counted from its last use. If it was never used, counted
/// from when it was given. Nothing: it never lapses.
std::optional<std::chrono::sys_time<std::chrono::milliseconds>> lapses_at(
    const Permission& permission, const Settings& settings) noexcept;
/// True from this moment on. A use moves no epoch: pass the permission as the store holds it now.
bool has_lapsed(const Permission& permission, const Moment& now, const Settings& settings) noexcept;

}  // namespace iam::consent
