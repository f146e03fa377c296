// Drafts: message files that mail programs open for editing. Nothing is ever sent.
#pragma once

#include <iam/annotations.hpp>
#include <iam/tool/context.hpp>

#include <string>
#include <vector>

namespace desk {

struct Draft {
    int id;            ///< its number on this desk
    std::string file;  ///< the message file (.eml)
};

// The formatter breaks attributes that hold braces at odd places.
// clang-format off

// Not idempotent: two equal drafts stay two, since a person may go on with one of them.

/// Writes a draft of an e-mail. It is not sent.
/// @param to       addresses of the recipients
/// @param subject  subject line
/// @param body     text of the message
[[iam::tool({.title = "E-mail draft", .read_only = false, .destructive = false, .idempotent = false, .open_world = false})]]
Draft compose_email_draft([[iam::length(1, 50)]] const std::vector<std::string>& to,
                          [[iam::length(0, 200)]] const std::string& subject,
                          [[iam::length(0, 20000)]] const std::string& body,
                          iam::Context& context);

[[iam::preview(compose_email_draft)]]
iam::Preview preview_email_draft(const std::vector<std::string>& to, const std::string& subject, const std::string& body);

[[iam::undo(compose_email_draft)]]
void discard_email_draft(const Draft& result, const iam::Context& context);

// clang-format on

}  // namespace desk
