// The public face of a Core.
#include "iam/rpc/peer.hpp"

#include "rpc/core.hpp"

#include <utility>

namespace iam::rpc {

Peer::Peer(Parts parts) : core_(std::make_shared<Core>(std::move(parts))) {}
Peer::~Peer() {
    core_->close();
}

Taken Peer::receive(std::string_view message, Channel channel) {
    return core_->receive(message, channel);
}
void Peer::poll() {
    core_->poll();
}
std::optional<std::chrono::milliseconds> Peer::next_deadline() const {
    return core_->next_deadline();
}
void Peer::writable() {
    core_->writable();
}
Result<Id> Peer::call(std::string_view method, std::string_view params,
                      std::function<void(Outcome)> on_outcome, const CallOptions& options) {
    return core_->call(method, params, std::move(on_outcome), options);
}
bool Peer::cancel(const Id& id, std::string_view reason) {
    return core_->cancel(id, reason);
}
bool Peer::fail_call(const Id& id, ErrorObject error) {
    return core_->fail_call(id, std::move(error));
}
Result<void> Peer::notify(std::string_view method, std::string_view params, Channel channel) {
    return core_->notify(method, params, channel);
}
void Peer::cancel_channel(Channel channel) {
    core_->cancel_channel(channel);
}
void Peer::set_protocol(Protocol protocol) {
    core_->set_protocol(std::move(protocol));
}
Load Peer::load() const {
    return core_->load();
}
void Peer::close() {
    core_->close();
}

std::string_view to_string(Report::Kind kind) noexcept {
    switch (kind) {
        case Report::Kind::unknown_answer:
            return "unknown_answer";
        case Report::Kind::bad_answer:
            return "bad_answer";
        case Report::Kind::refused_message:
            return "refused_message";
        case Report::Kind::bad_notification:
            return "bad_notification";
        case Report::Kind::unknown_notification:
            return "unknown_notification";
        case Report::Kind::void_cancellation:
            return "void_cancellation";
        case Report::Kind::void_progress:
            return "void_progress";
        case Report::Kind::unanswered:
            return "unanswered";
        case Report::Kind::failed_function:
            return "failed_function";
    }
    return "failed_function";
}

std::string_view to_string(Outcome::Kind kind) noexcept {
    switch (kind) {
        case Outcome::Kind::result:
            return "result";
        case Outcome::Kind::error:
            return "error";
        case Outcome::Kind::failed:
            return "failed";
        case Outcome::Kind::bad_answer:
            return "bad_answer";
        case Outcome::Kind::cancelled:
            return "cancelled";
        case Outcome::Kind::timed_out:
            return "timed_out";
        case Outcome::Kind::closed:
            return "closed";
    }
    return "closed";
}

}  // namespace iam::rpc
