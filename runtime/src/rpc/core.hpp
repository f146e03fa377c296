// The state of a Peer, shared by its Replies: one mutex over plain parts. Functions called under
// the mutex put the owner's functions into a Later; these run once the mutex is released.
#pragma once

#include "rpc/batch.hpp"
#include "rpc/own_requests.hpp"
#include "rpc/reader.hpp"
#include "rpc/their_requests.hpp"
#include <iam/rpc/peer.hpp>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace iam::rpc {

/// A finished own request. Its outcome has to be told.
struct Ended {
    OwnRequest request{};
    Outcome outcome{};
};

/// The owner's functions to be called, or destroyed, once the mutex is released.
struct Later {
    std::vector<std::stop_source> stops{};
    std::vector<std::function<void()>> calls{};  // of handlers and of progress
    std::vector<Ended> ended{};
    std::vector<Report> reports{};
    bool wakes = false;
};

/// The channel and batch of a received message, and the time.
struct Arrival {
    Channel channel = 0;
    std::shared_ptr<Batch> batch{};  // null for a message by itself
    BootTime now{};
};

/// An outgoing message, the answer to a received one.
struct Answer {
    std::optional<Id> id{};
    Channel channel = 0;
    std::shared_ptr<Batch> batch{};
    std::string text{};
    std::int64_t error_code = 0;
};

class Core : public std::enable_shared_from_this<Core> {
 public:
    explicit Core(Parts parts);

    // For Peer; documented there.
    Taken receive(std::string_view text, Channel channel);
    void poll();
    std::optional<BootTime> next_deadline() const;
    void writable();
    Result<Id> call(std::string_view method, std::string_view params,
                    std::function<void(Outcome)> on_outcome, const CallOptions& options);
    bool cancel(const Id& id, std::string_view reason);
    bool fail_call(const Id& id, ErrorObject error);
    Result<void> notify(std::string_view method, std::string_view params, Channel channel);
    void cancel_channel(Channel channel);
    void set_protocol(Protocol protocol);
    Load load() const;
    void close();

    // For Reply; documented there.
    bool answer_result(std::uint64_t serial, const Id& id, std::string_view json);
    bool answer_error(std::uint64_t serial, const Id& id, const ErrorObject& error);
    /// Answers a request if its Reply has gone without an answer.
    void answer_unanswered(std::uint64_t serial, const Id& id);
    bool tell_progress(std::uint64_t serial, const Progress& progress);
    void set_at_work(std::uint64_t serial, bool is_at_work);

 private:
    /// Notes a thread within the Core, so close() can wait for it.
    class Visitor {
     public:
        explicit Visitor(Core& core);
        ~Visitor();
        Visitor(const Visitor&) = delete;
        Visitor& operator=(const Visitor&) = delete;

     private:
        Core& core_;
    };

    // core.cpp: the parts used by the other sources.

    template <class Work>
    auto enter(Work work) {
        const Visitor here(*this);
        return apply(std::move(work));
    }
    /// Calls `work(later)` under the mutex, then performs `later`. A Visitor is there.
    template <class Work>
    auto apply(Work work) {
        Later later;
        auto result = [&] {
            const std::lock_guard lock(mutex_);
            return work(later);
        }();
        perform(later);
        return result;
    }
    /// Calls a function of the owner. An exception is reported.
    template <class Function>
    void guard(std::string_view fault, const Function& function) {
        try {
            function();
        } catch (const std::exception& error) {
            report({Report::Kind::failed_function, 0, std::string(fault) + ": " + error.what()});
        } catch (...) {
            report({Report::Kind::failed_function, 0, std::string(fault) + ": no std::exception"});
        }
    }
    void perform(Later& later);
    void report(const Report& report) noexcept;
    bool is_within_this_thread() const;
    /// Offers messages to the channel until it takes no more. One thread at a time does so.
    void send_all();
    bool offer(Output& output);

    // Under the mutex.
    void push(Output output);
    /// True if the channel is behind. The owner is then woken when it is not any more.
    bool is_behind();

    // incoming.cpp
    /// Reserves memory for the answers of a batch. If there is none, its requests become refused
    /// messages.
    std::shared_ptr<Batch> open_batch(std::vector<Message>& messages, Channel channel);
    void run_waiting();
    void run(TheirRequests::Started started);
    // Under the mutex. Each takes one received message.
    void take(Message& message, const Arrival& arrival, Later& later);
    void take_request(Message& message, const Arrival& arrival, Later& later);
    void take_notification(Message& message, const Arrival& arrival, Later& later);
    void take_cancellation(const Message& message, Channel channel, Later& later);
    void refuse(const Message& message, const Arrival& arrival, Later& later);
    void put(Answer answer, Later& later);
    void close_one(const std::shared_ptr<Batch>& batch, Later& later);
    std::size_t spare_kept_bytes() const noexcept;
    void end_cancelled(TheirRequest request, Later& later);
    bool finish(std::uint64_t serial, Answer answer);

    // outgoing.cpp, under the mutex.
    void take_answer(Message& message, Channel channel, Later& later);
    void take_progress(const Message& message, const Arrival& arrival, Later& later);
    static void end(OwnRequest request, Outcome outcome, Later& later);
    void tell_cancelled(const Id& id, const OwnRequest& request, std::string_view reason);

    const Parts parts_;
    TheirRequests theirs_{parts_.limits};
    OwnRequests own_{};
    std::atomic<std::uint64_t> last_id_{0};
    mutable std::mutex mutex_;
    std::shared_ptr<const Protocol> protocol_;
    bool is_closed_ = false;
    std::vector<std::thread::id> visitors_{};
    std::condition_variable left_;

    std::deque<Output> outputs_{};
    std::size_t output_bytes_ = 0;  // of outputs_, and of the message offered at the moment
    std::size_t kept_bytes_ = 0;    // Batch::bytes() of the open batches
    std::uint64_t writables_ = 0;   // calls of writable()
    bool is_sending_ = false;       // a thread is in send_all()
    bool is_blocked_ = false;       // the channel took no more
    bool wants_room_ = false;       // the owner is woken when there is room
};

}  // namespace iam::rpc
