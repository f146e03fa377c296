// A file layer of SQLite for connections that write: a frame of the log, its header and its page, is written with one call of the system
// where SQLite makes two.
#pragma once

#include "store_sqlite/files/file_layer.hpp"

namespace iam::store_sqlite {

/// Of the log. Whatever is asked of the file finds it as it would be without the layer; only between the writes of a header and its page,
/// which follow one another, it lacks the header.
FileLayer::Kind whole_frames() noexcept;

}  // namespace iam::store_sqlite
