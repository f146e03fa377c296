// What a tool promises: what the model sees, what consent is bound to. Plain values; the handler is
// elsewhere (handler.hpp).
#pragma once

#include <iam/annotations.hpp>
#include <iam/core/digest.hpp>

#include <chrono>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam {

/// What annotated headers call ToolPolicy.
using Policy = ToolPolicy;

/// "allow", "confirm", "deny": the words of manifests, consent digests, ledgers and stores, so that
/// none of them ever changes.
std::string_view to_string(Policy policy) noexcept;

/// Who offers a tool, and its name there. origin "" = compiled into this program (trusted, shown as
/// the application's id).
struct ToolId {
    std::string origin{};
    std::string name{};
    friend bool operator==(const ToolId&, const ToolId&) = default;
    friend auto operator<=>(const ToolId&, const ToolId&) = default;
};

/// "name" for compiled-in tools, "origin/name" for others. For people only: never an identity.
std::string display_name(const ToolId& id);

/// MCP's hints; absent is not false: an absent hint counts as MCP's default (read_only false,
/// destructive true, idempotent false, open_world true) when the risk tier is derived.
struct Hints {
    std::optional<bool> read_only{};
    std::optional<bool> destructive{};
    std::optional<bool> idempotent{};
    std::optional<bool> open_world{};
    friend bool operator==(const Hints&, const Hints&) = default;
};

struct Contract {
    ToolId id{};
    std::string title{};
    std::string description{};
    Hints hints{};
    std::optional<Policy> policy{};  ///< compiled `.policy`; a compiled deny is a statement, the
                                     ///< others a base (consent/decision.hpp)
    bool has_preview = false;
    bool has_undo = false;
    /// The undo leaves everything as it was before the call ("exact"); else it makes up for the call ("compensating").
    bool undo_is_exact = false;
    /// How long after its outcome a call can be undone, by the wall clock. Nothing: for as long as its record is there.
    std::optional<std::chrono::seconds> undo_window{};
    /// A function tells whether a call happened whose outcome is not known.
    bool has_reconcile = false;
    /// Qualified C++ class of a member tool: its functions run only where an object of it lives.
    /// Empty for free functions.
    std::string bound_class{};
    /// JSON Pointers of arguments (and of the result) that are never stored, shown or logged; a
    /// token "*" stands for every element or member at that place.
    std::vector<std::string> secret_arguments{};
    std::vector<std::string> secret_results{};
    /// JSON Pointers of arguments by whose values a person may allow calls: "of this account". None is secret or lies within a list or map.
    std::vector<std::string> consent_keys{};
    std::optional<std::chrono::milliseconds> timeout{};
    /// Of the host's executors the one that runs its functions; empty: as Parts::place of the runtime says.
    std::string executor{};
    /// Of a tool that changes nothing: its outcome may be lost where the power fails soon after the answer.
    bool lazy_outcome = false;
    std::string generator{};  ///< the version of iam-gen that made the glue; empty: made by hand
    std::string
        document{};  ///< the MCP tool object as the manifest has it: JSON text, members in order
    /// {"inputSchema": …, "outputSchema": …} as JSON text: of the schemas that the digests are over those that `document` does not have, since it
    /// publishes wider ones. Empty: it has them.
    std::string full_schemas{};
    ContractDigests digests{};
};

/// "none", "compensating", "exact": the words of manifests, consent digests and rules.
std::string_view undo_grade(const Contract& contract) noexcept;

}  // namespace iam
