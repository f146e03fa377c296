// The parts of a call that have a life of their own.
#include "call_state.hpp"

#include "engine.hpp"

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

/// Most texts of a call are empty, and to move one of those is no less work than another one.
void take(std::string& to, std::string& from) {
    if (!from.empty()) to = std::move(from);
}

/// The names of all members, so that one more is an error here until it is taken as well.
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

CallState::CallState(std::shared_ptr<Engine> shared, Call&& proposed, CallOptions&& chosen,
                     Runtime::Completion on_result)
    : engine(std::move(shared)),
      call(taken(proposed)),
      options(std::move(chosen)),
      completion(std::move(on_result)),
      random(engine->parts.entropy) {
    now = engine->clock.now();
    id_from_host = !call.id.empty();
    if (!id_from_host) call.id = random.id_at(now);
}

const consent::Decision& CallState::no_decision() noexcept {
    static const consent::Decision none;
    return none;
}

void CallState::decide(consent::Decision&& other) {
    consent::tell_failures(other, known->rules);
    // Last, since a note that is scrubbed would not be known for the same.
    other.reason.change_own(
        [this](std::string own) { return scrub_text(std::move(own), redaction.texts); });
    decided = std::make_shared<const consent::Decision>(std::move(other));
}

CallState::~CallState() {
    if (is_active) engine->active.remove(call.id);
}

CallPointer make_call(const std::shared_ptr<Engine>& engine, Call&& call, CallOptions&& options,
                      Runtime::Completion on_result) {
    const CallAllocator<CallState> room(std::shared_ptr<CallMemory>(engine, &engine->call_memory));
    return std::allocate_shared<CallState>(room, engine, std::move(call), std::move(options),
                                           std::move(on_result));
}

}  // namespace iam::gate
