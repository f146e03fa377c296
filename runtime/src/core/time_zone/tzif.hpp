// The content of a file of a time zone, checked.
#pragma once

#include <iam/core/result.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace iam {

struct Tzif {
    std::chrono::seconds first{};  ///< the offset before the first change
    struct Entry {
        std::chrono::sys_seconds at{};
        std::chrono::seconds offset{};  ///< from then on
    };
    std::vector<Entry> changes{};  ///< in order
    std::string footer{};          ///< empty: the last offset stays
};

/// Errors: corrupt.
Result<Tzif> read_tzif(std::string_view bytes);

}  // namespace iam
