// Takes the connection that was used last, so a quiet program keeps one warm.
#include "store_postgres/read/pool.hpp"

#include <utility>

namespace iam::store_postgres {

Reply<Connection> Pool::take() {
    std::unique_lock lock(mutex_);
    freed_.wait(lock, [this] { return !idle_.empty() || open_ < max_; });
    if (!idle_.empty()) {
        Connection connection = std::move(idle_.back());
        idle_.pop_back();
        return connection;
    }
    ++open_;
    lock.unlock();
    Reply<Connection> opened = Connection::open(target_);
    if (!opened) give_up();
    return opened;
}

void Pool::give_back(Connection connection) {
    if (!connection.is_alive()) return drop_idle();
    {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(connection));
    }
    freed_.notify_one();
}

/// A server that went away took the idle connections along.
void Pool::drop_idle() {
    {
        const std::lock_guard lock(mutex_);
        open_ -= idle_.size() + 1;
        idle_.clear();
    }
    freed_.notify_all();
}

void Pool::give_up() {
    {
        const std::lock_guard lock(mutex_);
        --open_;
    }
    freed_.notify_one();
}

Result<std::vector<Rows>> Pool::read(std::span<const Statement> statements) {
    for (bool is_again = false;; is_again = true) {
        IAM_ASK(connection, take());
        Reply<std::vector<Rows>> answers = connection.run(statements);
        const bool is_alive = connection.is_alive();
        give_back(std::move(connection));
        if (answers) return *std::move(answers);
        if (is_alive || is_again) return tl::unexpected(error_of(answers.error()));
    }
}

Result<Rows> Pool::read(const Statement& statement) {
    IAM_TRY(answers, read(std::span(&statement, 1)));
    return std::move(answers.front());
}

}  // namespace iam::store_postgres
