// The recipes for public servers, in the form of servers.json. A recipe stands here only if the
// undo makes up for all that the call did.
#include "mcp/client/recipes/recipes_read.hpp"
#include <iam/core/limits.hpp>

#include <array>

namespace iam::mcp {
namespace {

struct ReadyText {
    std::string_view name;
    std::string_view text;
};

// The server has no tool that deletes, so a file that was not there before has no undo.
constexpr std::string_view k_filesystem = R"({
  "write_file": {
    "before": {"tool": "read_text_file", "read_only": true, "arguments": {"path": {"from": "call", "pointer": "/path"}}},
    "undo": {"tool": "write_file", "required": false, "arguments": {
      "path": {"from": "call", "pointer": "/path"},
      "content": {"from": "before", "pointer": "/content"}}},
    "touches": [{"from": "call", "pointer": "/path"}]
  },
  "edit_file": {
    "preview": {"tool": "edit_file", "read_only": true, "arguments": {
      "path": {"from": "call", "pointer": "/path"},
      "edits": {"from": "call", "pointer": "/edits"},
      "dryRun": true}},
    "before": {"tool": "read_text_file", "read_only": true, "arguments": {"path": {"from": "call", "pointer": "/path"}}},
    "undo": {"tool": "write_file", "arguments": {
      "path": {"from": "call", "pointer": "/path"},
      "content": {"from": "before", "pointer": "/content"}}},
    "touches": [{"from": "call", "pointer": "/path"}]
  },
  "move_file": {
    "undo": {"tool": "move_file", "arguments": {
      "source": {"from": "call", "pointer": "/destination"},
      "destination": {"from": "call", "pointer": "/source"}}},
    "touches": [{"from": "call", "pointer": "/source"}, {"from": "call", "pointer": "/destination"}]
  }
})";

// delete_entities takes relations along, also those that were there before the entity, and
// delete_observations ignores observations that are not there. So create_entities, delete_entities
// and delete_observations have no undo. They name the things that they change. open_nodes leaves
// out the relations of entities that do not exist, so delete_relations reads the whole graph.
constexpr std::string_view k_memory = R"({
  "create_entities": {
    "touches": [{"each": {"from": "result", "pointer": "/entities"},
                 "make": {"from": "item", "pointer": "/name"}}]
  },
  "create_relations": {
    "undo": {"tool": "delete_relations", "arguments": {
      "relations": {"from": "result", "pointer": "/relations"}}},
    "touches": [{"each": {"from": "result", "pointer": "/relations"},
                 "make": {"from": "item", "pointer": "/from"}},
                {"each": {"from": "result", "pointer": "/relations"},
                 "make": {"from": "item", "pointer": "/to"}}]
  },
  "add_observations": {
    "undo": {"tool": "delete_observations", "arguments": {"deletions": {
      "each": {"from": "result", "pointer": "/results"},
      "make": {"entityName": {"from": "item", "pointer": "/entityName"},
               "observations": {"from": "item", "pointer": "/addedObservations"}}}}},
    "touches": [{"each": {"from": "result", "pointer": "/results"},
                 "make": {"from": "item", "pointer": "/entityName"}}]
  },
  "delete_relations": {
    "before": {"tool": "read_graph", "read_only": true, "unchanged": false, "arguments": {}},
    "undo": {"tool": "create_relations", "required": false, "arguments": {"relations": {
      "from": "call", "pointer": "/relations",
      "only_in": {"from": "before", "pointer": "/relations"}}}},
    "touches": [{"each": {"from": "call", "pointer": "/relations"},
                 "make": {"from": "item", "pointer": "/from"}},
                {"each": {"from": "call", "pointer": "/relations"},
                 "make": {"from": "item", "pointer": "/to"}}]
  },
  "delete_entities": {"touches": [{"from": "call", "pointer": "/entityNames"}]},
  "delete_observations": {
    "touches": [{"each": {"from": "call", "pointer": "/deletions"},
                 "make": {"from": "item", "pointer": "/entityName"}}]
  }
})";

constexpr std::array k_ready{ReadyText{"filesystem", k_filesystem}, ReadyText{"memory", k_memory}};

}  // namespace

std::optional<Recipes> ready_recipes(std::string_view name) {
    for (const ReadyText& ready : k_ready) {
        if (ready.name != name) continue;
        const auto value = parse_json(ready.text, limits_of_own_text(ready.text.size()));
        if (!value) return std::nullopt;
        bool is_good = true;
        Recipes recipes = read_recipes(
            *value, "", [&](const std::string&, const std::string&) { is_good = false; });
        if (is_good) return recipes;
    }
    return std::nullopt;
}

std::vector<std::string_view> ready_recipe_names() {
    std::vector<std::string_view> names;
    for (const ReadyText& ready : k_ready) names.push_back(ready.name);
    return names;
}

}  // namespace iam::mcp
