// The rules for codes and texts that come from outside the library.
#include "replies.hpp"

#include <iam/core/json.hpp>

#include <algorithm>
#include <array>

namespace iam::invoke {
namespace {

constexpr std::size_t k_code_bytes_max = 64;

constexpr std::array k_reserved = {
    code::tool_not_found,       code::policy_denied,   code::confirmation_required,
    code::user_denied,          code::no_decision,     code::stale_approval,
    code::ledger_unavailable,   code::outcome_unknown, code::interceptor_failed,
    code::entry_not_found,      code::already_undone,  code::nothing_to_undo,
    code::audit_disabled,       code::nothing_to_redo, code::did_not_happen,
    code::nothing_to_reconcile,
};

}  // namespace

bool is_code(std::string_view code) noexcept {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    return !code.empty() && code.size() <= k_code_bytes_max &&
           std::all_of(code.begin(), code.end(), allowed);
}

bool is_reserved(std::string_view code) noexcept {
    return std::find(k_reserved.begin(), k_reserved.end(), code) != k_reserved.end();
}

std::string masked_message() {
    return "The tool failed for a reason of its own, which is kept in the ledger for the people "
           "who run this program; do not repeat the call unchanged.";
}

void keep_to_the_rules(Ran& ran, const SecretTexts& secrets) {
    Reply& reply = ran.reply;
    if (reply.success) {
        reply.code.clear();
        return;
    }
    reply.result.reset();
    const bool usable = is_code(reply.code) && !holds_secret(reply.code, secrets);
    if (!usable || is_reserved(reply.code)) {
        if (ran.cause.empty()) {
            ran.cause = "The function answered with a code that it may not use (" + reply.code +
                        "): " + reply.message;
        }
        reply.code = code::tool_failed;
        reply.message = masked_message();
    }
    if (!is_valid_utf8(reply.message)) reply.message = masked_message();
    // The tool's own words may hold what it was given in confidence.
    reply.message = scrub_text(std::move(reply.message), secrets);
    if (reply.message.empty()) reply.message = "The tool failed and gave no reason.";
}

}  // namespace iam::invoke
