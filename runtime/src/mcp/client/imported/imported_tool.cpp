// Reads a tool object part by part. A null member counts as absent, since some libraries write it.
#include "mcp/client/imported/imported_tool.hpp"

#include "mcp/client/imported/imported_handler.hpp"
#include "mcp/client/imported/tool_names.hpp"
#include <iam/contract/foreign_tool.hpp>
#include <iam/core/json.hpp>
#include <iam/mcp/servers_file.hpp>
#include <iam/question/escape.hpp>
#include <iam/schema/schema.hpp>

#include <set>
#include <string>
#include <utility>

namespace iam::mcp {
namespace {

/// nullptr if the member is absent or null.
const Json* present(const Json& object, const char* name) {
    if (!object.is_object()) return nullptr;
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

tl::unexpected<Error> bad_member(const std::string& name, std::string_view problem) {
    return fail(Errc::invalid_argument, name + " " + std::string(problem), "/" + name);
}

/// "" if the text is absent. `place` is its pointer without the first slash.
Result<std::string> text_of(const Json* text, const std::string& place, std::size_t bytes_max) {
    if (text == nullptr) return std::string();
    if (!text->is_string()) return bad_member(place, "is no text.");
    const auto& value = text->get_ref<const std::string&>();
    if (value.size() > bytes_max)
        return bad_member(place, "has " + std::to_string(value.size()) + " bytes; at most " +
                                     std::to_string(bytes_max) + " are taken.");
    return value;
}

Result<void> check_hint(const Json& annotations, const char* name) {
    const Json* value = present(annotations, name);
    if (value == nullptr || value->is_boolean()) return {};
    return bad_member("annotations/" + std::string(name), "is neither true nor false.");
}

Result<void> check_hints(const Json& tool) {
    const Json* annotations = present(tool, "annotations");
    if (annotations == nullptr) return {};
    if (!annotations->is_object()) return bad_member("annotations", "is no object.");
#define IAM_HINT(name, mcp, if_absent, to_true, to_false) IAM_CHECK(check_hint(*annotations, #mcp));
#include <iam/contract/facts.def>
    return {};
}

Result<schema::Schema> compile_schema(const Json& schema, const std::string& name,
                                      const ImportLimits& limits, std::size_t* pattern_room) {
    schema::CompileOptions options;
    options.limits.nodes_max = limits.tool_nodes_max;
    options.limits.bytes_max = limits.tool_bytes_max;
    options.limits.patterns_max = limits.patterns_max;
    options.pattern_room = pattern_room;
    auto compiled = schema::Schema::compile(schema, options);
    if (compiled) return compiled;
    const Error& error = compiled.error();
    return fail(error.code, name + ": " + error.message, "/" + name + error.pointer);
}

Result<schema::Schema> compile_input(const Json& tool, const ImportLimits& limits,
                                     std::size_t* pattern_room) {
    const Json* input = present(tool, "inputSchema");
    if (input == nullptr)
        return bad_member("inputSchema", R"(is missing; the least one is {"type":"object"}.)");
    if (!input->is_object()) return bad_member("inputSchema", "is no object.");
    const Json* type = present(*input, "type");
    if (type == nullptr || !type->is_string() || type->get_ref<const std::string&>() != "object")
        return bad_member("inputSchema/type", R"(is not "object", as MCP has it.)");
    return compile_schema(*input, "inputSchema", limits, pattern_room);
}

Result<std::optional<schema::Schema>> compile_output(const Json& tool, const ImportLimits& limits,
                                                     std::size_t* pattern_room) {
    const Json* output = present(tool, "outputSchema");
    if (output == nullptr) return std::optional<schema::Schema>();
    IAM_TRY(compiled, compile_schema(*output, "outputSchema", limits, pattern_room));
    return std::optional<schema::Schema>(std::move(compiled));
}

Result<ContractDigests> digests_of_tool(std::string_view tool_object, std::string_view endpoint) {
    // The same text was read with stricter limits before.
    IAM_TRY(object, parse_ordered_json(tool_object, limits_of_own_text(tool_object.size())));
    return contract::foreign_digests(object, endpoint);
}

Result<Json> read_tool(std::string_view tool_object, const ImportLimits& limits) {
    iam::Limits json;
    json.bytes_max = limits.tool_bytes_max;
    json.nodes_max = limits.tool_nodes_max;
    IAM_TRY(tool, parse_json(tool_object, json));
    if (!tool.is_object()) return fail(Errc::invalid_argument, "it is no object.");
    return std::move(tool);
}

/// The contract without its digests.
Result<Contract> contract_of_tool(std::string_view origin, const Json& tool,
                                  const ImportLimits& limits) {
    Contract contract;
    contract.id.origin = origin;
    IAM_TRY(name, text_of(present(tool, "name"), "name", limits.tool_bytes_max));
    if (auto checked = check_tool_name(name); !checked)
        return fail(Errc::invalid_argument, checked.error().message, "/name");
    contract.id.name = name;
    IAM_CHECK(check_hints(tool));
    contract.hints = contract::foreign_hints(tool);
    IAM_TRY(title, text_of(present(tool, "title"), "title", limits.title_bytes_max));
    const Json* annotations = present(tool, "annotations");
    IAM_TRY(older, text_of(annotations == nullptr ? nullptr : present(*annotations, "title"),
                           "annotations/title", limits.title_bytes_max));
    contract.title = title.empty() ? older : title;
    IAM_TRY(description,
            text_of(present(tool, "description"), "description", limits.description_bytes_max));
    contract.description = description;
    return contract;
}

/// Gives the contract the owner's recipe. The server must not write one.
Result<void> add_recipe(const Json& tool, const std::optional<RecipeRun>& run, Contract& contract) {
    const Json* meta = present(tool, "_meta");
    if (meta != nullptr && present(*meta, k_recipe_member) != nullptr)
        return bad_member("_meta/iam~1recipe", "is for recipes of this program, not of servers.");
    if (!run) return {};
    const BoundRecipe& recipe = run->recipe();
    IAM_TRY(document, document_with_recipe(contract.document, recipe));
    contract.document = std::move(document);
    contract.has_undo = recipe.undo.has_value();
    contract.undo_is_conditional =
        recipe.undo && (!recipe.is_undo_required || recipe.is_result_open);
    contract.has_preview = recipe.preview || recipe.before;
    std::set<std::string> called;
    for (const auto* call : {&recipe.preview, &recipe.before, &recipe.undo})
        if (*call) called.insert((*call)->tool);
    contract.also_calls.assign(called.begin(), called.end());
    return {};
}

Result<ImportedTool> import_parts(std::string_view origin, const Json& tool,
                                  std::string_view tool_object, CallRemote call,
                                  const ImportLimits& limits, std::string_view endpoint,
                                  std::size_t* pattern_room, std::optional<RecipeRun> recipe) {
    ImportedTool imported;
    IAM_TRY(contract, contract_of_tool(origin, tool, limits));
    IAM_TRY(input, compile_input(tool, limits, pattern_room));
    IAM_TRY(output, compile_output(tool, limits, pattern_room));
    contract.document = tool_object;
    IAM_CHECK(add_recipe(tool, recipe, contract));
    IAM_TRY(digests, digests_of_tool(contract.document, endpoint));
    imported.headers = parameter_headers(tool["inputSchema"]);
    imported.handler = std::make_unique<const ImportedHandler>(
        ImportedHandler::Parts{contract.id.name, tool["inputSchema"].dump(), std::move(input),
                               std::move(output), std::move(call), limits, std::move(recipe)});
    imported.contract = std::move(contract);
    imported.contract.digests = digests;
    imported.contract.endpoint = endpoint;
    return imported;
}

/// "tool 'read' of the server 'files': ", as far as the text has a name.
std::string whose(std::string_view origin, const Json* tool) {
    const Json* name = tool == nullptr ? nullptr : present(*tool, "name");
    std::string text = "a tool";
    if (name != nullptr && name->is_string()) {
        constexpr std::size_t k_shown_name_bytes = 160;
        const auto& value = name->get_ref<const std::string&>();
        std::string_view shown = value;
        if (shown.size() > k_shown_name_bytes) shown = shown.substr(0, k_shown_name_bytes);
        text = "tool '" + question::escape_for_display(shown) + "'";
    }
    return text + " of the server '" + question::escape_for_display(origin) + "': ";
}

}  // namespace

Result<ImportedTool> import_tool(std::string_view origin, std::string_view tool_object,
                                 CallRemote call, const ImportLimits& limits,
                                 std::string_view endpoint, std::size_t* pattern_room,
                                 std::optional<RecipeRun> recipe) {
    // A tool without an origin would be one of this program, and trusted.
    if (!is_server_name(origin))
        return fail(Errc::invalid_argument,
                    "'" + question::escape_for_display(origin) +
                        "' cannot name a server; use 1 to 64 of A-Z a-z 0-9 _ -.");
    const auto tool = read_tool(tool_object, limits);
    auto imported = tool ? import_parts(origin, *tool, tool_object, std::move(call), limits,
                                        endpoint, pattern_room, std::move(recipe))
                         : Result<ImportedTool>(tl::unexpected(tool.error()));
    if (imported) return imported;
    const Error& error = imported.error();
    return fail(
        error.code,
        whose(origin, tool ? &*tool : nullptr) + question::escape_for_display(error.message),
        error.pointer);
}

}  // namespace iam::mcp
