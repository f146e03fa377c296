// A recipe is bound as a whole or not at all: half of one would promise too much.
#include "mcp/client/recipes/bind_recipes.hpp"

#include "mcp/client/imported/import_limits.hpp"
#include "mcp/client/recipes/recipe_check.hpp"
#include "mcp/client/recipes/recipes_read.hpp"
#include <iam/contract/foreign_tool.hpp>
#include <iam/core/limits.hpp>
#include <iam/core/value_text.hpp>
#include <iam/question/escape.hpp>

#include <utility>

namespace iam::mcp {
namespace {

Result<schema::Schema> compiled(const Json& schema) {
    const ImportLimits limits;
    schema::CompileOptions options;
    options.limits.nodes_max = limits.tool_nodes_max;
    options.limits.bytes_max = limits.tool_bytes_max;
    options.limits.patterns_max = limits.patterns_max;
    return schema::Schema::compile(schema, options);
}

/// nullptr if the member is absent or null.
const Json* member_of_tool(const Json& tool, const char* name) {
    const auto found = tool.find(name);
    return found == tool.end() || found->is_null() ? nullptr : &*found;
}

SchemaView view_of(const Json& tool, const char* name) {
    const Json* schema = member_of_tool(tool, name);
    return {schema, schema};
}

/// Without an output schema a result is a list of content blocks.
SchemaView result_of(const Json& tool) {
    static const Json k_blocks = {{"type", "array"}, {"items", {{"type", "object"}}}};
    const SchemaView stated = view_of(tool, "outputSchema");
    return stated.schema == nullptr ? SchemaView{&k_blocks, &k_blocks} : stated;
}

/// One recipe while it is bound.
class RecipeBinding {
 public:
    RecipeBinding(const Recipe& recipe, const std::map<std::string, std::string>& documents)
        : recipe_(recipe), documents_(documents) {}

    /// Pointers of errors begin at the recipe.
    Result<std::shared_ptr<const BoundRecipe>> bind(const std::string& of) {
        auto bound = std::make_shared<BoundRecipe>();
        IAM_TRY(tool, tool_named(of, ""));
        SourceSchemas sources{view_of(tool, "inputSchema"), result_of(tool), {}};
        IAM_CHECK(bind_call(recipe_.preview, "preview", true, sources, bound->preview));
        IAM_CHECK(bind_call(recipe_.before, "before", true, sources, bound->before));
        Json before;
        if (bound->before) {
            IAM_TRY(read, tool_named(bound->before->tool, "/before/tool"));
            before = std::move(read);
            sources.before = result_of(before);
        }
        IAM_CHECK(bind_call(recipe_.undo, "undo", false, sources, bound->undo));
        IAM_CHECK(bind_touches(sources, *bound));
        bound->is_state_compared = recipe_.is_state_compared;
        bound->is_undo_required = recipe_.is_undo_required;
        bound->is_result_open = bound->undo && takes_from(bound->undo->arguments, "result") &&
                                member_of_tool(tool, "outputSchema") == nullptr;
        IAM_TRY(text, canonical_json(as_json(*bound)));
        bound->text = std::move(text);
        return std::shared_ptr<const BoundRecipe>(std::move(bound));
    }

 private:
    Result<Json> tool_named(const std::string& name, const std::string& place) const {
        const auto found = documents_.find(name);
        if (found == documents_.end())
            return fail(Errc::invalid_argument,
                        "the server has no usable tool " + quoted_name(name) +
                            "; write a name of `servers tools`.",
                        place);
        return parse_json(found->second, limits_of_own_text(found->second.size()));
    }

    static Result<Json> template_in(const std::string& text, const std::string& place) {
        auto value = parse_json(text, limits_of_own_text(text.size()));
        if (value) return value;
        return fail(Errc::invalid_argument, value.error().message + ".", place);
    }

    Result<void> bind_call(const std::optional<RecipeCall>& call, const std::string& name,
                           bool reads_only, const SourceSchemas& sources,
                           std::optional<BoundCall>& bound) const {
        if (!call) return {};
        const std::string place = "/" + name;
        IAM_TRY(tool, tool_named(call->tool, place + "/tool"));
        // It runs before anybody has agreed, so the word of the server is not enough.
        if (reads_only && !call->is_read_only) {
            return fail(Errc::invalid_argument,
                        "the call of " + quoted_name(call->tool) +
                            " runs before you answer; write \"read_only\": true if it changes "
                            "nothing, or leave it out.",
                        place);
        }
        IAM_TRY(arguments, template_in(call->arguments, place + "/arguments"));
        const SchemaView target = view_of(tool, "inputSchema");
        IAM_CHECK(check_template(arguments, place + "/arguments", sources, target));
        if (target.schema == nullptr)
            return fail(Errc::invalid_argument, "the tool has no inputSchema.", place + "/tool");
        IAM_TRY(input, compiled(*target.schema));
        const std::string& document = documents_.at(call->tool);
        IAM_TRY(ordered, parse_ordered_json(document, limits_of_own_text(document.size())));
        IAM_TRY(digests, contract::foreign_digests(ordered));
        std::optional<schema::Schema> output;
        if (const Json* stated = member_of_tool(tool, "outputSchema")) {
            IAM_TRY(made, compiled(*stated));
            output = std::move(made);
        }
        bound = BoundCall{call->tool,           document,         digests.consent.hex(),
                          std::move(arguments), std::move(input), std::move(output)};
        return {};
    }

    Result<void> bind_touches(const SourceSchemas& sources, BoundRecipe& bound) const {
        for (std::size_t i = 0; i < recipe_.touches.size(); ++i) {
            std::string place = "/touches";
            append_pointer(place, i);
            IAM_TRY(touched, template_in(recipe_.touches[i], place));
            const Json texts = {{"type", {"string", "array"}}, {"items", {{"type", "string"}}}};
            IAM_CHECK(check_template(touched, place, sources, {&texts, &texts}));
            bound.touches.push_back(std::move(touched));
        }
        return {};
    }

    Json as_json(const BoundRecipe& bound) const {
        Json all = Json::object();
        const auto put = [&](const char* name, const std::optional<BoundCall>& call) {
            if (!call) return;
            all[name] = {
                {"arguments", call->arguments}, {"contract", call->contract}, {"tool", call->tool}};
        };
        put("preview", bound.preview);
        put("before", bound.before);
        put("undo", bound.undo);
        if (bound.before) all["before"]["unchanged"] = recipe_.is_state_compared;
        if (bound.undo) {
            all["undo"]["grade"] = "compensating";
            all["undo"]["required"] = recipe_.is_undo_required;
        }
        if (!bound.touches.empty()) all["touches"] = bound.touches;
        return all;
    }

    const Recipe& recipe_;
    const std::map<std::string, std::string>& documents_;
};

std::string place_of_recipe(const ServerRecipes& recipes, const std::string& server,
                            const std::string& tool) {
    std::string pointer;
    if (recipes.ready.empty()) {
        pointer = "/servers";
        append_pointer(pointer, server);
        pointer += "/recipes";
    }
    append_pointer(pointer, tool);
    return pointer;
}

RecipeFinding not_used(const ServerRecipes& recipes, const std::string& server,
                       const std::string& tool, const Error& error) {
    const std::string file =
        recipes.ready.empty() ? "servers.json" : "the ready recipes " + quoted_name(recipes.ready);
    return {tool, question::escape_for_display("the recipe is not used: " + error.message + " (" +
                                               place_of_recipe(recipes, server, tool) +
                                               error.pointer + " of " + file + ")")};
}

}  // namespace

BoundRecipes bind_recipes(const ServerRecipes& recipes, const std::string& server,
                          const std::map<std::string, std::string>& documents) {
    BoundRecipes bound;
    std::optional<Recipes> ready;
    if (!recipes.ready.empty()) {
        ready = ready_recipes(recipes.ready);
        if (!ready) {
            const Error error{
                Errc::invalid_argument,
                "there are none of this name; known are " + quoted_list(ready_recipe_names()) + ".",
                ""};
            bound.findings.push_back(not_used(recipes, server, "", error));
            return bound;
        }
    }
    for (const auto& [tool, recipe] : ready ? *ready : recipes.by_tool) {
        if (ready && documents.find(tool) == documents.end()) continue;
        auto made = RecipeBinding(recipe, documents).bind(tool);
        if (made)
            bound.by_tool.emplace(tool, *std::move(made));
        else
            bound.findings.push_back(not_used(recipes, server, tool, made.error()));
    }
    return bound;
}

Result<std::string> document_with_recipe(const std::string& document, const BoundRecipe& recipe) {
    IAM_TRY(tool, parse_ordered_json(document, limits_of_own_text(document.size())));
    if (!tool.is_object()) return fail(Errc::invalid_argument, "it is no object.");
    OrderedJson& meta = tool["_meta"];
    if (!meta.is_object()) meta = OrderedJson::object();
    meta[k_recipe_member] = recipe.text;
    return tool.dump();
}

}  // namespace iam::mcp
