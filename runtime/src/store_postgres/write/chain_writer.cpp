// Sends groups and judges their answers. write/term.cpp gets the connection and the chain.
#include "store_postgres/write/chain_writer.hpp"

#include "store_postgres/changes/change_feed.hpp"
#include "store_postgres/wire/transaction.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <utility>

namespace iam::store_postgres {
namespace {

// At most 20 announcements a second, unless consent has changed.
constexpr std::chrono::milliseconds k_announcement_gap{50};

// Another writer succeeds for each time that this one finds a record changed. The writer gives up
// after so many tries and Options::lock_wait.
constexpr int k_tries_max = 64;
constexpr int k_hold_back_ms = 10;  // between two looks whether the change is done

constexpr char k_lazy_sql[] = "SET LOCAL synchronous_commit = off";
constexpr char k_receipt_epoch_sql[] =
    "SELECT coalesce((SELECT epoch FROM @epochs WHERE scope = '*'), 0)";

constexpr char k_holder_sql[] =
    "SELECT a.application_name || ', process ' || a.pid || ' of ' || coalesce(a.client_addr::text, "
    "CASE WHEN a.usename = current_user THEN 'the same machine' ELSE 'another login' END) "
    "FROM pg_locks AS l "
    "JOIN pg_stat_activity AS a ON a.pid = l.pid WHERE l.relation = to_regclass($1) "
    "AND l.granted ORDER BY a.xact_start LIMIT 1";

bool is_stale(const Fault& fault) {
    return (fault.state == k_check_failed && fault.message == k_stale) ||
           (fault.state == "23505" && fault.table != "entries");
}

bool is_held_back(const Fault& fault) {
    return fault.state == k_check_failed && fault.message == k_change_waits;
}

bool lost_its_chain(const Fault& fault) {
    return is_chain_taken(fault) ||
           (fault.state == k_check_failed && fault.message == k_lease_lost);
}

/// True if nobody knows whether the transaction has committed.
bool is_in_doubt(const Fault& fault) {
    return fault.was_sent && (fault.is_lost() || fault.state.substr(0, 3) == "57P");
}

bool is_conflict(const Error& error) {
    return error.code == Errc::conflict;
}

}  // namespace

void ChainWriter::write(std::span<Task> tasks) {
    Error error{Errc::unavailable,
                "other programs kept changing the same records; try again once they are done"};
    const auto deadline = std::chrono::steady_clock::now() + options_.lock_wait;
    for (int tries = 0; tries < k_tries_max || std::chrono::steady_clock::now() < deadline;
         ++tries) {
        const Result<void> ready = get_ready();
        const Result<End> end = ready ? try_group(tasks) : tl::unexpected(ready.error());
        if (!end) {
            error = end.error();
            break;
        }
        if (*end == End::done) return;
        if (*end == End::again) continue;
        // A refused batch must not take the others with it. One alone has its verdict.
        if (tasks.size() == 1) return;
        for (Task& task : tasks) write(std::span(&task, 1));
        return;
    }
    for (Task& task : tasks) task.result = tl::unexpected(error);
}

/// Plans the group on the records as they are now, and sends it.
Result<ChainWriter::End> ChainWriter::try_group(std::span<Task> tasks) {
    const bool moves = std::any_of(tasks.begin(), tasks.end(),
                                   [](const Task& task) { return may_move_epoch(*task.batch); });
    // Its receipt names its own epoch, so a batch that moves it goes alone.
    if (moves && tasks.size() > 1) return End::refused;
    KnownRecords records;
    for (const Task& task : tasks) records.want(*task.batch);
    // Nothing is sent for the group yet, so a new connection serves as well as a broken one.
    if (Result<void> loaded = records.load(*connection_); !loaded) {
        if (!is_connected()) return End::again;
        return tl::unexpected(std::move(loaded).error());
    }
    if (Result<void> checked = check_clock(); !checked) {
        if (!is_connected()) return End::again;
        return tl::unexpected(std::move(checked).error());
    }
    const ledger::Head before = chain_->end;
    ledger::Head after = before;
    Plan plan(seal_, values_, records, after);
    if (is_recovering_) plan.leap_epoch();
    for (Task& task : tasks) {
        if (Result<void> added = plan.add(*task.batch); !added) {
            task.result = tl::unexpected(added.error());
            return End::refused;
        }
    }
    return send(tasks, plan, before, after);
}

/// A clock may be set while the program runs.
Result<void> ChainWriter::check_clock() {
    const auto now = std::chrono::steady_clock::now();
    if (now - clock_checked_ < options_.lease / 3) return {};
    IAM_CHECK(read_server_facts(*connection_, options_));
    clock_checked_ = now;
    return {};
}

std::vector<Statement> ChainWriter::frame(Plan& plan, bool is_lazy, bool renews) const {
    std::vector<Statement> all;
    begin_guarded(all, options_.guard, options_.lock_wait);
    if (is_lazy) all.emplace_back(k_lazy_sql);
    take_guard(all, options_.guard, plan.is_exclusive());
    if (renews) all.push_back(renewal(*chain_, instance_, options_, plan.has_silent_change()));
    for (Statement& statement : plan.take_statements()) all.push_back(std::move(statement));
    all.emplace_back(k_receipt_epoch_sql);
    all.emplace_back("COMMIT");
    return all;
}

Result<ChainWriter::End> ChainWriter::send(std::span<Task> tasks, Plan& plan,
                                           const ledger::Head& before, const ledger::Head& after) {
    const bool is_lazy = std::all_of(tasks.begin(), tasks.end(),
                                     [](const Task& task) { return task.batch->lazily_synced; });
    const auto now = std::chrono::steady_clock::now();
    const bool renews = plan.has_silent_change() || options_.guard == Guard::serializable ||
                        now - chain_->renewed > options_.lease / 3;
    const std::vector<Statement> statements = frame(plan, is_lazy, renews);
    Reply<std::vector<Rows>> answers = connection_->run(statements);
    if (!answers) {
        Fault fault = std::move(answers).error();
        if (!is_in_doubt(fault)) return fail_with(tasks, std::move(fault), plan.is_exclusive());
        doubt_ = Doubt{before, after,           plan.first_hash(),       {},
                       {},     chain_->changes, plan.has_silent_change()};
        return resolve(tasks, plan);
    }
    if (renews) chain_->renewed = now;
    chain_->end = after;
    if (plan.has_silent_change()) ++chain_->changes;
    return accept(tasks, plan, (*answers)[answers->size() - 2], is_lazy);
}

/// Other programs look from time to time as well. So most commits of a quick series are not told,
/// and a lost announcement does no harm.
void ChainWriter::announce() {
    const auto now = std::chrono::steady_clock::now();
    const bool is_due = now - announced_ >= k_announcement_gap;
    const News news = std::exchange(news_, News::none);
    if (news == News::none || (news == News::entries && !is_due) || !is_connected()) return;
    announced_ = now;
    const std::array<Statement, 4> told{Statement(k_begin_sql), Statement(k_lazy_sql),
                                        announcement(target_.schema), Statement("COMMIT")};
    static_cast<void>(connection_->run(told));
}

/// The server has committed. A standby that should have it, too, may not.
Result<ChainWriter::End> ChainWriter::accept(std::span<Task> tasks, const Plan& plan,
                                             const Rows& epoch, bool is_lazy) {
    if (connection_->is_unreplicated()) {
        return fail(Errc::outcome_unknown,
                    "the PostgreSQL server stopped to wait for its standby, so the commit may be "
                    "lost with the server; look at the ledger once a standby has it");
    }
    // If the write fails, the file goes on naming less.
    if (!is_lazy && chain_->end.entry.seq > 0 && !is_recovering_) remember_end();
    for (std::size_t i = 0; i < tasks.size(); ++i) {
        ledger::Receipt receipt;
        receipt.entries = plan.ids_of(i);
        receipt.head = plan.head_after(i);
        receipt.epoch = static_cast<std::uint64_t>(epoch.integer(0, 0));
        tasks[i].result = std::move(receipt);
    }
    news_ = plan.is_exclusive() ? News::consent : std::max(news_, News::entries);
    return End::done;
}

/// Nothing has been committed.
Result<ChainWriter::End> ChainWriter::fail_with(std::span<Task> tasks, Fault fault,
                                                bool was_exclusive) {
    if (!fault.was_sent || is_stale(fault)) return End::again;
    if (is_transient(fault) || is_held_back(fault)) return try_later(fault, was_exclusive);
    if (lost_its_chain(fault)) {
        leave_chain();
        // Another server may answer by now: the next connection looks for the end of the ledger.
        connection_.reset();
        return End::again;
    }
    if (fault.state == k_check_failed && fault.message == k_older_key) {
        if (values_.use_newest()) return End::again;
        return fail(Errc::unavailable,
                    "the ledger has a newer key of values than this program; copy values-N.key "
                    "from the host that made it (0600), then start this program again");
    }
    const Error error = error_of(named(std::move(fault)));
    if (!is_conflict(error)) return tl::unexpected(error);
    for (Task& task : tasks) task.result = tl::unexpected(error);
    return End::refused;
}

/// A change of consent that other commits keep refusing has them wait, and they do.
ChainWriter::End ChainWriter::try_later(const Fault& fault, bool was_exclusive) {
    if (is_held_back(fault)) {
        ::poll(nullptr, 0, k_hold_back_ms);
    } else if (was_exclusive && options_.guard == Guard::serializable) {
        // If it fails, the change is tried again all the same.
        static_cast<void>(connection_->run(hold_back(options_.lock_wait)));
    }
    return End::again;
}

void ChainWriter::remember_end() {
    durable_end_ = chain_->end;
    static_cast<void>(last_.write(chain_->end));
}

/// Finds the holder of the guard for the message about a wait that was too long.
Fault ChainWriter::named(Fault fault) {
    if (fault.state != "55P03" || !connection_->is_alive()) return fault;
    const auto holder =
        connection_->ask(Statement(k_holder_sql, Text{connection_->named("@guard")}));
    if (holder && holder->size() == 1) fault.holder = holder->bytes(0, 0);
    return fault;
}

/// Learns the end of a group in doubt. A second commit makes the first one durable everywhere, as
/// its lost answer would have said. The receipt has the epoch of now.
Result<ChainWriter::End> ChainWriter::resolve(std::span<Task> tasks, const Plan& plan) {
    const std::optional<Settled> settled = settle();
    if (settled && *settled != Settled::committed) return End::again;
    if (settled && chain_) {
        const std::array<Statement, 4> second{Statement(k_begin_sql),
                                              renewal(*chain_, instance_, options_, false),
                                              Statement(k_receipt_epoch_sql), Statement("COMMIT")};
        if (const auto answers = connection_->run(second))
            return accept(tasks, plan, (*answers)[2], false);
    }
    return fail(Errc::outcome_unknown,
                "the PostgreSQL server was lost before it answered a commit, and did not come back "
                "in time to say how it ended; look at the ledger once it answers");
}

}  // namespace iam::store_postgres
