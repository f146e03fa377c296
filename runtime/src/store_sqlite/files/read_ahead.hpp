// A file layer of SQLite for connections that only read: of a table that is walked through, it reads many pages with one call of the system.
#pragma once

#include "store_sqlite/files/file_layer.hpp"

namespace iam::store_sqlite {

/// Of the database.
FileLayer::Kind read_ahead() noexcept;

}  // namespace iam::store_sqlite
