// Tells whether other users could write or exchange a file. Callers ask before they trust the
// file's content.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

namespace iam {

/// True if the group or everybody may write the file.
bool others_may_write(const struct stat& facts) noexcept;

/// True if the file belongs neither to root nor to `owner`.
bool is_foreign(const struct stat& facts, unsigned owner) noexcept;

/// A folder or link through which others could exchange a file.
struct WayFault {
    std::string fault{};      ///< "others can write its folder /srv"
    std::string way_out{};    ///< the remedy: "make it its owner's alone: chmod go-w /srv"
    bool is_foreign = false;  ///< it belongs neither to root nor to the owner
};

/// Checks every existing folder and link on the system's way to `path`. Returns the first one that
/// lets somebody other than root and `owner` exchange the file, or nothing. A sticky folder lets
/// nobody exchange the files of others. If a user namespace has no number for root, folders without
/// a number for their owner count as root's.
std::optional<WayFault> check_way(const std::filesystem::path& path, unsigned owner);

}  // namespace iam
