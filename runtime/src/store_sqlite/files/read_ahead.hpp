// Reads ahead on connections that only read: a walk through a table reads many pages with one
// system call.
#pragma once

#include "store_sqlite/files/file_layer.hpp"

namespace iam::store_sqlite {

/// Layers over the database file.
FileLayer::Kind read_ahead() noexcept;

}  // namespace iam::store_sqlite
