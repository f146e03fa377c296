#include "mcp/lines/line_source.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace iam::mcp {

bool read_available(int descriptor, const std::function<void(std::string_view)>& take) {
    constexpr std::size_t k_available_bytes = std::size_t{64} << 10U;
    std::array<char, k_available_bytes> bytes;  // not initialised: read() fills it
    const ssize_t size = ::read(descriptor, bytes.data(), bytes.size());
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (size <= 0) return false;
    take({bytes.data(), static_cast<std::size_t>(size)});
    return true;
}

bool LineSource::read(const std::function<void(std::string_view line)>& take) {
    const bool goes_on =
        read_available(descriptor_, [this](std::string_view bytes) { lines_.add(bytes); });
    if (!goes_on) lines_.add("\n");  // the last line need not have an end
    std::string_view line;
    while (lines_.next(line))
        if (line.find_first_not_of(" \t\r") != std::string_view::npos) take(line);
    return goes_on;
}

}  // namespace iam::mcp
