// A second connection for reading, for who finds the first one in use.
#pragma once

#include "store_sqlite/connection.hpp"
#include "store_sqlite/files/files.hpp"

#include <mutex>
#include <optional>
#include <utility>

namespace iam::store_sqlite {

/// Thread-safe. Opened when it is first wanted, and kept as long as this lives; where it is not to be had, it is not tried again.
class SpareConnection {
 public:
    /// `database`: the file that the first connection has open.
    SpareConnection(Connection::Target target, const FileIdentity& database)
        : target_(std::move(target)), database_(database) {}

    /// The connection, for nobody else while this lives.
    class Use {
     public:
        Use(std::unique_lock<std::mutex> lock, Connection& connection) noexcept
            : lock_(std::move(lock)), connection_(&connection) {}
        Connection& connection() const noexcept { return *connection_; }

     private:
        std::unique_lock<std::mutex> lock_;
        Connection* connection_;
    };
    /// Nothing: somebody uses it, it cannot be opened, or the path leads to another file by now. Waits for nobody who uses it; whoever wants
    /// it first opens it.
    std::optional<Use> take();

 private:
    std::optional<Connection> open_same() const noexcept;

    Connection::Target target_;
    FileIdentity database_;
    std::mutex mutex_;
    bool was_tried_ = false;
    std::optional<Connection> connection_{};
};

}  // namespace iam::store_sqlite
