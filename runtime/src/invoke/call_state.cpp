// The parts of a call that have a life of their own.
#include "call_state.hpp"

#include "engine.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace iam::invoke {

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

std::array<std::uint8_t, 32> RandomBlock::salt() {
    return take<32>();
}

std::uint64_t RandomBlock::lot() {
    std::uint64_t number = 0;
    for (const std::uint8_t byte : take<8>()) number = number << 8U | byte;
    return number;
}

void StopLink::connect(const std::stop_token& host, const std::stop_token& everybodys, bool own) {
    if (!own && !host.stop_possible()) {
        token_ = everybodys;
        return;
    }
    source_ = std::stop_source();
    token_ = source_.get_token();
    host_.emplace(host, Forward{source_});
    everybodys_.emplace(everybodys, Forward{source_});
}

CallState::CallState(std::shared_ptr<Engine> shared, Call&& proposed, CallOptions&& chosen,
                     Runtime::Completion on_result)
    : engine(std::move(shared)),
      call(std::move(proposed)),
      options(std::move(chosen)),
      completion(std::move(on_result)),
      random(engine->parts.entropy) {
    now = engine->parts.clock.now();
    id_from_host = !call.id.empty();
    if (!id_from_host) call.id = random.id();
}

CallState::~CallState() {
    if (is_active) engine->active.remove(call.id);
}

}  // namespace iam::invoke
