// The life of an own request. There are few at once (Limits::own_max), so the next due one is
// looked for among all.
#include "rpc/own_requests.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace iam::rpc {
namespace {

BootTime later_by(BootTime time, BootTime duration) {
    return duration > BootTime::max() - time ? BootTime::max() : time + duration;
}

}  // namespace

OwnRequest own_request(std::function<void(Outcome)> on_outcome, const CallOptions& options,
                       BootTime now) {
    OwnRequest request;
    request.timeout = options.timeout;
    request.due = later_by(now, options.timeout);
    request.end = later_by(now, std::max(options.timeout, options.timeout_total));
    request.tells_cancel = options.tells_cancel;
    request.channel = options.channel;
    request.on_outcome = std::move(on_outcome);
    if (options.on_progress) {
        request.on_progress =
            std::make_shared<const std::function<void(const Progress&)>>(options.on_progress);
    }
    return request;
}

std::optional<OwnRequest> OwnRequests::take(const Id& id) {
    const auto found = requests_.find(id);
    if (found == requests_.end()) return std::nullopt;
    OwnRequest request = std::move(found->second);
    requests_.erase(found);
    return request;
}

const OwnRequest* OwnRequests::note_progress(const Id& token, const Progress& progress,
                                             BootTime now) {
    const auto found = requests_.find(token);
    if (found == requests_.end() || !found->second.on_progress) return nullptr;
    OwnRequest& request = found->second;
    if (!std::isfinite(progress.value)) return nullptr;
    if (request.progress && progress.value <= *request.progress) return nullptr;
    request.progress = progress.value;
    request.due = std::min(request.end, later_by(now, request.timeout));
    return &request;
}

std::vector<OwnRequests::Expired> OwnRequests::take_due(BootTime now) {
    std::vector<Expired> expired;
    for (auto at = requests_.begin(); at != requests_.end();) {
        if (at->second.due > now) {
            ++at;
            continue;
        }
        expired.push_back({at->first, std::move(at->second)});
        at = requests_.erase(at);
    }
    return expired;
}

std::vector<OwnRequest> OwnRequests::clear() {
    std::vector<OwnRequest> open;
    for (auto& [id, request] : requests_) open.push_back(std::move(request));
    requests_.clear();
    return open;
}

std::optional<BootTime> OwnRequests::next_due() const {
    std::optional<BootTime> next;
    for (const auto& [id, request] : requests_)
        if (!next || request.due < *next) next = request.due;
    return next;
}

}  // namespace iam::rpc
