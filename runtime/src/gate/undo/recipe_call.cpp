// The text is on record, so the shown call is the one that the undo will make.
#include "gate/undo/recipe_call.hpp"

#include <iam/core/json.hpp>
#include <iam/core/limits.hpp>

#include <utility>

namespace iam::gate {

std::optional<UndoCall> recipe_call_of(const CallState& undo) {
    const Contract& contract = *undo.tool.contract;
    if (!undo.proposal.undo || !undo.proposal.undo->kept || contract.also_calls.empty())
        return std::nullopt;
    const std::string& text = *undo.proposal.undo->kept;
    const auto kept = parse_json(text, limits_of_own_text(text.size()));
    if (!kept || !kept->is_object()) return std::nullopt;
    const auto tool = kept->find("tool");
    const auto arguments = kept->find("arguments");
    if (tool == kept->end() || !tool->is_string() || arguments == kept->end()) return std::nullopt;
    auto canonical = canonical_json(*arguments);
    if (!canonical) return std::nullopt;
    return UndoCall{{contract.id.origin, tool->get<std::string>()}, *std::move(canonical)};
}

}  // namespace iam::gate
