// The tables of tasks.db.
#pragma once

#include "store_sqlite/files/side_database.hpp"

namespace iam::store_sqlite {

SideDatabase tasks_database() noexcept;

}  // namespace iam::store_sqlite
