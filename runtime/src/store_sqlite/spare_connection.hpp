// Lends a second connection for reading while the first one is in use.
#pragma once

#include "store_sqlite/connection.hpp"
#include <iam/store/private_files.hpp>

#include <mutex>
#include <optional>
#include <utility>

namespace iam::store_sqlite {

/// Opens its connection at the first take() and keeps it. If opening fails, it never tries again.
/// Thread-safe.
class SpareConnection {
 public:
    /// `database` is the file that the first connection has open.
    SpareConnection(Connection::Target target, const store::FileIdentity& database)
        : target_(std::move(target)), database_(database) {}

    /// Lends the connection to one user until its destructor runs.
    class Use {
     public:
        Use(std::unique_lock<std::mutex> lock, Connection& connection) noexcept
            : lock_(std::move(lock)), connection_(&connection) {}
        Connection& connection() const noexcept { return *connection_; }

     private:
        std::unique_lock<std::mutex> lock_;
        Connection* connection_;
    };
    /// Returns nothing if the connection is in use or cannot be opened, or if the path leads to
    /// another file by now. It does not wait for another user.
    std::optional<Use> take();

 private:
    std::optional<Connection> open_same() const noexcept;

    Connection::Target target_;
    store::FileIdentity database_;
    std::mutex mutex_;
    bool was_tried_ = false;
    std::optional<Connection> connection_{};
};

}  // namespace iam::store_sqlite
