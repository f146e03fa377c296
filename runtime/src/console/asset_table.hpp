// The files of the pages, compiled in. No request reaches a file of the disk.
#pragma once

#include <span>
#include <string_view>

namespace iam::console {

struct Asset {
    std::string_view path;    ///< "/app/main.js"; the first page is "/"
    std::string_view type;    ///< of its content
    std::string_view sha256;  ///< of its bytes, in hexadecimal digits
    std::string_view bytes;
    std::string_view gzip;  ///< the bytes in gzip's form (RFC 1952)
};

/// Sorted by path. asset_table.cmake writes the list from the folder assets.
std::span<const Asset> assets() noexcept;
/// nullptr: there is none of exactly this path.
const Asset* find_asset(std::string_view path) noexcept;

}  // namespace iam::console
