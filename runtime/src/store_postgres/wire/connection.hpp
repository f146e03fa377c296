// Talks to a PostgreSQL server over libpq in pipeline mode.
#pragma once

#include "store_postgres/wire/fault.hpp"
#include "store_postgres/wire/parameters.hpp"
#include "store_postgres/wire/rows.hpp"

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace iam::store_postgres {

/// Owns a connection. Not thread-safe: its owner holds a mutex. It leaves no state on the server
/// but an open transaction, so a pooler in transaction mode may stand between.
class Connection {
 public:
    struct Target {
        std::string address{};  ///< an address of libpq, without a password
        std::string schema = "iam";
        bool writable = false;  ///< a standby is refused
        std::chrono::seconds connect_wait{5};
        std::chrono::milliseconds answer_wait{std::chrono::seconds{15}};
    };
    /// Errors: unavailable (no server, no right, a standby although `writable`).
    static Reply<Connection> open(const Target& target);
    ~Connection();
    Connection(Connection&&) noexcept;
    Connection& operator=(Connection&&) noexcept;

    /// Sends all statements in one message and returns their answers. At the first fault the server
    /// skips the others, and an open transaction is rolled back. After a fault that is_lost() the
    /// connection is of no more use: see is_alive().
    Reply<std::vector<Rows>> run(std::span<const Statement> statements);
    /// run() for one statement.
    Reply<Rows> ask(const Statement& statement);

    /// False also in a process that was forked since open(): the socket is the first one's.
    bool is_alive() const noexcept;
    /// True if the last run() had its commit cut off from the standby that it should have waited
    /// for. Then the commit is not acknowledged by it.
    bool is_unreplicated() const noexcept;
    /// The SQL with the quoted schema and a point in the place of each '@'.
    std::string named(const std::string& sql) const;
    /// The server's process for this connection.
    int backend() const noexcept;
    /// Takes in the server's notifications, after the socket has something to read. Their texts are
    /// dropped.
    void take_announcements() noexcept;
    /// The descriptor of the socket.
    int socket() const noexcept;

 private:
    struct State;
    explicit Connection(std::unique_ptr<State> state) noexcept;
    Reply<std::vector<Rows>> exchange(std::span<const Statement> statements);
    Fault lost(bool was_sent) const;
    Reply<void> send_all(std::span<const Statement> statements);
    Reply<std::vector<Rows>> take_all(std::size_t count);
    std::unique_ptr<State> state_;
};

}  // namespace iam::store_postgres
