// Making a call's state. The arguments of a call are moved, never copied.
#include "gate/state/call_state.hpp"

#include "gate/engine/engine.hpp"
#include "gate/state/call_id.hpp"

#include <utility>

namespace iam::gate {

namespace {

/// Most texts of a call are empty. Moving an empty text costs as much as moving a long one.
void take(std::string& to, std::string& from) {
    if (!from.empty()) to = std::move(from);
}

/// Names all members, so a new one is an error here until it is taken as well.
Call taken(Call& from) {
    Call call;
    auto& [id, tool, arguments, subject, proposer] = call;
    take(id, from.id);
    auto& [origin, name] = tool;
    take(origin, from.tool.origin);
    take(name, from.tool.name);
    take(arguments, from.arguments);
    auto& [user, workspace, session, agent] = subject;
    take(user, from.subject.user);
    take(workspace, from.subject.workspace);
    take(session, from.subject.session);
    take(agent, from.subject.agent);
    auto& [kind, model, provider, conversation_id, request_id] = proposer;
    kind = from.proposer.kind;
    take(model, from.proposer.model);
    take(provider, from.proposer.provider);
    take(conversation_id, from.proposer.conversation_id);
    take(request_id, from.proposer.request_id);
    return call;
}

}  // namespace

CallState::CallState(std::shared_ptr<Engine> shared, Call&& proposed, CallOptions&& chosen)
    : engine(std::move(shared)), basis(*engine), writer(*engine), standings(engine->standings) {
    proposal.call = taken(proposed);
    proposal.options = std::move(chosen);
    standing.now = basis.clock.now();
    if (!proposal.call.id.empty()) {
        proposal.id_source = IdSource::host;
    } else {
        proposal.call.id = new_call_id(basis.entropy, standing.now);
    }
}

CallPointer make_call(const std::shared_ptr<Engine>& engine, Call&& call, CallOptions&& options,
                      Runtime::Completion on_result) {
    const CallAllocator<CallState> room(std::shared_ptr<CallMemory>(engine, &engine->call_memory));
    CallPointer made =
        std::allocate_shared<CallState>(room, engine, std::move(call), std::move(options));
    made->caller.completion = std::move(on_result);
    return made;
}

CallView view_of(const CallState& call, std::optional<std::string>* changed) {
    return CallView{call.proposal.call, call.tool.contract, call.proposal.undo.has_value(),
                    changed};
}

}  // namespace iam::gate
