// Names the values in call.hpp and contract.hpp.
#include <iam/tool/call.hpp>

namespace iam {

std::string display_name(const ToolId& id) {
    if (id.name.empty()) return id.origin;
    return id.origin.empty() ? id.name : id.origin + "/" + id.name;
}

std::string_view to_string(Policy policy) noexcept {
    switch (policy) {
        case Policy::allow:
            return "allow";
        case Policy::confirm:
            return "confirm";
        case Policy::deny:
            return "deny";
    }
    return "unknown";
}

std::string_view undo_grade(const Contract& contract) noexcept {
    if (!contract.has_undo || contract.undo_is_conditional) return "none";
    return contract.undo_exact ? "exact" : "compensating";
}

std::string_view to_string(Proposer::Kind kind) noexcept {
    switch (kind) {
        case Proposer::Kind::person:
            return "person";
        case Proposer::Kind::model:
            return "model";
        case Proposer::Kind::program:
            return "program";
        case Proposer::Kind::mcp_client:
            return "mcp_client";
    }
    return "program";
}

}  // namespace iam
