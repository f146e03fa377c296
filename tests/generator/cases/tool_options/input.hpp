#pragma once

#include <iam/annotations.hpp>

namespace desk {

/// From the comment.
[[iam::tool({.name = "mail", .title = "Send mail", .description = "Sends mail.", .policy = iam::confirm,
             .read_only = false, .destructive = false, .idempotent = false, .open_world = true, .timeout_ms = 5000,
             .tags = {"mail", "text"}, .since = "1.2", .deprecated = "use post"})]]
void send_mail();

/// Beeps.
[[iam::tool({.policy = iam::allow, .policy_reason = "it only beeps", .idempotent = true})]] void beep();

/// Counts the windows.
[[iam::tool({.read_only = true, .executor = "ui", .lazy_outcome = true})]] int count_windows();

/// Formats the disk.
[[iam::tool({.policy = iam::deny, .destructive = true})]] void format_disk();

}  // namespace desk
