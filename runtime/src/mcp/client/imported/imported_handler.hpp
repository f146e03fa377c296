// Declares the handler of a tool of another server.
#pragma once

#include "mcp/client/imported/import_limits.hpp"
#include "mcp/client/recipes/recipe_run.hpp"
#include "mcp/client/remote_call.hpp"
#include <iam/schema/schema.hpp>
#include <iam/tool/handler.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace iam::mcp {

/// Arguments are any object that the input schema accepts, in canonical form. Defaults of the
/// schema are not applied: the server does that.
class ImportedHandler final : public Handler {
 public:
    struct Parts {
        std::string name;        ///< the tool's own
        std::string input_text;  ///< the input schema as JSON text, for errors
        schema::Schema input;
        std::optional<schema::Schema> output;
        CallRemote call;
        ImportLimits limits;
        std::optional<RecipeRun> recipe{};
    };
    explicit ImportedHandler(Parts parts) : parts_(std::move(parts)) {}

    Prepared prepare(std::string_view arguments) const override;
    Reply call(const Permit& permit, std::string_view arguments, Context& context) const override;
    // With a recipe only.
    PreviewReply preview(std::string_view arguments, Context& context) const override;
    Reply undo(const Permit& permit, std::string_view arguments, std::string_view result,
               Context& context) const override;

 private:
    Parts parts_;
};

}  // namespace iam::mcp
