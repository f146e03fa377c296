// Shares a few connections for reading among all threads.
#pragma once

#include "store_postgres/wire/connection.hpp"

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

namespace iam::store_postgres {

/// Thread-safe. A connection is opened on first use. If all are busy, a thread waits for one.
class Pool {
 public:
    Pool(Connection::Target target, std::size_t max) : target_(std::move(target)), max_(max) {}

    /// Reads over one connection. A read whose connection breaks is sent once more over a new one.
    Result<std::vector<Rows>> read(std::span<const Statement> statements);
    Result<Rows> read(const Statement& statement);

 private:
    Reply<Connection> take();
    void give_back(Connection connection);
    void drop_idle();
    void give_up();

    Connection::Target target_;
    std::size_t max_;
    std::mutex mutex_{};
    std::condition_variable freed_{};
    std::vector<Connection> idle_{};
    std::size_t open_ = 0;  ///< idle and busy ones
};

}  // namespace iam::store_postgres
