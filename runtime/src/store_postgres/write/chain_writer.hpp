// Commits groups of batches to a chain, one transaction and one message for each group.
#pragma once

#include "store_postgres/options.hpp"
#include "store_postgres/values/value_seal.hpp"
#include "store_postgres/wire/connection.hpp"
#include "store_postgres/write/chain.hpp"
#include "store_postgres/write/doubt.hpp"
#include "store_postgres/write/last_entry.hpp"
#include "store_postgres/write/plan.hpp"
#include <iam/ledger/store.hpp>
#include <iam/store/key_ring.hpp>

#include <sys/types.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace iam::store_postgres {

/// Not thread-safe: the writer of all threads holds it. Between two groups it may hold no
/// connection and no chain; the next group takes both.
class ChainWriter {
 public:
    struct Parts {
        Connection::Target target{};
        store::KeyRing keys;
        ValueKeys value_keys{};
        std::string instance{};  ///< names this writer among all
        LastEntryFile last;
    };
    ChainWriter(Parts parts, const Options& options);
    ~ChainWriter();
    ChainWriter(const ChainWriter&) = delete;
    ChainWriter& operator=(const ChainWriter&) = delete;

    struct Task {
        const ledger::Batch* batch = nullptr;
        Result<ledger::Receipt> result{};
    };
    /// Gives each task its result.
    void write(std::span<Task> tasks);
    /// Tells other programs about commits, once the tasks have their results.
    void announce();

 private:
    enum class News { none, entries, consent };

    /// How one try of a group ended.
    enum class End { done, refused, again };

    Result<End> try_group(std::span<Task> tasks);
    Result<End> send(std::span<Task> tasks, Plan& plan, const ledger::Head& before,
                     const ledger::Head& after);
    Result<End> accept(std::span<Task> tasks, const Plan& plan, const Rows& epoch, bool is_lazy);
    Result<End> fail_with(std::span<Task> tasks, Fault fault, bool was_exclusive);
    End try_later(const Fault& fault, bool was_exclusive);
    std::vector<Statement> frame(Plan& plan, bool is_lazy, bool renews) const;
    Result<void> check_clock();
    void remember_end();
    Result<End> resolve(std::span<Task> tasks, const Plan& plan);

    Result<void> get_ready();
    bool is_connected() const noexcept { return connection_ && connection_->is_alive(); }
    Result<void> connect();
    Result<void> take_new_chain();
    Result<void> start_term(const ServerFacts& facts);
    Result<void> check_tail();
    Result<bool> is_there(const ledger::Head& entry);
    Result<void> recover(const std::vector<ledger::Head>& lost);
    Result<ledger::Batch> ending_of_counted_consent();
    void leave_chain();
    Fault named(Fault fault);
    std::optional<Settled> settle();

    Connection::Target target_;
    RecordSeal seal_;
    ValueSeal values_;
    std::string instance_;
    LastEntryFile last_;
    Options options_;
    pid_t process_;
    std::optional<Connection> connection_{};
    std::optional<Chain> chain_{};
    std::optional<Doubt> doubt_{};
    std::string left_{};  ///< the chain that was left last, for the next term's note
    bool is_recovering_ = false;
    std::chrono::steady_clock::time_point announced_{};
    News news_ = News::none;
    std::chrono::steady_clock::time_point clock_checked_{};
    std::optional<ledger::Head> durable_end_{};  ///< the last one that was acknowledged here
};

}  // namespace iam::store_postgres
