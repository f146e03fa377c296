#include "mcp/server/core.hpp"
#include "mcp/server/methods.hpp"

#include <utility>

namespace iam::mcp {

void SessionCore::run(std::function<void()> job) const {
    if (!takes_job || !takes_job(job)) server->threads.run(std::move(job));
}

Revision SessionCore::revision() const {
    const std::lock_guard lock(mutex);
    return client ? client->revision : k_latest_revision;
}

void SessionCore::tell(std::string_view method, std::string_view params,
                       rpc::Channel channel) const {
    // If a notification does not fit the channel, it is lost, as the protocol allows.
    static_cast<void>(peer->notify(method, params, channel));
}

void SessionCore::tell_streams(std::string_view method, std::string_view uri) {
    streams.tell(method, uri,
                 [this](std::string_view of, std::string_view params, rpc::Channel channel) {
                     tell(of, params, channel);
                 });
}

Session::Session(std::shared_ptr<SessionCore> core) noexcept : core_(std::move(core)) {}

Session::~Session() {
    close();
}

rpc::Taken Session::receive(std::string_view message, rpc::Channel channel) {
    return core_->peer->receive(message, channel);
}

void Session::poll() {
    core_->peer->poll();
}

std::optional<std::chrono::milliseconds> Session::next_deadline() const {
    return core_->peer->next_deadline();
}

void Session::writable() {
    core_->peer->writable();
}

rpc::Load Session::load() const {
    return core_->peer->load();
}

std::optional<std::string_view> Session::revision() const {
    const std::lock_guard lock(core_->mutex);
    if (!core_->client) return std::nullopt;
    return to_string(core_->client->revision);
}

void Session::stop_waiting() {
    {
        const std::lock_guard lock(core_->mutex);
        core_->waits_for_people = false;
    }
    core_->calls.for_each([](ActiveCall& call) { call.stops_waiting = true; });
    core_->streams.end();
    core_->server->waiting.look_now();
}

void Session::stop_calls() {
    {
        const std::lock_guard lock(core_->mutex);
        core_->ends = true;
    }
    stop_waiting();
    if (!core_->is_stateless) core_->client_gone.request_stop();
    core_->calls.for_each([](ActiveCall& call) { call.stop.request_stop(); });
}

void Session::close() {
    core_->peer->close();
    // Without a session another channel brings the answers.
    if (!core_->is_stateless) core_->client_gone.request_stop();
    stop_waiting();
}

}  // namespace iam::mcp
