// Merges the batches of all threads into groups for one chain.
#pragma once

#include "store_postgres/write/chain_writer.hpp"

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <vector>

namespace iam::store_postgres {

/// Threads that commit at the same time share one transaction. Each batch keeps its own verdict.
/// Thread-safe.
class Writer {
 public:
    Writer(ChainWriter::Parts parts, const Options& options)
        : chain_(std::move(parts), options), gather_wait_(options.gather_wait) {}

    Result<ledger::Receipt> commit(const ledger::Batch& batch);

 private:
    struct Request {
        ChainWriter::Task task{};
        std::exception_ptr thrown{};  ///< memory ran out: there is no result
        bool done = false;
    };
    bool is_its_turn(const Request& request, std::unique_lock<std::mutex>& lock);
    void lead(std::unique_lock<std::mutex>& lock);
    void write(std::vector<Request*>& group);
    void tell_others() noexcept;

    std::mutex mutex_{};  // guards all below but chain_, which belongs to the busy thread
    std::condition_variable turn_{};
    std::vector<Request*> waiting_{};
    bool busy_ = false;
    // The size wanted for the next group: the last group and the threads arrived meanwhile.
    std::size_t expected_ = 1;
    ChainWriter chain_;
    std::chrono::microseconds gather_wait_;
};

}  // namespace iam::store_postgres
