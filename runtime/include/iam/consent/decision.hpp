// The decision: a pure function. No I/O, no clock, no state.
#pragma once

#include <iam/consent/changes.hpp>
#include <iam/consent/records.hpp>
#include <iam/tool/contract.hpp>
#include <iam/words/sentences.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::consent {

struct ToolRules;  // rules.hpp
class RuleSource;

/// What a store holds that concerns one tool and one subject, at one version of the store.
struct Standing {
    std::optional<Policy> stored_policy{};
    std::vector<Grant> grants{};
    std::vector<Permission> permissions{};
    std::optional<Freeze> freeze{};
    /// None of them is among the others. Those of other tools and subjects too, as far as the store knows of them: nobody knows where they
    /// stood.
    std::vector<BrokenRecord> broken{};
    std::uint64_t epoch =
        0;  ///< moves with every change of policies, grants, permissions and the freeze
};

struct Settings {
    Policy default_policy = Policy::confirm;
    bool grants_override_deny =
        false;  ///< a grant lifts a stored policy's deny (never a compiled one or a "deny always")
    /// An "allow always" that decided about no call for so long has lapsed. Nothing: none does.
    std::optional<std::chrono::hours> permission_unused_max{std::chrono::days(30)};
    /// When an "allow always" ends that is given from now on; else after permission_lifetime(risk). Also k_no_end.
    AlwaysLifetimes always_lifetimes{};
};

/// Who decided.
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
    std::string source_id{};    ///< of the rule, grant, permission, approval or interceptor
    words::Sentences reason{};  ///< for people, in the language of who shows it
    std::string place{};  ///< of a rule: "file:line:column"; of rules that do not load: the file
    friend bool operator==(const Decision&, const Decision&) = default;
};

/// A decision, and what may still be done about it.
struct Ruling {
    Decision decision{};
    /// Interceptors loosen it to this and no further: deny where a "deny always" or a managed rule denies, or nothing is known of managed
    /// rules; confirm where a managed rule asks. Also where another statement is named first.
    Policy floor = Policy::allow;
    bool wants_person = false;  ///< a managed rule does: a host's word is not enough
};

/// The facts of one call that a decision needs.
struct Facts {
    const Contract& contract;
    const Subject& subject;
    const Digest* arguments_digest =
        nullptr;  ///< nullptr: not read yet; then nothing that depends on arguments matches
    Moment now{};
    /// The canonical text, for rules with conditions. Where it is missing although the digest is known, such a rule speaks if it tightens.
    const std::string* arguments = nullptr;
    /// Where that text holds marks instead of values, as Contract::secret_arguments; nullptr: nowhere.
    const std::vector<std::string>* hidden = nullptr;
    /// What became of earlier contracts of the tool; nullptr: nothing that was allowed under one counts.
    const ContractChanges* changes = nullptr;
    /// Needed for what is bound to a value under one of them; nullptr: such a record covers nothing.
    const std::vector<EarlierArguments>* earlier_arguments = nullptr;
    /// Of the values of the tool's consent keys; nullptr: not read, or it has none. Then nothing that is bound to them matches.
    const Digest* keys_digest = nullptr;
    /// A model wants a call taken back: what lets its calls run without a question does not let that.
    bool is_undo_of_model = false;
};

/// Denied whatever the arguments are (step 2 of a call): asked before the arguments are read.
std::optional<Ruling> denied_outright(const Facts& facts, const Standing& standing,
                                      const Settings& settings, const ToolRules& rules);

/// While the state is frozen every call is denied, and no interceptor lifts that.
///
/// Base = stored allow/confirm, else the compiled one, else the default. Statements = rules, "deny
/// always", compiled deny, stored deny. Among statements deny > confirm > allow; without any the base
/// decides.
///
/// Nothing lifts a deny, except a stored one by a grant where the settings say so and no managed rule
/// asks. A managed confirm is lifted by nothing here (an approval is not known here), a confirm of the
/// user or the workspace by a grant, a confirm of the base by a permission, else by a grant. What a
/// workspace says never loosens, so its confirm leaves a base that denies.
///
/// Of several rules of one effect the managed one decides, then the user's, then the smallest id. Of
/// several grants the narrowest, then the earliest deadline, then the smallest id. A grant or an
/// "always allow" that is bound to another consent digest (unless Facts::changes says that it is kept), has ended, has lapsed, is used up or suspended does not
/// count, nor an "always allow" of a tool that states it is destructive; "deny always" outlives every
/// change of the contract and every clock.
///
/// An undo that a model asks for is at least a confirm: an allow of the base or of a rule is one of the base then, which a permission or a
/// grant lifts.
///
/// A policy or permission that does not bear the store's seal may have been a denial: where it is the tool's and the subject's the call is
/// denied, and that is a floor; elsewhere what would run is asked about. A broken grant is none, and the reason of a question says so.
///
/// Where a file of rules does not load and nothing is known of it, a managed one denies every call,
/// another one asks about each. Every decision says that a file does not load.
Ruling decide(const Facts& facts, const Standing& standing, const Settings& settings,
              const ToolRules& rules);

/// Adds to the reason that a file of rules does not load, once.
void tell_failures(Decision& decision, const ToolRules& rules);

/// True if `grant` covers the call described by `facts`.
bool covers(const Grant& grant, const Facts& facts) noexcept;
bool covers(const Permission& permission, const Facts& facts) noexcept;

/// The changes because of which something does not count that would cover the call: a grant or an "always allow" under an earlier contract.
std::vector<const ContractChange*> changes_that_matter(const Facts& facts,
                                                       const Standing& standing);

/// When nobody has used it for too long; counted from when it was given where it never was used. Nothing: it never lapses.
std::optional<std::chrono::sys_time<std::chrono::milliseconds>> lapses_at(
    const Permission& permission, const Settings& settings) noexcept;
/// True from that moment on. A use moves no epoch, so ask what the store holds now.
bool has_lapsed(const Permission& permission, const Moment& now, const Settings& settings) noexcept;

}  // namespace iam::consent
