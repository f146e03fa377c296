// The unfinished requests of the other side. Plain state: no lock, no call of a handler.
#pragma once

#include <iam/rpc/reply.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace iam::rpc {

class Batch;

struct TheirRequest {
    Id id;
    Channel channel = 0;
    const Method* method = nullptr;
    std::optional<Id> token{};       // progress is wanted under this token
    std::shared_ptr<Batch> batch{};  // null for a request by itself
    std::stop_source stop{};
    bool is_cancelled = false;
    bool is_at_work = true;            // Reply::set_at_work
    std::optional<double> progress{};  // the last one told
};

class TheirRequests {
 public:
    explicit TheirRequests(const Limits& limits) : limits_(limits) {}

    enum class Admission { admitted, repeated, busy };
    /// Takes a request. It waits until next() gives it out.
    Admission admit(TheirRequest facts, Request request);

    struct Started {
        std::uint64_t serial = 0;
        Request request;
        const Method* method = nullptr;
    };
    /// The oldest waiting request, if a handler may work on one more.
    std::optional<Started> next();
    bool can_start() const noexcept {
        return !waiting_.empty() && running() - set_aside_ < limits_.running_max;
    }
    void set_at_work(std::uint64_t serial, bool is_at_work);

    /// The running request of this serial; null if it is finished.
    TheirRequest* find(std::uint64_t serial);
    /// Ends a request and frees its place. Nothing if it has ended.
    std::optional<TheirRequest> finish(std::uint64_t serial);

    /// Marks a request as cancelled and returns its facts. A waiting request is finished by this.
    /// Nothing if no open request has the id, or if it may not be cancelled.
    std::optional<TheirRequest> cancel(const Id& id);
    std::vector<TheirRequest> cancel_channel(Channel channel);
    /// Forgets all requests and returns those that were not cancelled.
    std::vector<TheirRequest> clear();

    std::size_t running() const noexcept { return requests_.size() - waiting_.size(); }
    std::size_t waiting() const noexcept { return waiting_.size(); }

 private:
    struct Waiting {
        std::uint64_t serial = 0;
        Request request;
    };
    TheirRequest cancel(std::uint64_t serial);
    void remember(const Id& id);

    const Limits& limits_;
    std::uint64_t last_serial_ = 0;
    std::map<std::uint64_t, TheirRequest> requests_;  // running and waiting
    std::map<Id, std::uint64_t> serials_;             // of all requests
    std::deque<Waiting> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::size_t set_aside_ = 0;  // running requests that are not at work
    std::deque<Id> finished_;    // the newest, oldest first
    std::set<Id> finished_ids_;
};

}  // namespace iam::rpc
