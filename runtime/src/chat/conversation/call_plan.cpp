// Decides which calls of an answer start next.
#include "chat/conversation/call_plan.hpp"

#include <iam/chat/conversation.hpp>

#include <algorithm>

namespace iam::chat {

std::vector<CallPlan::Start> CallPlan::start() {
    std::vector<Start> starts;
    std::size_t running = count(State::running);
    bool writes = false;       // a call that is not read-only runs before the present one
    bool any_before = false;   // any call runs before it
    bool waits_read = false;   // a read-only call before it waits
    bool waits_write = false;  // another call before it waits
    for (std::size_t i = 0; i < items_.size(); ++i) {
        Item& item = items_[i];
        if (item.state == State::ended) continue;
        if (item.state == State::waiting || item.state == State::held) {
            (item.is_read_only ? waits_read : waits_write) = true;
            continue;
        }
        if (item.state == State::ready) {
            const bool is_behind = waits_write || (waits_read && !item.is_read_only);
            const bool is_free = item.is_read_only ? !writes : !any_before;
            if (!is_free || running == k_calls_at_once_max) break;
            item.state = State::running;
            ++running;
            starts.push_back({i, is_behind});
        }
        any_before = true;
        writes = writes || !item.is_read_only;
    }
    return starts;
}

CallPlan::Item* CallPlan::find(const std::string& call) {
    const auto found = std::find_if(items_.begin(), items_.end(),
                                    [&](const Item& item) { return item.call == call; });
    return found == items_.end() ? nullptr : &*found;
}

std::size_t CallPlan::count(State state) const noexcept {
    return static_cast<std::size_t>(std::count_if(
        items_.begin(), items_.end(), [&](const Item& item) { return item.state == state; }));
}

}  // namespace iam::chat
