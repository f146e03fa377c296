// Tries a silent connection with a request that changes nothing.
#include "mcp/client/connection/connection.hpp"

#include <string>

namespace iam::mcp {
namespace {

using std::chrono::milliseconds;

// A server that works answers at once.
constexpr milliseconds k_heartbeat_answer{10'000};

}  // namespace

void Connection::note_connected() {
    connected_at_ = parts_.clock.boot();
    {
        const std::lock_guard lock(mutex_);
        opening_took_ = connected_at_ - begun_at_;
        heartbeat_at_.reset();
    }
    if (parts_.config.times.heartbeat.count() > 0) beat_later(parts_.config.times.heartbeat);
}

void Connection::beat_later(milliseconds wait) {
    parts_.timers.after(wait, [weak = weak_from_this(), link = std::weak_ptr<Link>(link_)] {
        const auto self = weak.lock();
        const auto same = link.lock();
        if (self && same && self->link_ == same) self->beat();
    });
}

void Connection::beat() {
    const milliseconds every = parts_.config.times.heartbeat;
    const milliseconds silent = parts_.clock.boot() - link_->heard_at.load();
    if (silent < every) return beat_later(every - silent);
    if (has_open_calls()) return beat_later(every);
    const bool is_latest = is_stateless();
    ask(is_latest ? "server/discover" : "ping", is_latest ? meta_params(meta()) : std::string(),
        k_heartbeat_answer, [this](const rpc::Outcome& outcome) { take_heartbeat(outcome); });
}

// A server of one thread answers nothing while it works on a call. The time limits of the call
// watch it.
bool Connection::has_open_calls() const {
    const std::lock_guard lock(mutex_);
    return !open_calls_.empty();
}

void Connection::take_heartbeat(const rpc::Outcome& outcome) {
    const milliseconds every = parts_.config.times.heartbeat;
    // Any answer is a sign of life, also the refusal of the method.
    const bool is_alive = judge_call(outcome) != CallJudgement::failed;
    if (is_alive) {
        const std::lock_guard lock(mutex_);
        heartbeat_at_ = parts_.clock.boot();
    }
    if (is_alive || has_open_calls()) return beat_later(every);
    fail("The server did not answer a heartbeat within " +
         std::to_string(k_heartbeat_answer.count() / 1000) + " s.");
}

}  // namespace iam::mcp
