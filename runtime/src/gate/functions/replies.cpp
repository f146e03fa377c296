// The rules for codes and texts from outside the library.
#include "gate/functions/replies.hpp"

#include <iam/core/json.hpp>
#include <iam/tool/codes.hpp>
#include <iam/words/catalogue.hpp>

namespace iam::gate {

std::string masked_message() {
    return english(words::Id::preview_masked);
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
    // The tool's own words may hold secrets it was given.
    reply.message = scrub_text(std::move(reply.message), secrets);
    if (reply.message.empty()) reply.message = english(words::Id::preview_no_reason);
}

}  // namespace iam::gate
