// Limits the size of a JSON text. Each limit is checked before memory is spent on the part beyond
// it.
#pragma once

#include <cstddef>

namespace iam {

/// No reader goes deeper than this, even if Limits allows more. Recursive functions over values
/// rely on it.
inline constexpr std::size_t k_depth_ceiling = 512;

struct Limits {
    std::size_t bytes_max = std::size_t{16} << 20;  ///< of the whole text
    std::size_t depth_max = 64;  ///< nested arrays and objects; at most k_depth_ceiling counts
    std::size_t members_max = 10'000;                     ///< of one object
    std::size_t elements_max = 1'000'000;                 ///< of one array
    std::size_t string_bytes_max = std::size_t{8} << 20;  ///< of one string, decoded
    std::size_t key_bytes_max = 1024;                     ///< of one member name, decoded
    std::size_t nodes_max = 4'000'000;                    ///< values in the whole text
    bool allow_nul = false;  ///< U+0000 in strings: refused for arguments, fine in schemas
};

/// Limits for a text that the runtime wrote or accepted before and must be able to read again. Only
/// the text's own size and k_depth_ceiling bound it.
constexpr Limits limits_of_own_text(std::size_t bytes) noexcept {
    return {.bytes_max = bytes,
            .depth_max = k_depth_ceiling,
            .members_max = bytes,
            .elements_max = bytes,
            .string_bytes_max = bytes,
            .key_bytes_max = bytes,
            .nodes_max = bytes,
            .allow_nul = true};
}

}  // namespace iam
