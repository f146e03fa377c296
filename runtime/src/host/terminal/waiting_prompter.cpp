// Waits on the store, not on a timer, so an answer from elsewhere is seen at once.
#include "host/terminal/waiting_prompter.hpp"

#include <chrono>

namespace iam::host {
namespace {

// An expiry changes nothing in the store, so the question is checked in this interval as well.
constexpr std::chrono::milliseconds k_look_again{500};

void wait(ledger::Store& store, const consent::PromptTicket& ticket, const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        const auto version = store.version();
        if (ticket.settled() || !version) return;
        if (!store.wait_for_change(*version, k_look_again, stop)) return;
    }
}

}  // namespace

void WaitingPrompter::show(const consent::PromptRequest& request,
                           std::shared_ptr<const consent::PromptTicket> ticket,
                           std::function<void(consent::PromptReply)> on_reply) {
    try {
        if (announce_) announce_(request.approval_id);
        if (ticket) wait(store_, *ticket, stop_);
    } catch (...) {
        // Nobody has decided, and the reply says so.
    }
    on_reply(consent::PromptReply{});
}

}  // namespace iam::host
