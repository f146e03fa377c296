// The rules for codes and texts that come from outside the library.
#include "gate/functions/replies.hpp"

#include <iam/core/json.hpp>
#include <iam/tool/codes.hpp>

namespace iam::gate {

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
    const bool usable = code::is_word(reply.code) && !holds_secret(reply.code, secrets);
    if (!usable || code::is_reserved(reply.code)) {
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

}  // namespace iam::gate
