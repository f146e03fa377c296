// A change in doubt is not asked about: its statements run again. Those of the first try are still
// running, or have committed, or find the rows of the second one when they arrive.
#include "store_postgres/side/side_connection.hpp"

#include "store_postgres/address.hpp"
#include "store_postgres/schema/migrations.hpp"
#include "store_postgres/wire/transaction.hpp"

#include <poll.h>

#include <utility>

namespace iam::store_postgres {
namespace {

using SteadyTime = std::chrono::steady_clock;

constexpr int k_order_tries_max = 8;  // of a transaction that the server could not order
constexpr int k_side_pause_ms = 50;   // between tries to reach a server that is away
constexpr std::size_t k_frame_begin = 2;

bool may_have_happened(const Fault& fault) {
    return fault.was_sent && (fault.is_lost() || fault.state.substr(0, 3) == "57P");
}

Result<void> check_tables(Connection& connection, const std::string& schema) {
    IAM_TRY(facts, read_facts(connection));
    if (!facts) {
        return fail(Errc::unavailable,
                    "the schema " + schema + " has no ledger; make it with the command state init");
    }
    if (facts->schema_version >= k_chats_version) return {};
    return fail(Errc::unavailable, "the tables in the schema " + schema + " are of version " +
                                       std::to_string(facts->schema_version) +
                                       ", which has no chats and no tasks; bring them to version " +
                                       std::to_string(k_chats_version) +
                                       " with the command state init");
}

}  // namespace

Result<std::shared_ptr<SideConnection>> SideConnection::open(const std::string& text,
                                                             store::Mode mode,
                                                             const SideOptions& options) {
    IAM_TRY(place, parse_address(text));
    Connection::Target target;
    target.address = place.for_libpq;
    target.schema = place.schema;
    target.writable = mode == store::Mode::read_write;
    target.answer_wait = options.answer_wait;
    IAM_ASK(connection, Connection::open(target));
    IAM_CHECK(check_tables(connection, place.schema));
    const bool is_writable = target.writable;
    return std::shared_ptr<SideConnection>(
        new SideConnection(std::move(target), is_writable, options, std::move(connection)));
}

SideConnection::SideConnection(Connection::Target target, bool is_writable,
                               const SideOptions& options, Connection connection)
    : target_(std::move(target)),
      is_writable_(is_writable),
      options_(options),
      connection_(std::move(connection)) {}

Reply<std::vector<Rows>> SideConnection::run(std::span<const Statement> statements) {
    if (!connection_ || !connection_->is_alive()) {
        connection_.reset();
        Reply<Connection> opened = Connection::open(target_);
        if (!opened) return tl::unexpected(std::move(opened).error());
        connection_.emplace(std::move(*opened));
    }
    return connection_->run(statements);
}

Result<Rows> SideConnection::read(const Statement& statement) {
    const std::lock_guard lock(mutex_);
    for (bool is_again = false;; is_again = true) {
        Reply<std::vector<Rows>> answers = run(std::span(&statement, 1));
        if (answers) return std::move(answers->front());
        if (is_again || !may_have_happened(answers.error()))
            return tl::unexpected(error_of(answers.error()));
    }
}

Result<SideConnection::Changed> SideConnection::change(const std::vector<Statement>& statements) {
    return try_until(statements, options_.settle_wait);
}

Result<SideConnection::Changed> SideConnection::change_in_passing(
    const std::vector<Statement>& statements) {
    return try_until(statements, std::chrono::milliseconds{0});
}

Result<SideConnection::Changed> SideConnection::try_until(const std::vector<Statement>& statements,
                                                          std::chrono::milliseconds settle_wait) {
    if (!is_writable_) {
        return fail(Errc::unavailable,
                    "the ledger was opened for reading only; open it for writing");
    }
    std::vector<Statement> all{Statement(k_begin_sql), transaction_limits(options_.lock_wait)};
    all.insert(all.end(), statements.begin(), statements.end());
    all.emplace_back("COMMIT");

    const std::lock_guard lock(mutex_);
    std::optional<SteadyTime::time_point> deadline;  // set if the change is in doubt
    for (int tries = 1;; ++tries) {
        Reply<std::vector<Rows>> answers = run(all);
        if (answers) return accept(*std::move(answers), deadline.has_value());
        const Fault& fault = answers.error();
        if (!deadline && !may_have_happened(fault)) {
            if (is_transient(fault) && tries < k_order_tries_max) continue;
            return tl::unexpected(error_of(fault));
        }
        const bool is_first = !deadline;
        if (is_first) deadline = SteadyTime::now() + settle_wait;
        if (is_first) continue;
        if (SteadyTime::now() >= *deadline) {
            return fail(Errc::outcome_unknown,
                        "the PostgreSQL server did not say if it has made the change: " +
                            fault.message + "; look at it again once the server answers");
        }
        ::poll(nullptr, 0, k_side_pause_ms);
    }
}

/// The server has committed. A standby that should have it, too, may not.
Result<SideConnection::Changed> SideConnection::accept(std::vector<Rows> answers,
                                                       bool was_in_doubt) const {
    if (connection_->is_unreplicated()) {
        return fail(
            Errc::outcome_unknown,
            "the PostgreSQL server stopped waiting for its standby, so the change is on the "
            "primary server alone; look at it again once the standby follows");
    }
    answers.pop_back();
    answers.erase(answers.begin(), answers.begin() + k_frame_begin);
    return Changed{std::move(answers), was_in_doubt};
}

}  // namespace iam::store_postgres
