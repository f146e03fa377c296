// Writes each frame of the log, its header and its page, with one system call on connections that
// write. SQLite makes two.
#pragma once

#include "store_sqlite/files/file_layer.hpp"

namespace iam::store_sqlite {

/// Layers over the log. Every other call on the file finds it as it would be without the layer.
/// Only between the writes of a header and its page, which follow one another, the file lacks the
/// header.
FileLayer::Kind whole_frames() noexcept;

}  // namespace iam::store_sqlite
