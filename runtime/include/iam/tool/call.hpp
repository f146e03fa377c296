// Defines a proposed call, its subject, its proposer, and its result.
#pragma once

#include <iam/tool/codecs/value_error.hpp>
#include <iam/tool/contract.hpp>
#include <iam/tool/input.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam {

/// The spelling of "no workspace" in records and for people. No workspace may have this name: a
/// call with this name is refused.
inline constexpr std::string_view k_no_workspace = "-";
constexpr std::string_view spelled_workspace(std::string_view workspace) noexcept {
    return workspace.empty() ? k_no_workspace : workspace;
}

/// The subject on whose behalf a call is made. The fields are opaque bytes, at most 256 each,
/// compared byte for byte and never parsed. "" means none (for a workspace see k_no_workspace).
struct Subject {
    std::string user{};
    std::string workspace{};
    std::string session{};
    std::string agent{};
    friend bool operator==(const Subject&, const Subject&) = default;
    friend auto operator<=>(const Subject&, const Subject&) = default;
};

inline constexpr std::size_t k_subject_bytes_max = 256;

/// The proposer of a call. `model` and `mcp_client` never approve anything.
struct Proposer {
    enum class Kind { person, model, program, mcp_client };
    Kind kind = Kind::program;
    std::string model{};     ///< as passed by the host, e.g. "gpt-4o"
    std::string provider{};  ///< "openai"
    std::string conversation_id{};
    std::string request_id{};  ///< the provider's id of the tool call
    friend bool operator==(const Proposer&, const Proposer&) = default;
};

std::string_view to_string(Proposer::Kind kind) noexcept;

struct Call {
    /// the host's id; if empty, the runtime makes one of the time and 80 random bits
    std::string id{};
    ToolId tool{};
    std::string arguments{};  ///< JSON text, as it came
    Subject subject{};
    Proposer proposer{};
};

/// The codes of a ToolResult; a tool's own code (tool_error) may be any other word of
/// [a-z0-9_]{1,64}.
namespace code {
inline constexpr std::string_view tool_not_found = "tool_not_found";
inline constexpr std::string_view policy_denied = "policy_denied";
inline constexpr std::string_view invalid_arguments = "invalid_arguments";
/// The session has put as much on record as it may.
inline constexpr std::string_view quota_exceeded = "quota_exceeded";
inline constexpr std::string_view confirmation_required = "confirmation_required";
inline constexpr std::string_view user_denied = "user_denied";
inline constexpr std::string_view no_decision = "no_decision";
inline constexpr std::string_view stale_approval = "stale_approval";
inline constexpr std::string_view ledger_unavailable = "ledger_unavailable";
inline constexpr std::string_view tool_failed = "tool_failed";
inline constexpr std::string_view unencodable_result =
    "unencodable_result";  ///< sub-code of tool_failed
inline constexpr std::string_view cancelled = "cancelled";
inline constexpr std::string_view timed_out = "timed_out";
inline constexpr std::string_view requires_user_input = "requires_user_input";
inline constexpr std::string_view outcome_unknown = "outcome_unknown";
inline constexpr std::string_view interceptor_failed = "interceptor_failed";
inline constexpr std::string_view entry_not_found = "entry_not_found";
inline constexpr std::string_view already_undone = "already_undone";
inline constexpr std::string_view nothing_to_undo = "nothing_to_undo";
inline constexpr std::string_view nothing_to_redo = "nothing_to_redo";
inline constexpr std::string_view undo_not_supported = "undo_not_supported";
inline constexpr std::string_view undo_conflict = "undo_conflict";
inline constexpr std::string_view undo_expired = "undo_expired";
inline constexpr std::string_view undo_incompatible = "undo_incompatible";
inline constexpr std::string_view undo_depends = "undo_depends";
/// a reconcile found this out
inline constexpr std::string_view did_not_happen = "did_not_happen";
inline constexpr std::string_view nothing_to_reconcile = "nothing_to_reconcile";
inline constexpr std::string_view reconcile_not_supported = "reconcile_not_supported";
inline constexpr std::string_view reconcile_incompatible = "reconcile_incompatible";
inline constexpr std::string_view audit_disabled = "audit_disabled";
}  // namespace code

/// The result for a tool's caller, in every case.
struct ToolResult {
    bool success = false;
    std::string code{};     ///< empty on success
    std::string message{};  ///< a sentence with the way out
    std::optional<std::string>
        result{};  ///< canonical JSON text of the function's result; nothing for void
    std::vector<ValueError> errors{};  ///< for invalid_arguments: all errors
    std::string entry{};  ///< id of the terminal ledger entry ("0.12"), if one was written
    std::string call_id{};
    std::string
        /// id of the pending approval, for confirmation_required and requires_user_input
        approval{};
    std::vector<InputRequest>
        inputs{};  ///< for requires_user_input: the inputs required in the approval's answer
    /// For undo_depends: the entries to undo first, in this order. Empty if there are too many to
    /// know.
    std::vector<std::string> later{};
    /// Why this call cannot be undone although its tool has an undo (Context::rule_out_undo).
    /// Empty: the tool's undo holds.
    std::string no_undo{};
};

}  // namespace iam
