#include "mcp/server/tool_list.hpp"

#include "mcp/server/pages.hpp"
#include <iam/core/json.hpp>
#include <iam/core/limits.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace iam::mcp {
namespace {

/// The published document with the full schemas, the input of the digests.
void put_full_schemas(OrderedJson& document, const std::string& full_schemas) {
    if (full_schemas.empty()) return;
    const auto full = parse_ordered_json(full_schemas, limits_of_own_text(full_schemas.size()));
    if (!full) return;
    for (const char* name : {"inputSchema", "outputSchema"}) {
        if (full->contains(name)) document[name] = (*full)[name];
    }
}

std::string result_member_of(const OrderedJson& document) {
    const OrderedJson::json_pointer place("/_meta/iam~1contract/result_member");
    if (!document.contains(place) || !document[place].is_string()) return {};
    return document[place].get<std::string>();
}

/// True for the schema of an object of one of MCP's content blocks.
bool is_block(const OrderedJson& schema) {
    static constexpr std::array<std::string_view, 5> k_types{"text", "image", "audio",
                                                             "resource_link", "resource"};
    const OrderedJson::json_pointer type("/properties/type/const");
    if (!schema.is_object() || !schema.contains(type) || !schema[type].is_string()) return false;
    const auto& name = schema[type].get_ref<const std::string&>();
    return std::find(k_types.begin(), k_types.end(), name) != k_types.end();
}

/// True for the published schema of iam::Content, in each profile.
bool is_content(const OrderedJson& document, const std::string& result_member) {
    if (result_member.empty()) return false;
    const OrderedJson& result = document["outputSchema"]["properties"][result_member];
    if (result.value("type", "") != "array" || !result.contains("items")) return false;
    const OrderedJson& items = result["items"];
    const auto alternatives = items.find("anyOf");
    return alternatives != items.end() && alternatives->is_array() && !alternatives->empty() &&
           std::all_of(alternatives->begin(), alternatives->end(), is_block);
}

/// Another server's tool object under its listed name. Facts of contracts are this program's word
/// alone.
void make_listed(OrderedJson& document, const ToolId& id) {
    document["name"] = listed_name(id);
    const auto meta = document.find("_meta");
    if (meta == document.end() || !meta->is_object()) return;
    meta->erase("iam/contract");
    meta->erase("iam/recipe");
    if (meta->empty()) document.erase("_meta");
}

/// Nothing if the contract has no document for clients to read.
std::optional<ListedTool> listed(const Contract& contract, bool full_schemas) {
    auto document =
        parse_ordered_json(contract.document, limits_of_own_text(contract.document.size()));
    if (!document || !document->is_object() || !document->contains("inputSchema"))
        return std::nullopt;
    if (full_schemas) put_full_schemas(*document, contract.full_schemas);
    const bool is_imported = !contract.id.origin.empty();
    if (is_imported) make_listed(*document, contract.id);
    ListedTool tool;
    tool.id = contract.id;
    tool.has_output = document->contains("outputSchema");
    tool.result_member = result_member_of(*document);
    tool.gives_content = tool.has_output && is_content(*document, tool.result_member);
    // The gate records blocks of other servers as they are (imported_result.hpp).
    if (is_imported && !tool.has_output) tool.gives_content = true;
    if (tool.gives_content && tool.has_output) {
        // Clients hold structured content against this schema, and blocks are none.
        document->erase("outputSchema");
        tool.has_output = false;
    }
    tool.text = document->dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
    return tool;
}

}  // namespace

std::string listed_name(const ToolId& id) {
    if (id.origin.empty()) return id.name;
    std::string name = id.origin + "__" + id.name;
    for (char& letter : name) {
        const bool is_plain = (letter >= 'a' && letter <= 'z') ||
                              (letter >= 'A' && letter <= 'Z') ||
                              (letter >= '0' && letter <= '9') || letter == '_' || letter == '-';
        if (!is_plain) letter = '-';
    }
    return name;
}

std::shared_ptr<const ListedTools> ToolList::of(const Catalogue& catalogue) {
    const std::lock_guard lock(mutex_);
    if (generation_ == catalogue.generation()) return tools_;
    auto tools = std::make_shared<ListedTools>();
    std::set<std::string> taken_twice;
    for (const Contract* contract : catalogue.contracts()) {
        auto tool = listed(*contract, full_schemas_);
        if (!tool) continue;
        std::string name = listed_name(contract->id);
        if (!tools->emplace(name, *std::move(tool)).second) taken_twice.insert(std::move(name));
    }
    for (const std::string& name : taken_twice) {
        // A tool of this program keeps its name.
        if (!tools->at(name).id.origin.empty()) tools->erase(name);
    }
    tools_ = std::move(tools);
    generation_ = catalogue.generation();
    return tools_;
}

std::shared_ptr<const ListedTools> tools_of(const ListedTools& tools,
                                            const std::function<bool(std::string_view)>& has_tool) {
    auto some = std::make_shared<ListedTools>();
    for (const auto& [name, tool] : tools) {
        if (has_tool(name)) some->emplace_hint(some->end(), name, tool);
    }
    return some;
}

Result<std::string> tools_page(const ListedTools& tools, const std::optional<std::string>& cursor,
                               std::size_t page_size) {
    return page_of(
        tools, "tools", cursor, page_size,
        [](JsonWriter& out, const std::string&, const ListedTool& tool) { out.raw(tool.text); });
}

}  // namespace iam::mcp
