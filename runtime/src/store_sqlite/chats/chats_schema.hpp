// The tables of chats.db.
#pragma once

#include "store_sqlite/files/side_database.hpp"

namespace iam::store_sqlite {

SideDatabase chats_database() noexcept;

}  // namespace iam::store_sqlite
