#include "maps.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace desk {
namespace {

std::string_view to_string(TravelMode mode) {
    switch (mode) {
        case TravelMode::driving:
            return "driving";
        case TravelMode::walking:
            return "walking";
        case TravelMode::bicycling:
            return "bicycling";
        case TravelMode::transit:
            return "transit";
    }
    throw iam::tool_error("bad_mode", "This way to travel is not known.");
}

/// RFC 3986: everything but unreserved characters becomes %XX, so that a name cannot add parts to
/// the link.
std::string percent_encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= '0' && byte <= '9') || byte == '-' || byte == '.' ||
                           byte == '_' || byte == '~';
        if (plain) {
            out += c;
        } else {
            out += '%';
            out += digits[byte >> 4U];
            out += digits[byte & 0xFU];
        }
    }
    return out;
}

/// xdg-open from PATH; empty if there is none or no desktop to open on.
std::filesystem::path desktop_opener() {
    if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return {};
    const char* path = std::getenv("PATH");
    std::string_view rest = path == nullptr ? "" : path;
    while (!rest.empty()) {
        const std::size_t colon = rest.find(':');
        const std::filesystem::path candidate =
            std::filesystem::path(rest.substr(0, colon)) / "xdg-open";
        if (candidate.is_absolute() && ::access(candidate.c_str(), X_OK) == 0) return candidate;
        rest = colon == std::string_view::npos ? "" : rest.substr(colon + 1);
    }
    return {};
}

/// Runs the opener without a shell and waits: xdg-open hands over and ends at once.
bool open_link(std::string url) {
    std::string program = desktop_opener().string();
    if (program.empty()) return false;
    const std::array<char*, 3> arguments{program.data(), url.data(), nullptr};
    pid_t child = 0;
    if (::posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments.data(), environ) != 0)
        return false;
    int status = 0;
    return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

Directions open_map_directions(const std::string& destination, TravelMode mode) {
    const std::string url =
        "https://www.google.com/maps/dir/?api=1&destination=" + percent_encoded(destination) +
        "&travelmode=" + std::string(to_string(mode));
    return Directions{url, open_link(url)};
}

}  // namespace desk
