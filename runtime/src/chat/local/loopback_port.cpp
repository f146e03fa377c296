#include "chat/local/loopback_port.hpp"

#include <iam/core/split_words.hpp>
#include <iam/process/descriptor.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <string>
#include <vector>

namespace iam::chat {
namespace {

/// "0100007F:1F90" in network order: 127.0.0.1 and 8080.
bool is_address_of(std::string_view word, std::uint16_t port) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) return false;
    const std::string_view address = word.substr(0, colon);
    const std::string_view digits = word.substr(colon + 1);
    unsigned found = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), found, 16);
    const bool is_reached = address == "00000000" || address.substr(6) == "7F";
    return address.size() == 8 && is_reached && found == port;
}

}  // namespace

Result<std::uint16_t> free_loopback_port() {
    const process::Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    if (socket.number() < 0 || ::bind(socket.number(), plain, size) != 0 ||
        ::getsockname(socket.number(), plain, &size) != 0) {
        return fail(Errc::unavailable, "There is no free port on 127.0.0.1 (" +
                                           std::string(std::strerror(errno)) +
                                           "); close other programs.");
    }
    return ntohs(address.sin_port);
}

bool has_foreign_listener(std::string_view table, std::uint16_t port, uid_t user) {
    constexpr std::string_view k_listens = "0A";
    while (!table.empty()) {
        const std::size_t end = table.find('\n');
        const std::vector<std::string_view> words = split_words(table.substr(0, end));
        table.remove_prefix(end == std::string_view::npos ? table.size() : end + 1);
        // sl, local, remote, state, queues, timer, retransmits, user
        if (words.size() < 8 || words[3] != k_listens || !is_address_of(words[1], port)) continue;
        uid_t owner = 0;
        const std::string_view digits = words[7];
        const auto [rest, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), owner);
        if (error == std::errc{} && owner != user) return true;
    }
    return false;
}

}  // namespace iam::chat
