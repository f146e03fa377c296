// Describes how calls of another server's tools are previewed and undone: by other calls of the
// same server. The owner of this program writes recipes; no server does. docs/servers.md is the
// format.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// A call that a recipe makes at the tool's own server.
struct RecipeCall {
    std::string tool{};
    /// Canonical JSON text of an object. Its leaves are constants, or say where a value is taken
    /// from.
    std::string arguments = "{}";
    /// The owner's word that this call changes nothing. Else the tool must state readOnlyHint.
    bool is_read_only = false;
    friend bool operator==(const RecipeCall&, const RecipeCall&) = default;
};

/// Of one tool.
struct Recipe {
    std::optional<RecipeCall> preview{};  ///< its text is shown in the question
    std::optional<RecipeCall> before{};   ///< reads the state that the call is going to change
    std::optional<RecipeCall> undo{};     ///< makes up for the call
    /// The undo is refused if `before` reads something else than right after the call.
    bool is_state_compared = true;
    /// The call runs only if its undo can be prepared, as far as that is known before.
    bool is_undo_required = true;
    /// Each is canonical JSON text of a value: a text, or a list of texts. They name the things
    /// that the call changes (Context::touch).
    std::vector<std::string> touches{};
    friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// By the name of the tool.
using Recipes = std::map<std::string, Recipe, std::less<>>;

/// The recipes of one server: ready ones by their name, or written ones.
struct ServerRecipes {
    std::string ready{};  ///< not empty: `by_tool` does not count
    Recipes by_tool{};
    friend bool operator==(const ServerRecipes&, const ServerRecipes&) = default;
};

/// The recipes that come with this library: "filesystem" and "memory", for the servers
/// @modelcontextprotocol/server-filesystem and -memory. Nothing for another name.
std::optional<Recipes> ready_recipes(std::string_view name);
/// The names of the ready recipes, sorted.
std::vector<std::string_view> ready_recipe_names();

}  // namespace iam::mcp
