// SQLite opens a database by its path, so the file's identity is checked after opening.
#include "store_sqlite/spare_connection.hpp"

#include "store_sqlite/rows/schema.hpp"

#include <new>

namespace iam::store_sqlite {

std::optional<SpareConnection::Use> SpareConnection::take() {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return std::nullopt;
    if (!was_tried_) {
        was_tried_ = true;
        connection_ = open_same();
    }
    if (!connection_) return std::nullopt;
    return Use(std::move(lock), *connection_);
}

std::optional<Connection> SpareConnection::open_same() const noexcept {
    try {
        auto connection = Connection::open(target_);
        // SQLite opens the log at the first read.
        if (!connection || !schema_version(*connection)) return std::nullopt;
        if (!store::check_identity(target_.path, database_)) return std::nullopt;
        return *std::move(connection);
    } catch (const std::bad_alloc&) {
        return std::nullopt;
    }
}

}  // namespace iam::store_sqlite
