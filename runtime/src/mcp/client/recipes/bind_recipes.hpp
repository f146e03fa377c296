// Binds recipes to the tools that a server lists now.
#pragma once

#include <iam/core/json.hpp>
#include <iam/mcp/server_config.hpp>
#include <iam/schema/schema.hpp>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace iam::mcp {

/// A call of a recipe, with the tool as its server describes it.
struct BoundCall {
    std::string tool{};
    std::string document{};  ///< the tool object
    std::string contract{};  ///< its consent digest, in hexadecimal
    Json arguments{};        ///< the template
    schema::Schema input;
    std::optional<schema::Schema> output{};
};

/// Immutable.
struct BoundRecipe {
    std::optional<BoundCall> preview{};
    std::optional<BoundCall> before{};
    std::optional<BoundCall> undo{};
    bool is_state_compared = true;
    bool is_undo_required = true;
    /// The undo takes from a result that no output schema describes.
    bool is_result_open = false;
    std::vector<Json> touches{};
    /// The recipe with the contracts of its tools, as canonical JSON text: the part of the
    /// consent that covers it.
    std::string text{};
};

/// A recipe that is not used. The reason is a sentence in visible text with the place.
struct RecipeFinding {
    std::string tool{};
    std::string reason{};
};

struct BoundRecipes {
    std::map<std::string, std::shared_ptr<const BoundRecipe>, std::less<>> by_tool{};
    std::vector<RecipeFinding> findings{};
};

/// `documents` has the tool objects of the server by their names. Ready recipes of tools that it
/// does not have are left out in silence.
BoundRecipes bind_recipes(const ServerRecipes& recipes, const std::string& server,
                          const std::map<std::string, std::string>& documents);

/// The member of _meta that holds BoundRecipe::text in the contract's document. A server's own
/// member of this name refuses the tool.
inline constexpr const char* k_recipe_member = "iam/recipe";

/// The tool object with the recipe. Error: invalid_argument if the document is no object.
Result<std::string> document_with_recipe(const std::string& document, const BoundRecipe& recipe);

}  // namespace iam::mcp
