// Opened by its path, as every database is, so that the file is looked at afterwards.
#include "spare_connection.hpp"

#include "schema.hpp"

namespace iam::store_sqlite {

std::optional<SpareConnection::Use> SpareConnection::take() {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return std::nullopt;
    if (!was_tried_) {
        was_tried_ = true;
        if (auto opened = open_same()) connection_ = *std::move(opened);
    }
    if (!connection_) return std::nullopt;
    return Use(std::move(lock), *connection_);
}

Result<Connection> SpareConnection::open_same() const {
    IAM_TRY(connection, Connection::open(target_));
    // SQLite opens the log, too, when something is first read.
    IAM_CHECK(schema_version(connection));
    IAM_CHECK(check_identity(target_.path, database_));
    return std::move(connection);
}

}  // namespace iam::store_sqlite
