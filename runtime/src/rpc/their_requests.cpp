// The life of a request of the other side: admitted, waiting, running, finished.
#include "rpc/their_requests.hpp"

#include <algorithm>
#include <utility>

namespace iam::rpc {

TheirRequests::Admission TheirRequests::admit(TheirRequest facts, Request request) {
    if (serials_.count(facts.id) != 0 || finished_ids_.count(facts.id) != 0)
        return Admission::repeated;
    const std::size_t bytes = request.params.size();
    const std::size_t open = requests_.size();
    // The sum of both limits may be no number.
    const bool is_full =
        open >= limits_.running_max && open - limits_.running_max >= limits_.waiting_max;
    // If no other request waits, the limit of a message's size is enough.
    if (is_full || (!waiting_.empty() && waiting_bytes_ + bytes > limits_.waiting_bytes_max))
        return Admission::busy;
    const std::uint64_t serial = ++last_serial_;
    request.stop = facts.stop.get_token();
    serials_.emplace(facts.id, serial);
    requests_.emplace(serial, std::move(facts));
    waiting_.push_back({serial, std::move(request)});
    waiting_bytes_ += bytes;
    return Admission::admitted;
}

std::optional<TheirRequests::Started> TheirRequests::next() {
    if (!can_start()) return std::nullopt;
    Waiting oldest = std::move(waiting_.front());
    waiting_.pop_front();
    waiting_bytes_ -= oldest.request.params.size();
    return Started{oldest.serial, std::move(oldest.request), requests_.at(oldest.serial).method};
}

void TheirRequests::set_at_work(std::uint64_t serial, bool is_at_work) {
    TheirRequest* const request = find(serial);
    if (request == nullptr || request->is_at_work == is_at_work) return;
    request->is_at_work = is_at_work;
    is_at_work ? --set_aside_ : ++set_aside_;
}

TheirRequest* TheirRequests::find(std::uint64_t serial) {
    const auto found = requests_.find(serial);
    return found == requests_.end() ? nullptr : &found->second;
}

std::optional<TheirRequest> TheirRequests::finish(std::uint64_t serial) {
    const auto found = requests_.find(serial);
    if (found == requests_.end()) return std::nullopt;
    TheirRequest facts = std::move(found->second);
    if (!facts.is_at_work) --set_aside_;
    requests_.erase(found);
    serials_.erase(facts.id);
    remember(facts.id);
    return facts;
}

TheirRequest TheirRequests::cancel(std::uint64_t serial) {
    const auto waits = std::find_if(waiting_.begin(), waiting_.end(),
                                    [&](const Waiting& one) { return one.serial == serial; });
    TheirRequest& request = requests_.at(serial);
    request.is_cancelled = true;
    TheirRequest facts = request;
    if (waits != waiting_.end()) {
        waiting_bytes_ -= waits->request.params.size();
        waiting_.erase(waits);
        finish(serial);
    }
    return facts;
}

std::optional<TheirRequest> TheirRequests::cancel(const Id& id) {
    const auto found = serials_.find(id);
    if (found == serials_.end()) return std::nullopt;
    const TheirRequest& request = requests_.at(found->second);
    if (request.is_cancelled || !request.method->may_cancel) return std::nullopt;
    return cancel(found->second);
}

std::vector<TheirRequest> TheirRequests::cancel_channel(Channel channel) {
    std::vector<std::uint64_t> serials;
    for (const auto& [serial, request] : requests_)
        if (request.channel == channel && !request.is_cancelled) serials.push_back(serial);
    std::vector<TheirRequest> cancelled;
    for (const std::uint64_t serial : serials) cancelled.push_back(cancel(serial));
    return cancelled;
}

std::vector<TheirRequest> TheirRequests::clear() {
    std::vector<TheirRequest> open;
    for (auto& [serial, request] : requests_)
        if (!request.is_cancelled) open.push_back(std::move(request));
    requests_.clear();
    serials_.clear();
    waiting_.clear();
    waiting_bytes_ = 0;
    set_aside_ = 0;
    return open;
}

void TheirRequests::remember(const Id& id) {
    if (limits_.remembered_ids == 0) return;
    if (finished_.size() >= limits_.remembered_ids) {
        finished_ids_.erase(finished_.front());
        finished_.pop_front();
    }
    finished_.push_back(id);
    finished_ids_.insert(id);
}

}  // namespace iam::rpc
