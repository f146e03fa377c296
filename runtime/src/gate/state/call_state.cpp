// Making a call's state, its ids and its stops.
#include "gate/state/call_state.hpp"

#include "gate/engine/engine.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace iam::gate {

template <std::size_t N>
std::array<std::uint8_t, N> RandomBlock::take() {
    if (left_ < N) {
        entropy_.fill(bytes_);
        left_ = bytes_.size();
    }
    std::array<std::uint8_t, N> taken{};
    const auto first = bytes_.begin() + static_cast<std::ptrdiff_t>(bytes_.size() - left_);
    std::copy_n(first, N, taken.begin());
    left_ -= N;
    return taken;
}

std::string RandomBlock::id() {
    return to_hex(take<16>());
}

std::string RandomBlock::id_at(const Moment& now) {
    auto bytes = take<16>();
    constexpr std::size_t k_time_bytes = 6;
    auto left = static_cast<std::uint64_t>(now.wall.time_since_epoch().count());
    for (std::size_t i = k_time_bytes; i-- > 0; left >>= 8U)
        bytes[i] = static_cast<std::uint8_t>(left & 0xFFU);
    return to_hex(bytes);
}

std::array<std::uint8_t, 32> RandomBlock::salt() {
    return take<32>();
}

std::uint64_t RandomBlock::lot() {
    std::uint64_t number = 0;
    for (const std::uint8_t byte : take<8>()) number = number << 8U | byte;
    return number;
}

StopLink::Joined::Joined(const std::stop_token& host, const std::stop_token& everybodys)
    : from_host(host, Forward{source}), from_everybody(everybodys, Forward{source}) {}

void StopLink::connect(const std::stop_token& host, const std::stop_token& everybodys, bool own) {
    if (!own && !host.stop_possible()) {
        token_ = everybodys;
        return;
    }
    joined_ = std::make_unique<Joined>(host, everybodys);
    token_ = joined_->source.get_token();
}

namespace {

/// Most texts of a call are empty. Moving an empty text costs as much as moving a long one.
void take(std::string& to, std::string& from) {
    if (!from.empty()) to = std::move(from);
}

/// Names all members, so that a new one is an error here until it is taken as well.
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
    : engine(std::move(shared)), basis(*engine), random(basis.entropy) {
    proposal.call = taken(proposed);
    proposal.options = std::move(chosen);
    standing.now = basis.clock.now();
    if (!proposal.call.id.empty()) {
        proposal.id_source = IdSource::host;
    } else {
        proposal.call.id = random.id_at(standing.now);
    }
}

const consent::Decision& Standing::undecided() noexcept {
    static const consent::Decision none;
    return none;
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
