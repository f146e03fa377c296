// Who else could write a file, or exchange it: asked before its content is believed.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <string>

namespace iam {

/// True if the group or everybody may write it.
bool others_may_write(const struct stat& facts) noexcept;

/// True if it belongs neither to root nor to `owner`.
bool is_foreign(const struct stat& facts, unsigned owner) noexcept;

/// A folder or link through which others could exchange a file.
struct WayFault {
    std::string fault{};      ///< "others can write its folder /srv"
    std::string way_out{};    ///< "make it its owner's alone: chmod go-w /srv"
    bool is_foreign = false;  ///< it belongs to somebody else
};

/// Looks up `path` name by name, as the system does: each folder and link on the way, as far as there are any. A sticky folder lets nobody
/// exchange the files of others. In a user namespace that has no number for root, folders of owners without a number count as root's. Nothing: only root and `owner` can exchange the file that `path` leads to.
std::optional<WayFault> check_way(const std::filesystem::path& path, unsigned owner);

}  // namespace iam
