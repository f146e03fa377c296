// Keeps a connection for the things beside the ledger: chats, tasks and their owners.
#pragma once

#include "store_postgres/wire/connection.hpp"
#include <iam/core/result.hpp>
#include <iam/store/backend.hpp>

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace iam::store_postgres {

/// Settings for tests; programs use the defaults.
struct SideOptions {
    /// The longest wait for the answer to one message of statements.
    std::chrono::milliseconds answer_wait{std::chrono::seconds{15}};
    /// The longest wait for rows that others hold.
    std::chrono::milliseconds lock_wait{std::chrono::seconds{2}};
    /// How long a change in doubt is tried again before its outcome counts as unknown.
    std::chrono::milliseconds settle_wait{std::chrono::seconds{20}};
    /// How long an owner stays one after the last renewal, by the server's clock.
    std::chrono::milliseconds lease{std::chrono::seconds{30}};
    std::chrono::milliseconds renewal{std::chrono::seconds{10}};  ///< the time between renewals
};

/// Thread-safe: one thread uses the connection at a time. A broken connection is opened anew.
class SideConnection {
 public:
    /// Errors: unavailable (no server, no tables, tables of version 1), corrupt (a newer schema),
    /// invalid_argument (the address).
    static Result<std::shared_ptr<SideConnection>> open(const std::string& place, store::Mode mode,
                                                        const SideOptions& options);

    /// Reads over the connection. A read whose connection breaks is sent once more.
    Result<Rows> read(const Statement& statement);

    struct Changed {
        std::vector<Rows> answers{};  ///< one of each statement
        /// The answer of an earlier try was lost, so the change may be that one's.
        bool was_in_doubt = false;
    };
    /// Runs the statements in one transaction, which sees all that others have committed before
    /// each statement. If the answer is lost, the same statements run again over a new connection,
    /// for at most SideOptions::settle_wait. So they must not change twice: their rows wait for a
    /// first transaction that is still open. Errors: those of error_of(), outcome_unknown.
    Result<Changed> change(const std::vector<Statement>& statements);
    /// change() with one repetition at most: for changes that another one makes up for.
    Result<Changed> change_in_passing(const std::vector<Statement>& statements);

    const SideOptions& options() const noexcept { return options_; }

 private:
    SideConnection(Connection::Target target, bool is_writable, const SideOptions& options,
                   Connection connection);
    Reply<std::vector<Rows>> run(std::span<const Statement> statements);
    Result<Changed> try_until(const std::vector<Statement>& statements,
                              std::chrono::milliseconds settle_wait);
    Result<Changed> accept(std::vector<Rows> answers, bool was_in_doubt) const;

    const Connection::Target target_;
    const bool is_writable_;
    const SideOptions options_;
    std::mutex mutex_{};
    std::optional<Connection> connection_;  // under mutex_
};

}  // namespace iam::store_postgres
