#include "iam/mcp/imported_tools.hpp"

#include "mcp/client/connection/tool_pages.hpp"
#include "mcp/client/imported/imported_tool.hpp"
#include "mcp/client/imported/tool_mentions.hpp"
#include "mcp/client/imported/tool_names.hpp"
#include "mcp/client/recipes/bind_recipes.hpp"
#include "mcp/client/recipes/recipe_run.hpp"
#include "mcp/client/server_call.hpp"
#include "mcp/client/server_updates.hpp"
#include <iam/question/escape.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace iam::mcp {
namespace {

// The tools of all servers are imported on one thread, so long for one server at a time.
constexpr std::chrono::seconds k_turn{1};

}  // namespace

class ImportedToolsCore {
 public:
    ImportedToolsCore(Servers& servers, Registry& registry)
        : servers_(servers),
          registry_(registry),
          updates_(servers, [this](const std::string& server) {
              bool is_whole = false;
              std::vector<ImportFinding> found = update(server, is_whole);
              const std::lock_guard lock(mutex_);
              findings_[server] = std::move(found);
              return is_whole;
          }) {}

    ~ImportedToolsCore() {
        updates_.end();
        std::vector<ToolId> all;
        for (const auto& [id, imported] : imported_)
            if (imported.refusal.empty()) all.push_back(id);
        (void)registry_.change(all, {});
    }

    bool wait_until_settled(std::chrono::milliseconds longest, std::string_view server) {
        const auto end = std::chrono::steady_clock::now() + longest;
        if (!servers_.wait_until_settled(longest, server)) return false;
        return updates_.wait_until(end, server);
    }

    std::vector<ImportFinding> findings() const {
        std::map<std::string, std::vector<ImportFinding>> by_server;
        {
            const std::lock_guard lock(mutex_);
            by_server = findings_;
        }
        // Names of different origins are compared last: their tools come and go.
        std::vector<ToolId> ids;
        const auto catalogue = registry_.snapshot();
        for (const Contract* contract : catalogue->contracts()) ids.push_back(contract->id);
        const auto add = [&](const ToolId& tool, const std::string& reason) {
            const auto found = by_server.find(tool.origin);
            if (found != by_server.end()) found->second.push_back(shown({tool, false, reason}));
        };
        for (const NameFinding& finding : judge_tool_names(ids))
            if (!finding.is_refused) add(finding.tool, finding.reason);
        for (const ToolMention& mention : find_tool_mentions(catalogue->contracts()))
            add(mention.tool, "its words name '" + display_name(mention.named) +
                                  "', a tool of another server; they may steer the model's calls");
        std::vector<ImportFinding> all;
        for (const auto& [server, found] : by_server)
            all.insert(all.end(), found.begin(), found.end());
        return all;
    }

 private:
    using Tools = std::map<ToolId, ServerTool>;
    struct Listed {
        ServerTool tool{};
        std::string recipe{};  // its text; empty: there is none
        friend bool operator==(const Listed& a, const Listed& b) {
            return a.tool.document == b.tool.document && a.tool.endpoint == b.tool.endpoint &&
                   a.recipe == b.recipe;
        }
    };
    using Wanted = std::map<ToolId, Listed>;
    /// A tool of a list that was looked at.
    struct Imported {
        Listed listed{};
        std::size_t pattern_size = 0;  // of ImportLimits::pattern_room
        std::string moved_from{};      // a server that had a tool of this name until then
        std::string refusal{};         // empty: it is in the registry
    };

    static ImportFinding shown(const NameFinding& finding) {
        return {finding.tool.origin, question::escape_for_display(finding.tool.name),
                finding.is_refused, finding.reason};
    }

    /// Brings the registry nearer to the server's present list, for about k_turn.
    std::vector<ImportFinding> update(const std::string& server, bool& is_whole) {
        std::vector<ImportFinding> found;
        Tools wanted;
        std::vector<ToolId> ids;
        for (ServerTool& tool : servers_.list_tools(server)) {
            ToolId id{server, tool_name_in(tool.document)};
            ids.push_back(id);
            wanted.emplace(std::move(id), std::move(tool));
        }
        for (const NameFinding& finding : judge_tool_names(ids)) {
            wanted.erase(finding.tool);
            found.push_back(shown(finding));
        }
        const BoundRecipes recipes = bind_recipes_of(server, wanted, found);
        is_whole = add_others(server, with_recipes(wanted, recipes), recipes);
        for (auto it = imported_.lower_bound(ToolId{server, {}});
             it != imported_.end() && it->first.origin == server; ++it) {
            const auto& [id, tool] = *it;
            if (!tool.refusal.empty()) {
                found.push_back(
                    {server, question::escape_for_display(id.name), true, tool.refusal});
            } else if (!tool.moved_from.empty()) {
                found.push_back(shown({id, false,
                                       "the server '" + tool.moved_from +
                                           "' had a tool of this name before; consent to that one "
                                           "is none to this one"}));
            }
        }
        return found;
    }

    BoundRecipes bind_recipes_of(const std::string& server, const Tools& listed,
                                 std::vector<ImportFinding>& found) const {
        std::map<std::string, std::string> by_name;
        for (const auto& [id, tool] : listed) by_name.emplace(id.name, tool.document);
        BoundRecipes recipes = bind_recipes(servers_.recipes(server), server, by_name);
        for (const RecipeFinding& finding : recipes.findings)
            found.push_back(
                {server, question::escape_for_display(finding.tool), false, finding.reason});
        return recipes;
    }

    /// A tool is another one if its recipe, or a tool of its recipe, is.
    static Wanted with_recipes(const Tools& listed, const BoundRecipes& recipes) {
        Wanted wanted;
        for (const auto& [id, tool] : listed) {
            const auto recipe = recipes.by_tool.find(id.name);
            wanted.emplace(
                id, Listed{tool, recipe == recipes.by_tool.end() ? "" : recipe->second->text});
        }
        return wanted;
    }

    /// Adds tools that are new, and takes out those that are gone or have changed. A refused tool
    /// is not tried again. False: the turn is over, and some are left.
    bool add_others(const std::string& server, const Wanted& wanted, const BoundRecipes& recipes) {
        const auto end = std::chrono::steady_clock::now() + k_turn;
        const std::vector<ToolId> gone = forget_others(server, wanted);
        // Patterns cost far more than their text.
        std::size_t room = ImportLimits{}.pattern_room;
        room -= std::min(room, pattern_size_of(server));
        std::vector<std::pair<ToolId, Imported>> added;
        std::vector<Registry::Addition> additions;
        bool is_whole = true;
        for (const auto& [id, tool_wanted] : wanted) {
            if (imported_.find(id) != imported_.end()) continue;
            is_whole = std::chrono::steady_clock::now() < end;
            if (!is_whole) break;
            const std::size_t before = room;
            auto tool = import(id, tool_wanted.tool, recipes, room);
            Imported looked_at{tool_wanted, before - room, server_before(id)};
            if (!tool) {
                looked_at.refusal = tool.error().message;
                imported_.emplace(id, std::move(looked_at));
                continue;
            }
            added.emplace_back(id, std::move(looked_at));
            additions.push_back(*std::move(tool));
        }
        const auto results = registry_.change(gone, std::move(additions));
        for (std::size_t at = 0; at < results.size(); ++at) {
            if (!results[at]) added[at].second.refusal = results[at].error().message;
            imported_.insert(std::move(added[at]));
        }
        return is_whole;
    }

    std::vector<ToolId> forget_others(const std::string& server, const Wanted& wanted) {
        std::vector<ToolId> gone;
        for (auto it = imported_.lower_bound(ToolId{server, {}});
             it != imported_.end() && it->first.origin == server;) {
            const auto same = wanted.find(it->first);
            if (same != wanted.end() && same->second == it->second.listed) {
                ++it;
                continue;
            }
            if (it->second.refusal.empty()) gone.push_back(it->first);
            if (same == wanted.end()) remember_gone(it->first);
            it = imported_.erase(it);
        }
        return gone;
    }

    /// Names of tools that are gone, with their last server, to notice when they come elsewhere.
    void remember_gone(const ToolId& tool) {
        constexpr std::size_t k_gone_max = 10'000;
        if (gone_.size() >= k_gone_max) gone_.clear();
        gone_[tool.name] = tool.origin;
    }

    std::string server_before(const ToolId& tool) {
        const auto found = gone_.find(tool.name);
        if (found == gone_.end()) return {};
        std::string server = found->second;
        gone_.erase(found);
        return server == tool.origin ? std::string() : server;
    }

    std::size_t pattern_size_of(const std::string& server) const {
        std::size_t size = 0;
        for (auto it = imported_.lower_bound(ToolId{server, {}});
             it != imported_.end() && it->first.origin == server; ++it)
            size += it->second.pattern_size;
        return size;
    }

    std::optional<RecipeRun> recipe_of(const ToolId& id, const ServerTool& listed,
                                       const BoundRecipes& recipes) const {
        const auto recipe = recipes.by_tool.find(id.name);
        if (recipe == recipes.by_tool.end()) return std::nullopt;
        return RecipeRun({.origin = id.origin,
                          .recipe = recipe->second,
                          .call = [&servers = servers_, listed](
                                      const std::string& tool, const std::string& document,
                                      std::string_view arguments, Context& context) {
                              ServerTool other = listed;
                              other.document = document;
                              return call_server(servers, other, tool, arguments, context);
                          }});
    }

    Result<Registry::Addition> import(const ToolId& id, const ServerTool& listed,
                                      const BoundRecipes& recipes,
                                      std::size_t& pattern_room) const {
        CallRemote call = [&servers = servers_, listed](const std::string& tool,
                                                        std::string_view arguments,
                                                        Context& context) {
            return call_server(servers, listed, tool, arguments, context);
        };
        IAM_TRY(tool, import_tool(id.origin, listed.document, std::move(call), {}, listed.endpoint,
                                  &pattern_room, recipe_of(id, listed, recipes)));
        return Registry::Addition{std::move(tool.contract), std::move(tool.handler)};
    }

    Servers& servers_;
    Registry& registry_;
    mutable std::mutex mutex_;
    std::map<std::string, std::vector<ImportFinding>> findings_;
    // Of the thread of the updates, and of the end.
    std::map<ToolId, Imported> imported_;
    std::map<std::string, std::string> gone_;
    ServerUpdates updates_;  // its thread uses the members above
};

ImportedTools::ImportedTools(Servers& servers, Registry& registry)
    : core_(std::make_unique<ImportedToolsCore>(servers, registry)) {}

ImportedTools::~ImportedTools() = default;

bool ImportedTools::wait_until_settled(std::chrono::milliseconds longest,
                                       std::string_view server) const {
    return core_->wait_until_settled(longest, server);
}

std::vector<ImportFinding> ImportedTools::findings() const {
    return core_->findings();
}

}  // namespace iam::mcp
