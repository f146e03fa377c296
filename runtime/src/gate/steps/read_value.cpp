// The canonical text of the value replaces the proposed text.
#include "gate/steps/read_value.hpp"

#include "gate/consent/consent_keys.hpp"
#include "gate/functions/replies.hpp"
#include "gate/record/records.hpp"
#include <iam/core/json.hpp>

#include <utility>

namespace iam::gate {
namespace {

std::string quoted_name(const CallState& call) {
    return "\"" + display_name(call.proposal.call.tool) + "\"";
}

Refusal invalid(const CallState& call, std::vector<ValueError> errors) {
    std::string message = "The arguments of " + quoted_name(call) + " are not valid:";
    for (const ValueError& error : errors) {
        message += ' ';
        if (!error.pointer.empty()) message += error.pointer + ": ";
        message += error.message;
        message += ';';
    }
    message += " correct them and call again.";
    Refusal refusal(code::invalid_arguments, std::move(message));
    refusal.errors = std::move(errors);
    return refusal;
}

ValueError too_long_with_defaults() {
    ValueError error;
    error.message = "the text with its defaults is too long";
    return error;
}

void bind_value(CallState& call, std::string canonical) {
    const Digest& consent_digest = call.tool.contract->digests.consent;
    call.proposal.call.arguments = std::move(canonical);
    call.value.digest = digest_arguments(call.basis.parts.store.key(), consent_digest,
                                         call.proposal.call.arguments);
    call.value.keys_digest = digest_keys(call.basis.parts.store.key(), consent_digest,
                                         *call.tool.contract, call.proposal.call.arguments);
    call.value.is_read = true;
}

std::optional<Refusal> keep_arguments(CallState& call) {
    if (auto recorded = record_arguments(call); !recorded) {
        Refusal refusal(code::interceptor_failed,
                        "An interceptor failed to say what may be recorded; nothing was run.");
        refusal.cause = recorded.error().message;
        return refusal;
    }
    return std::nullopt;
}

}  // namespace

Digest digest_arguments(const SecretKey& key, const Digest& consent_digest,
                        std::string_view canonical) {
    Hasher hasher(domain_tag("iam/args/1"), key);
    return hasher.update(consent_digest).update(canonical).finish();
}

std::optional<Refusal> check_arguments_size(const CallState& call) {
    const std::size_t bytes_max = call.basis.settings.arguments_bytes_max;
    if (call.proposal.call.arguments.size() <= bytes_max) return std::nullopt;
    return Refusal(code::invalid_arguments, "The text of the arguments is longer than " +
                                                std::to_string(bytes_max) +
                                                " bytes; give a shorter one.");
}

std::optional<Refusal> read_arguments(CallState& call) {
    if (auto refusal = check_arguments_size(call)) return refusal;
    Prepared prepared;
    const std::string thrown =
        run_hook([&] { prepared = call.tool.handler->prepare(call.proposal.call.arguments); });
    if (!thrown.empty()) {
        return Refusal(code::tool_failed,
                       "The arguments of " + quoted_name(call) +
                           " could not be read: the tool's own code failed; nothing was run.");
    }
    if (!prepared) return invalid(call, std::move(prepared).error());
    if (prepared->size() > call.basis.settings.arguments_bytes_max) {
        return invalid(call, {too_long_with_defaults()});
    }
    bind_value(call, *std::move(prepared));
    return std::nullopt;
}

std::optional<Refusal> read_value(CallState& call) {
    if (auto refusal = read_arguments(call)) {
        // The text tells nobody more about a denied tool than the denial.
        return call.standing.outright ? denied(*call.standing.outright) : *std::move(refusal);
    }
    return keep_arguments(call);
}

}  // namespace iam::gate
