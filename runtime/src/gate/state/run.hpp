// The run of a function: prepared by step 8, used by steps 9 to 12.
#pragma once

#include "gate/functions/workers.hpp"
#include <iam/ledger/entry.hpp>
#include <iam/tool/pinned_file.hpp>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace iam::gate {

/// Joins the stops of the host, of the whole Runtime (Stops) and of a time limit.
class StopLink {
 public:
    /// `own`: request() will be needed. If it is false and the host cannot stop calls, nothing is
    /// made.
    void connect(const std::stop_token& host, const std::stop_token& everybodys, bool own);
    void request() {
        if (joined_) joined_->source.request_stop();
    }
    const std::stop_token& token() const noexcept { return token_; }

 private:
    struct Forward {
        std::stop_source source;
        void operator()() { source.request_stop(); }
    };
    struct Joined {
        Joined(const std::stop_token& host, const std::stop_token& everybodys);
        std::stop_source source{};
        std::stop_callback<Forward> from_host;
        std::stop_callback<Forward> from_everybody;
    };
    std::unique_ptr<Joined> joined_{};
    std::stop_token token_{};
};

/// The duty to answer a begun call. The thread of its function and the thread of its time limit
/// compete for it. Thread-safe.
class ReplyDuty {
 public:
    /// Returns true for the first thread.
    bool take() noexcept { return !is_taken_.exchange(true); }
    void give_back() noexcept { is_taken_ = false; }
    bool is_taken() const noexcept { return is_taken_; }

    /// One thread's view: take() stays true once it was.
    class Holder {
     public:
        explicit Holder(ReplyDuty& duty) noexcept : duty_(duty) {}
        bool take() noexcept { return is_mine_ = is_mine_ || duty_.take(); }
        void give_back() noexcept {
            is_mine_ = false;
            duty_.give_back();
        }

     private:
        ReplyDuty& duty_;
        bool is_mine_ = false;
    };

 private:
    std::atomic<bool> is_taken_{false};
};

struct Run {
    /// If a person agreed to this call: the files pinned by the preview, opened anew.
    std::optional<std::vector<std::shared_ptr<const PinnedFile>>> pins{};
    std::optional<Workers::Slot> slot{};
    std::stop_token everybodys_stop{};  ///< of all running functions; taken before the intent
    StopLink stop{};
    ledger::EntryId intent{};
    std::mutex recording{};  ///< a late outcome and its time-out are written by two threads
    ReplyDuty duty{};
};

}  // namespace iam::gate
