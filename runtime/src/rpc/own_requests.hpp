// The unanswered own requests, with their time-outs. Plain state: no lock, no clock.
#pragma once

#include <iam/rpc/peer.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace iam::rpc {

/// A moment by boot() of the owner's clock.
using BootTime = std::chrono::milliseconds;

struct OwnRequest {
    BootTime due{};  // when it times out, unless progress comes
    BootTime end{};  // when it times out at the latest
    BootTime timeout{};
    bool tells_cancel = true;
    Channel channel = 0;
    std::function<void(Outcome)> on_outcome{};
    std::shared_ptr<const std::function<void(const Progress&)>> on_progress{};
    std::optional<double> progress{};  // the last received
};

/// Makes a request sent `now`. The options have been checked.
OwnRequest own_request(std::function<void(Outcome)> on_outcome, const CallOptions& options,
                       BootTime now);

/// No function of the owner is called, copied or destroyed here: requests are moved in and out.
class OwnRequests {
 public:
    void add(const Id& id, OwnRequest&& request) { requests_.emplace(id, std::move(request)); }
    /// Ends a request. Nothing if it has ended.
    std::optional<OwnRequest> take(const Id& id);
    /// Notes a sign of life and returns the request. Null if no open request wants progress under
    /// the token, or if the progress does not grow.
    const OwnRequest* note_progress(const Id& token, const Progress& progress, BootTime now);

    struct Expired {
        Id id;
        OwnRequest request{};
    };
    /// Ends overdue requests.
    std::vector<Expired> take_due(BootTime now);
    /// Ends all requests.
    std::vector<OwnRequest> clear();
    std::optional<BootTime> next_due() const;
    std::size_t size() const noexcept { return requests_.size(); }

 private:
    std::map<Id, OwnRequest> requests_;
};

}  // namespace iam::rpc
