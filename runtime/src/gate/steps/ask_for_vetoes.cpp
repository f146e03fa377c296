// A veto is the host's text, so secrets are removed from it.
#include "gate/steps/ask_for_vetoes.hpp"

#include "gate/ends/restart.hpp"
#include "gate/functions/replies.hpp"
#include <iam/tool/codes.hpp>

#include <utility>

namespace iam::gate {
namespace {

/// The hook saw the real arguments. The caller and the chained record may not see secrets.
Refusal vetoed(const CallState& call, ToolResult veto, std::string name) {
    const SecretTexts& secrets = call.value.redaction.texts;
    std::string message = scrub_text(std::move(veto.message), secrets);
    scrub_errors(veto.errors, secrets);
    consent::Decision decision{.effect = Policy::deny,
                               .source = consent::Source::interceptor,
                               .source_id = std::move(name),
                               .reason = message};
    consent::tell_failures(decision, call.standing.known->rules);
    Refusal refusal(veto.code, std::move(message));
    refusal.errors = std::move(veto.errors);
    refusal.decision = std::move(decision);
    return refusal;
}

bool is_a_veto(const CallState& call, const ToolResult& veto) {
    return !veto.success && code::is_word(veto.code) &&
           !holds_secret(veto.code, call.value.redaction.texts);
}

}  // namespace

Stop ask_for_vetoes(CallState& call) {
    if (call.basis.parts.interceptors.empty() ||
        call.standing.seen_by_hooks == call.standing.decision()) {
        return std::nullopt;
    }
    call.standing.seen_by_hooks.emplace(call.standing.decision());
    std::optional<std::string> changed;
    const CallView view = view_of(call, &changed);
    for (const auto& interceptor : call.basis.parts.interceptors) {
        std::optional<ToolResult> veto;
        std::string name;
        const std::string thrown = run_hook([&] {
            veto = interceptor->before_execute(view, call.standing.decision());
            if (veto || changed) name = interceptor->name();
        });
        if (!thrown.empty() || (veto && !is_a_veto(call, *veto))) {
            Refusal refusal(code::interceptor_failed,
                            "An interceptor failed before the call; nothing was run.");
            refusal.cause =
                thrown.empty() ? "A veto must be a failure with a code of [a-z0-9_]." : thrown;
            return Refused{std::move(refusal)};
        }
        if (veto) return Refused{vetoed(call, *std::move(veto), std::move(name))};
        auto other = std::exchange(changed, std::nullopt);
        if (!other) continue;
        IAM_STEP(change_arguments(call, *std::move(other), std::move(name)));
    }
    return std::nullopt;
}

}  // namespace iam::gate
