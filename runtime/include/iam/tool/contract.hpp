// Defines a tool's contract: the parts that models see and people consent to. It holds plain
// values; handler.hpp has the functions.
#pragma once

#include <iam/annotations.hpp>
#include <iam/contract/facts.hpp>
#include <iam/core/digest.hpp>

#include <chrono>
#include <compare>
#include <cstdint>
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

/// "name" for compiled-in tools, "origin/name" for others, "origin" for a server as a whole. For
/// people only: never an identity.
std::string display_name(const ToolId& id);

using Hints = contract::Hints;

/// The types of a contract's options, by the kinds of iam/contract/facts.def.
namespace option_kind {
using text = std::string;  ///< "" if not stated
using texts = std::vector<std::string>;
using flag = bool;
using policy = std::optional<Policy>;
using milliseconds = std::optional<std::chrono::milliseconds>;
using seconds = std::optional<std::chrono::seconds>;
}  // namespace option_kind

struct Contract {
    ToolId id{};
    std::string title{};
    std::string description{};
    Hints hints{};
    // The options: policy, executor, timeout and others. iam/contract/facts.def lists and explains
    // them.
#define IAM_OPTION(name, member, kind) option_kind::kind member{};
#include <iam/contract/facts.def>
    bool has_preview = false;
    bool has_undo = false;
    /// True if some calls cannot be undone and run all the same (Context::rule_out_undo). Rules
    /// then count the tool as one without undo.
    bool undo_is_conditional = false;
    /// True if a function can tell whether a call with an unknown outcome happened.
    bool has_reconcile = false;
    /// Qualified C++ class of a member tool. Its functions run only on a living object of this
    /// class. Empty for free functions.
    std::string bound_class{};
    /// JSON Pointers of arguments (or of parts of the result) never stored, shown or logged. A
    /// token "*" stands for every element or member at its place.
    std::vector<std::string> secret_arguments{};
    std::vector<std::string> secret_results{};
    /// JSON Pointers of arguments. A person may allow calls by their values: "of this account".
    /// None is secret or lies within a list or map.
    std::vector<std::string> consent_keys{};
    /// the version of iam-gen behind the glue; empty for tools made by hand
    std::string generator{};
    std::string
        document{};  ///< the MCP tool object as in the manifest: JSON text, members in order
    /// {"inputSchema": …, "outputSchema": …} as JSON text: the schemas under the digests, if
    /// `document` has wider ones in their place. Empty if `document` has them all.
    std::string full_schemas{};
    /// Of a tool of another server: the server's endpoint as canonical JSON text, without secrets.
    /// Part of the consent digest. Empty for compiled-in tools, and if it is not known.
    std::string endpoint{};
    /// Of a tool with a recipe: the names of the tools of the same origin that its preview, its
    /// calls and its undo call, sorted, without repetition. While one of them is denied for all
    /// arguments, calls, previews and undos of this tool are denied. Empty for other tools.
    std::vector<std::string> also_calls{};
    ContractDigests digests{};
};

/// "none", "compensating", "exact": the words of manifests, consent digests and rules. A
/// conditional undo counts as "none": no rule may count on it.
std::string_view undo_grade(const Contract& contract) noexcept;

}  // namespace iam
