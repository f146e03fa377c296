// Reads and unites catalogues, and writes the lock. The lock omits source places, since every edit
// moves them.
#include <generator/contract/lock/lock.hpp>
#include <iam/contract/digests.hpp>
#include <iam/core/assert.hpp>

#include <map>
#include <set>
#include <utility>

namespace iam::gen::contract {
namespace {

Result<void> check_tools(const OrderedJson& tools) {
    std::set<std::string> names;
    for (std::size_t i = 0; i < tools.size(); ++i) {
        const OrderedJson& tool = tools[i];
        const std::string pointer = "/tools/" + std::to_string(i) + "/name";
        if (!tool.is_object() || !tool.contains("name") || !tool["name"].is_string())
            return fail(Errc::invalid_argument, "every tool has a name", pointer);
        if (!names.insert(tool["name"].get<std::string>()).second)
            return fail(Errc::invalid_argument, "two tools have this name", pointer);
    }
    return {};
}

/// The answer of a server has its list in "result".
bool is_answer(const OrderedJson& document) {
    return document.is_object() && document.contains("jsonrpc") && document.contains("result");
}

OrderedJson without_place(OrderedJson tool) {
    return iam::contract::without_facts(std::move(tool), {"source"});
}

}  // namespace

std::vector<OrderedJson> Catalogue::tools() const {
    return document.at("tools").get<std::vector<OrderedJson>>();
}

Result<Catalogue> read_catalogue(std::string_view text, Accept accept) {
    IAM_TRY(document,
            parse_ordered_json(text, Limits{.depth_max = k_depth_ceiling, .allow_nul = true}));
    Catalogue catalogue;
    const bool is_unwrapped = accept == Accept::any && is_answer(document);
    catalogue.document = is_unwrapped ? OrderedJson(document["result"]) : std::move(document);
    const OrderedJson& root = catalogue.document;
    catalogue.is_ours =
        !is_unwrapped && root.is_object() && root.contains("iam") && root["iam"] == 1;
    if (!catalogue.is_ours && accept == Accept::ours)
        return fail(Errc::invalid_argument,
                    "this is not a catalogue of tools: the member \"iam\": 1 is missing", "/iam");
    if (!root.is_object() || !root.contains("tools") || !root["tools"].is_array())
        return fail(Errc::invalid_argument, "a catalogue has an array of tools here", "/tools");
    if (root.contains("nextCursor") && !root["nextCursor"].is_null())
        return fail(Errc::invalid_argument,
                    "this is one page of the tools; ask for the others and put the tools of all "
                    "pages into one list",
                    "/nextCursor");
    IAM_CHECK(check_tools(root["tools"]));
    return catalogue;
}

Result<Catalogue> united(std::vector<NamedCatalogue> catalogues) {
    IAM_ASSERT(!catalogues.empty());
    Catalogue all = catalogues.front().catalogue;
    if (catalogues.size() == 1) return all;
    struct Origin {
        std::string catalogue;
        OrderedJson tool;
    };
    std::map<std::string, Origin> by_name;
    for (const auto& [name, catalogue] : catalogues) {
        for (OrderedJson& tool : catalogue.tools()) {
            const auto tool_name = tool.at("name").get<std::string>();
            const auto [known, is_new] = by_name.try_emplace(tool_name, Origin{name, tool});
            if (is_new || without_place(known->second.tool).dump() == without_place(tool).dump())
                continue;
            return fail(Errc::invalid_argument,
                        name + " and " + known->second.catalogue + " have two tools '" + tool_name +
                            "' that differ, which one lock cannot hold; give one "
                            "of them another name, or each target a lock");
        }
    }
    all.document["tools"] = OrderedJson::array();
    for (auto& [name, origin] : by_name) all.document["tools"].push_back(std::move(origin.tool));
    return all;
}

std::string lock_text(const OrderedJson& manifest) {
    OrderedJson lock = manifest;
    for (OrderedJson& tool : lock["tools"]) tool = without_place(std::move(tool));
    return lock.dump(2) + "\n";
}

}  // namespace iam::gen::contract
