// The folders that a sandbox opens, resolved before the server runs.
#pragma once

#include <iam/core/result.hpp>
#include <iam/mcp/server_config.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace iam::mcp {

/// True if `path` is `folder` or lies below it. Both are absolute and without "..".
bool is_within(std::string_view path, std::string_view folder) noexcept;

struct OpenedFolders {
    /// Resolved paths; true: writable. The map's order has each folder before the ones in it.
    std::map<std::string, bool> folders{};
    /// Links by which the configuration names them, to the resolved path.
    std::map<std::string, std::string> links{};

    bool covers(std::string_view path) const noexcept;
};

/// Resolves Sandbox::readable and writable. Where a path is in both, it is writable.
Result<OpenedFolders> open_folders(const Sandbox& sandbox);

/// The path without links; invalid_argument with this pointer names a path that is missing.
Result<std::string> resolved_path(const std::string& path, const std::string& pointer);

}  // namespace iam::mcp
