// Step 2 reads the standing; step 4 uses it again if nothing can have changed it.
#include "gate/steps/deny_outright.hpp"

#include "gate/consent/recipe_tools.hpp"
#include "gate/functions/replies.hpp"
#include "gate/record/record_writer.hpp"
#include "gate/steps/decide.hpp"

#include <algorithm>
#include <utility>

namespace iam::gate {
namespace {

bool somebody_may_loosen(const Basis& basis) {
    const auto& all = basis.parts.interceptors;
    return std::any_of(all.begin(), all.end(), [](const auto& interceptor) {
        bool loosens = false;
        // If an interceptor throws, it may not.
        static_cast<void>(run_hook([&] { loosens = interceptor->may_loosen(); }));
        return loosens;
    });
}

std::optional<Refusal> check_quota(const CallState& call) {
    const auto& max = call.basis.settings.record_bytes_per_session_max;
    const auto spent = call.writer.quota.is_spent(call.basis.parts.store, call.basis.instance,
                                                  call.proposal.call.subject, max);
    if (!spent) return unavailable(spent.error());
    if (!*spent) return std::nullopt;
    return Refusal(code::quota_exceeded,
                   "This session has put " + std::to_string(*max) +
                       " bytes on record, which is all that one may; begin another session.");
}

/// The ruling that denies the tool for all arguments; nothing if none does.
std::optional<consent::Ruling> outright_denial(const CallState& call) {
    const KnownStanding& known = *call.standing.known;
    if (known.fixed) {
        const bool denies = known.fixed->decision.effect == Policy::deny;
        return denies ? known.fixed : std::nullopt;
    }
    consent::Facts facts{.contract = *call.tool.contract,
                         .subject = call.proposal.call.subject,
                         .now = call.standing.now};
    facts.changes = &known.changes;
    return consent::denied_outright(facts, known.before_arguments(), call.basis.settings.consent,
                                    known.rules);
}

}  // namespace

std::optional<Refusal> deny_outright(CallState& call) {
    if (auto refusal = check_quota(call)) return refusal;
    const consent::Settings& settings = call.basis.settings.consent;
    // Without its records, the origin of another server's tool is not believed.
    call.standing.risk =
        consent::risk_of(*call.tool.contract, call.proposal.call.tool.origin.empty());
    // A grant spent meanwhile moved no epoch, and lifts no deny any more.
    const bool anew = settings.grants_override_deny;
    const Reading reading = anew ? Reading::anew : Reading::current;
    if (auto refusal = read_standing(call, reading)) return refusal;
    std::optional<consent::Ruling> outright = outright_denial(call);
    // The store's epochs may lag. No commit with expectations follows a denial.
    if (outright && !call.standing.is_fresh) {
        if (auto refusal = read_standing(call, Reading::anew)) return refusal;
        outright = outright_denial(call);
    }
    if (!outright) return check_recipe_tools(call);
    // An interceptor with the right to loosen is asked at step 4, except about denials it may not
    // loosen.
    if (outright->floor == Policy::deny || !somebody_may_loosen(call.basis)) {
        return denied(outright->decision);
    }
    call.standing.outright = std::move(outright->decision);
    return std::nullopt;
}

}  // namespace iam::gate
