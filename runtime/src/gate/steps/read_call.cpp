// Steps 1 to 3 of a call: which tool, may it run at all, with which value.
#include "gate/consent/consent_keys.hpp"
#include "gate/engine/engine.hpp"
#include "gate/record/records.hpp"
#include "gate/state/call_state.hpp"
#include "gate/steps/recorded_call.hpp"
#include <iam/core/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::gate {
namespace {

constexpr std::size_t k_id_bytes_max = 256;

std::string quoted(const ToolId& id) {
    return "\"" + display_name(id) + "\"";
}

std::string too_long(std::size_t bytes_max) {
    return " is longer than " + std::to_string(bytes_max) + " bytes; give a shorter one.";
}

/// A text of a call that comes from outside.
struct GivenText {
    const char* what;
    std::string* text;
    std::size_t bytes_max;
};

/// All of them.
std::array<GivenText, 11> texts_of(Call& call) {
    return {{{"id of the call", &call.id, k_id_bytes_max},
             {"name of the tool", &call.tool.name, k_id_bytes_max},
             {"origin of the tool", &call.tool.origin, k_id_bytes_max},
             {"user", &call.subject.user, k_subject_bytes_max},
             {"workspace", &call.subject.workspace, k_subject_bytes_max},
             {"session", &call.subject.session, k_subject_bytes_max},
             {"agent", &call.subject.agent, k_subject_bytes_max},
             {"name of the model", &call.proposer.model, k_id_bytes_max},
             {"name of the provider", &call.proposer.provider, k_id_bytes_max},
             {"id of the conversation", &call.proposer.conversation_id, k_id_bytes_max},
             {"id of the request", &call.proposer.request_id, k_id_bytes_max}}};
}

bool is_too_long(const GivenText& given) {
    return given.text->size() > given.bytes_max;
}

/// Entries hold text that is not UTF-8 with the bad bytes repaired, so two that differ would look the same there.
bool keeps_limits(const GivenText& given) {
    return given.text->empty() || (!is_too_long(given) && is_valid_utf8(*given.text));
}

/// One that is called so could not be told from none, neither by people nor in the record.
std::optional<Refusal> check_workspace(const Call& call) {
    if (call.subject.workspace != k_no_workspace) return std::nullopt;
    return Refusal{std::string(code::invalid_arguments),
                   "The workspace \"" + std::string(k_no_workspace) +
                       "\" stands for none: leave it empty, or give it another name."};
}

bool somebody_may_loosen(const Engine& engine) {
    const auto& all = engine.parts.interceptors;
    return std::any_of(all.begin(), all.end(), [](const auto& interceptor) {
        bool loosens = false;
        // Who fails to say so may not.
        static_cast<void>(run_hook([&] { loosens = interceptor->may_loosen(); }));
        return loosens;
    });
}

// Step 2.
std::optional<Refusal> check_outright(CallState& call) {
    Engine& engine = *call.engine;
    // A grant that was spent meanwhile moved no epoch, and lifts no deny any more.
    call.reread = engine.settings.consent.grants_override_deny;
    if (auto refusal = read_standing(call)) return refusal;
    const KnownStanding& known = *call.known;
    consent::Facts facts{*call.tool.contract, call.call.subject, nullptr, call.now};
    facts.changes = &known.changes;
    std::optional<consent::Ruling> outright;
    if (known.fixed) {
        if (known.fixed->decision.effect == Policy::deny) outright = known.fixed;
    } else {
        outright = consent::denied_outright(facts, known.before_arguments(),
                                            engine.settings.consent, known.rules);
    }
    if (!outright) return std::nullopt;
    // An interceptor that may loosen is asked at step 4, but never about what it may not loosen.
    if (outright->floor == Policy::deny || !somebody_may_loosen(engine)) {
        return denied(outright->decision);
    }
    call.outright = std::move(outright->decision);
    return std::nullopt;
}

std::optional<Refusal> check_quota(const CallState& call) {
    const auto& max = call.engine->settings.record_bytes_per_session_max;
    const Engine& engine = *call.engine;
    const auto spent =
        call.engine->quota.is_spent(engine.parts.store, engine.instance, call.call.subject, max);
    if (!spent) return unavailable(spent.error());
    if (!*spent) return std::nullopt;
    return Refusal{std::string(code::quota_exceeded),
                   "This session has put " + std::to_string(*max) +
                       " bytes on record, which is all that one may; begin another session."};
}

Refusal invalid(const CallState& call, std::vector<ValueError> errors) {
    std::string message = "The arguments of " + quoted(call.call.tool) + " are not valid:";
    for (const ValueError& error : errors) {
        message += ' ';
        if (!error.pointer.empty()) message += error.pointer + ": ";
        message += error.message;
        message += ';';
    }
    message += " correct them and call again.";
    return Refusal{std::string(code::invalid_arguments), std::move(message), std::move(errors)};
}

void bind_value(CallState& call, std::string canonical) {
    const Digest& consent_digest = call.tool.contract->digests.consent;
    call.call.arguments = std::move(canonical);
    call.arguments_digest =
        digest_arguments(call.engine->parts.store.key(), consent_digest, call.call.arguments);
    call.keys_digest = digest_keys(call.engine->parts.store.key(), consent_digest,
                                   *call.tool.contract, call.call.arguments);
    call.prepared = true;
}

std::optional<Refusal> keep_arguments(CallState& call) {
    if (auto recorded = record_arguments(call); !recorded) {
        Refusal refusal{std::string(code::interceptor_failed),
                        "An interceptor failed to say what may be recorded; nothing was run."};
        refusal.cause = recorded.error().message;
        return refusal;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Refusal> check_limits(CallState& state) {
    const auto all = texts_of(state.call);
    const auto bad = std::find_if_not(all.begin(), all.end(), keeps_limits);
    if (bad == all.end()) return check_workspace(state.call);
    Refusal refusal{
        std::string(code::invalid_arguments),
        "The " + std::string(bad->what) +
            (is_too_long(*bad) ? too_long(bad->bytes_max) : " is not UTF-8; give it as such.")};
    // The record of the refusal must not carry what was refused for its size.
    for (const GivenText& given : all) {
        if (is_too_long(given)) given.text->resize(given.bytes_max);
    }
    return refusal;
}

std::optional<Refusal> check_arguments_size(const CallState& call) {
    const std::size_t bytes_max = call.engine->settings.arguments_bytes_max;
    if (call.call.arguments.size() <= bytes_max) return std::nullopt;
    return Refusal{std::string(code::invalid_arguments),
                   "The text of the arguments" + too_long(bytes_max)};
}

std::optional<Refusal> read_arguments(CallState& call) {
    if (auto refusal = check_arguments_size(call)) return refusal;
    Prepared prepared;
    const std::string thrown =
        run_hook([&] { prepared = call.tool.handler->prepare(call.call.arguments); });
    if (!thrown.empty()) {
        return Refusal{std::string(code::tool_failed),
                       "The arguments of " + quoted(call.call.tool) +
                           " could not be read: the tool's own code failed; nothing was run."};
    }
    if (!prepared) return invalid(call, std::move(prepared).error());
    if (prepared->size() > call.engine->settings.arguments_bytes_max) {
        return invalid(call, {ValueError{"", "the text with its defaults is too long", "", ""}});
    }
    bind_value(call, *std::move(prepared));
    return std::nullopt;
}

std::optional<Refusal> find_called_tool(CallState& call) {
    call.tool = HandlerAccess::find(call.engine->parts.registry.snapshot(), call.call.tool);
    if (auto refusal = check_limits(call)) return refusal;
    if (call.tool) return std::nullopt;
    return Refusal{std::string(code::tool_not_found),
                   "There is no tool " + quoted(call.call.tool) +
                       "; ask for the list of tools and use one of its names."};
}

std::optional<Refusal> read_call(CallState& call) {
    if (auto refusal = find_called_tool(call)) return refusal;
    if (auto refusal = check_quota(call)) return refusal;
    call.risk = consent::risk_of(*call.tool.contract, call.call.tool.origin.empty());
    if (auto refusal = check_outright(call)) return refusal;
    if (auto refusal = read_arguments(call)) {
        // The text must not teach anybody more about a denied tool than that it is denied.
        return call.outright ? denied(*call.outright) : *std::move(refusal);
    }
    call.just_read = call.engine->parts.interceptors.empty();
    return keep_arguments(call);
}

}  // namespace iam::gate
