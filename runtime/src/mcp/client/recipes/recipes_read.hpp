// Reads recipes strictly, and writes them.
#pragma once

#include <iam/core/json.hpp>
#include <iam/mcp/recipes.hpp>

#include <functional>
#include <string>

namespace iam::mcp {

/// The limit of each recipe's lists of templates.
inline constexpr std::size_t k_recipe_touches_max = 16;

/// Gets the pointer of a mistake and a sentence without a capital letter, with the way out.
using ComplainOfRecipe = std::function<void(const std::string& pointer, std::string message)>;

/// Reads the recipes of a server by the names of its tools. Mistakes are reported, all of them;
/// then the result is of no use. `pointer` is the place of `value`.
Recipes read_recipes(const Json& value, const std::string& pointer,
                     const ComplainOfRecipe& complain);

/// read_recipes() gives these recipes again.
OrderedJson recipes_as_json(const Recipes& recipes);

/// True for the object of a template that takes a value from elsewhere: it has one of these
/// members. An object of constants with such a member is written as {"value": …}.
bool is_template_form(const Json& part);

/// True if a part of the template takes a value from this source.
bool takes_from(const Json& arguments, std::string_view source);

}  // namespace iam::mcp
