// Makes a contract and a handler of a tool of another server.
#pragma once

#include "mcp/client/imported/import_limits.hpp"
#include "mcp/client/imported/parameter_headers.hpp"
#include "mcp/client/recipes/recipe_run.hpp"
#include "mcp/client/remote_call.hpp"
#include <iam/core/result.hpp>
#include <iam/tool/contract.hpp>
#include <iam/tool/handler.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace iam::mcp {

struct ImportedTool {
    Contract contract{};
    std::unique_ptr<const Handler> handler{};
    /// For calls in the stateless revision. An error refuses the tool there, and only there.
    Result<std::vector<ParameterHeader>> headers{};
};

/// Imports one element of a result of tools/list. `origin` is the server's name. `tool_object` is
/// JSON text and becomes the contract's document as it is. `call` outlives the handler's calls.
///
/// The schemas are of draft 2020-12 or 7. Nothing is fetched. The contract has no policy,
/// secrets or consent keys, and no undo or preview but those of `recipe`, since its server must not
/// choose them: members of _meta["iam/contract"] are text like any other. Hints are taken as the
/// tool states them; the decision does not believe those of an untrusted origin. A risk in _meta
/// ("koder.risk", or "risk" in "koder": low, medium or high) may only raise the tier: hints in the
/// tool's favour are then left out of the contract. An unknown risk counts as high.
///
/// `pattern_room` is schema::CompileOptions::pattern_room for all schemas of the server.
///
/// The consent digest covers each text of the tool object with its place, and `endpoint`, the
/// server's endpoint_text(); empty: it is not known.
///
/// A recipe is the owner's word, so it gives the contract a preview and an undo. It becomes the
/// member _meta["iam/recipe"] of the contract's document, and so a part of the consent digest.
///
/// Errors: invalid_argument, for a tool to be left out. The sentence names the tool, the reason and
/// the place; it is visible text.
Result<ImportedTool> import_tool(std::string_view origin, std::string_view tool_object,
                                 CallRemote call, const ImportLimits& limits = {},
                                 std::string_view endpoint = {},
                                 std::size_t* pattern_room = nullptr,
                                 std::optional<RecipeRun> recipe = std::nullopt);

}  // namespace iam::mcp
