// Makes the calls of a recipe around a call of its tool.
#pragma once

#include "mcp/client/imported/import_limits.hpp"
#include "mcp/client/recipes/bind_recipes.hpp"
#include <iam/mcp/servers.hpp>
#include <iam/tool/context.hpp>
#include <iam/tool/handler.hpp>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace iam::mcp {

/// Calls a tool of the server, as CallRemote does. `document` is the tool object that the recipe
/// was bound to: the call is sent only while the server lists it.
using CallRecipeTool =
    std::function<RemoteReply(const std::string& tool, const std::string& document,
                              std::string_view arguments, Context& context)>;

/// Several threads may use it at once.
class RecipeRun {
 public:
    struct Parts {
        std::string origin{};  ///< the server's name
        std::shared_ptr<const BoundRecipe> recipe{};
        CallRecipeTool call{};
        ImportLimits limits{};
    };
    explicit RecipeRun(Parts parts) : parts_(std::move(parts)) {}

    const BoundRecipe& recipe() const noexcept { return *parts_.recipe; }

    /// Reads the state, lets `effect` make the call, and keeps the compensating call for the undo.
    /// If a required undo cannot be prepared, `effect` does not run and the reply is a failure.
    /// Otherwise an undo that cannot be prepared is ruled out (Context::rule_out_undo).
    Reply call(std::string_view arguments, Context& context,
               const std::function<Reply()>& effect) const;
    /// The text of the recipe's preview, and a warning if this call cannot be undone.
    PreviewReply preview(std::string_view arguments, Context& context) const;
    /// Makes the compensating call that was kept. Failures beside those of the server:
    /// undo_incompatible (the recipe or a tool of it has changed since the call), undo_conflict
    /// (the state is not as the call left it).
    Reply undo(Context& context) const;

 private:
    struct Plan;

    Result<Json> read_state(std::string_view arguments, Context& context) const;
    Result<Plan> plan(const Json& call, Context& context) const;
    Result<void> add_arguments(Plan& plan, const Json* result) const;
    Result<void> keep(Plan& plan, const Reply& reply, Context& context) const;
    Result<void> touch(const Plan& plan, const Json& result, Context& context) const;
    std::string key_of(const BoundCall& call, std::string_view arguments) const;
    Reply send(const BoundCall& call, std::string_view arguments, Context& context) const;

    Parts parts_;
};

}  // namespace iam::mcp
