// A file layer of SQLite for connections that write: a frame of the log, its header and its page, is written with one call of the system
// where SQLite makes two.
#pragma once

#include "file_layer.hpp"

namespace iam::store_sqlite {

/// Of the log. Whatever else is asked of the file finds it as it would be without the layer: only a header whose page did not come yet is
/// not there.
FileLayer::Kind whole_frames() noexcept;

}  // namespace iam::store_sqlite
