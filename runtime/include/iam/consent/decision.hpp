// The decision: a pure function. No I/O, no clock, no state.
#pragma once

#include <iam/consent/records.hpp>
#include <iam/tool/contract.hpp>

#include <optional>
#include <string>
#include <vector>

namespace iam::consent {

/// What a store holds that concerns one tool and one subject, at one version of the store.
struct Standing {
    std::optional<Policy> stored_policy{};
    std::vector<Grant> grants{};
    std::vector<Permission> permissions{};
    std::uint64_t epoch = 0;  ///< moves with every change of policies, grants and permissions
};

struct Settings {
    Policy default_policy = Policy::confirm;
    bool grants_override_deny =
        false;  ///< a grant lifts a stored policy's deny (never a compiled one or a "deny always")
};

/// Who decided.
enum class Source {
    default_policy,
    compiled_policy,
    stored_policy,
    permission,
    grant,
    approval,
    host_assertion,
    interceptor,
    nobody,
};
std::string_view to_string(Source source) noexcept;

struct Decision {
    Policy effect = Policy::confirm;
    Source source = Source::nobody;
    std::string source_id{};  ///< of the grant, permission, approval or interceptor
    std::string reason{};     ///< a sentence
    friend bool operator==(const Decision&, const Decision&) = default;
};

/// The facts of one call that a decision needs.
struct Facts {
    const Contract& contract;
    const Subject& subject;
    const Digest* arguments_digest =
        nullptr;  ///< nullptr: not read yet; then nothing that depends on arguments matches
    Moment now{};
};

/// Denied whatever the arguments are (step 2 of a call): asked before the arguments are read.
std::optional<Decision> denied_outright(const Facts& facts, const Standing& standing,
                                        const Settings& settings);

/// Base = stored allow/confirm, else the compiled one, else the default. Statements = "deny
/// always", compiled deny, stored deny; a deny among them wins and nothing lifts it, except a
/// stored deny by a grant where the settings say so. A confirm from the base is lifted by a
/// permission, else by a grant; of several grants the narrowest, then the earliest deadline, then
/// the smallest id decides. A grant or an "always allow" that is bound to another consent digest,
/// has ended, is used up or suspended does not count; "deny always" outlives every change of the
/// contract and every clock.
Decision decide(const Facts& facts, const Standing& standing, const Settings& settings);

/// True if `grant` covers the call described by `facts`.
bool covers(const Grant& grant, const Facts& facts) noexcept;
bool covers(const Permission& permission, const Facts& facts) noexcept;

}  // namespace iam::consent
