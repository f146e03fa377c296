#pragma once

#include <iam/annotations.hpp>

#include <cstdint>
#include <optional>

namespace desk {

/// Who may do what.
enum class [[iam::flags]] Rights : std::uint8_t {
    none = 0,
    read = 1,   ///< look at it
    write = 2,  ///< change it
    all = read | write,
};

constexpr Rights operator|(Rights a, Rights b) {
    return static_cast<Rights>(static_cast<int>(a) | static_cast<int>(b));
}

/// Shares a file.
[[iam::tool({.read_only = true})]] Rights share(Rights rights, Rights more = Rights::read | Rights::write,
                                                Rights least = Rights::none,
                                                std::optional<Rights> most = Rights::all);

}  // namespace desk
