// Defines a tool's contract: the parts that models see and that consent is bound to. It holds plain
// values; handler.hpp has the functions.
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

/// The name of ToolPolicy outside annotated headers.
using Policy = ToolPolicy;

/// "allow", "confirm", "deny". Manifests, consent digests, ledgers and stores contain these words,
/// so they never change.
std::string_view to_string(Policy policy) noexcept;

/// The origin of a tool, and its name there. Origin "" means compiled into this program: the tool
/// is trusted and shown under the application's id.
struct ToolId {
    std::string origin{};
    std::string name{};
    friend bool operator==(const ToolId&, const ToolId&) = default;
    friend auto operator<=>(const ToolId&, const ToolId&) = default;
};

/// "name" for compiled-in tools, "origin/name" for others. For people only: never an identity.
std::string display_name(const ToolId& id);

/// MCP's hints. An absent hint is not false: the risk tier takes MCP's default (read_only false,
/// destructive true, idempotent false, open_world true).
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
    /// The policy compiled from `.policy`. A compiled deny is binding; the others are a base
    /// (consent/decision.hpp).
    std::optional<Policy> policy{};
    bool has_preview = false;
    bool has_undo = false;
    /// True if the undo leaves everything as it was before the call ("exact"). Otherwise it makes
    /// up for the call ("compensating").
    bool undo_is_exact = false;
    /// How long after its outcome a call can be undone, by the wall clock. If absent, as long as
    /// its record exists.
    std::optional<std::chrono::seconds> undo_window{};
    /// True if a function can tell whether a call with an unknown outcome happened.
    bool has_reconcile = false;
    /// Qualified C++ class of a member tool, whose functions run only on a living object of that
    /// class. Empty for free functions.
    std::string bound_class{};
    /// JSON Pointers of arguments (or of parts of the result) that are never stored, shown or
    /// logged. A token "*" stands for every element or member at that place.
    std::vector<std::string> secret_arguments{};
    std::vector<std::string> secret_results{};
    /// JSON Pointers of arguments by whose values a person may allow calls: "of this account". None
    /// is secret or lies within a list or map.
    std::vector<std::string> consent_keys{};
    std::optional<std::chrono::milliseconds> timeout{};
    /// The host's executor that runs the tool's functions. If empty, Parts::place of the runtime
    /// decides.
    std::string executor{};
    /// For a tool that changes nothing: its outcome may be lost if the power fails soon after the
    /// answer.
    bool lazy_outcome = false;
    /// the version of iam-gen that made the glue; empty for tools made by hand
    std::string generator{};
    std::string
        document{};  ///< the MCP tool object as in the manifest: JSON text, members in order
    /// {"inputSchema": …, "outputSchema": …} as JSON text: those schemas under the digests that
    /// `document` replaces by wider ones. Empty if `document` has them all.
    std::string full_schemas{};
    ContractDigests digests{};
};

/// "none", "compensating", "exact": the words of manifests, consent digests and rules.
std::string_view undo_grade(const Contract& contract) noexcept;

}  // namespace iam
