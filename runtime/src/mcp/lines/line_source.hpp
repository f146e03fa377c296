// Reads from a descriptor that does not block, for a thread that waits for several.
#pragma once

#include "mcp/lines/line_channel.hpp"

#include <cstddef>
#include <functional>
#include <string_view>

namespace iam::mcp {

/// Takes the bytes that are there, at most 64 KiB. False: the input has ended.
bool read_available(int descriptor, const std::function<void(std::string_view)>& take);

/// Cuts the input into lines.
class LineSource {
 public:
    /// A line over `bytes_max` is cut as by LineCutter. The descriptor is the caller's.
    LineSource(int descriptor, std::size_t bytes_max)
        : descriptor_(descriptor), lines_(bytes_max) {}

    /// Gives each whole line that is there now and is not blank. False: the input has ended.
    bool read(const std::function<void(std::string_view line)>& take);

 private:
    int descriptor_;
    LineCutter lines_;
};

}  // namespace iam::mcp
