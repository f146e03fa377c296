#include "console/access/socket_table.hpp"

#include <iam/tool/codecs/decimal.hpp>

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

namespace iam::console {
namespace {

// The columns of the table: number, own end, other end, state, queues, timer, retransmits, user,
// timeout, inode.
constexpr std::size_t k_local = 1;
constexpr std::size_t k_remote = 2;
constexpr std::size_t k_user = 7;
constexpr std::size_t k_inode = 9;

std::vector<std::string_view> columns_of(std::string_view line) {
    std::vector<std::string_view> columns;
    while (columns.size() <= k_inode) {
        const std::size_t begin = line.find_first_not_of(' ');
        if (begin == std::string_view::npos) break;
        line.remove_prefix(begin);
        const std::size_t end = line.find(' ');
        columns.push_back(line.substr(0, end));
        line.remove_prefix(columns.back().size());
    }
    return columns;
}

void append_word(std::string& to, std::uint32_t word) {
    std::array<char, 9> digits{};
    std::snprintf(digits.data(), digits.size(), "%08X", word);
    to += digits.data();
}

/// The kernel prints each 32 bits of an address as a number of this machine.
std::string spelled_end(const std::string& address, unsigned port, SocketFamily family) {
    const bool is_v6_table = family == SocketFamily::v6;
    std::array<std::uint32_t, 4> words{};
    std::string text;
    if (::inet_pton(AF_INET, address.c_str(), words.data()) == 1) {
        // A socket of IPv6 may speak IPv4, under a mapped address.
        if (is_v6_table) {
            append_word(text, 0);
            append_word(text, 0);
            append_word(text, htonl(0xffffU));
        }
        append_word(text, words[0]);
    } else if (is_v6_table && ::inet_pton(AF_INET6, address.c_str(), words.data()) == 1) {
        for (const std::uint32_t word : words) append_word(text, word);
    } else {
        return {};
    }
    std::array<char, 6> digits{};
    std::snprintf(digits.data(), digits.size(), ":%04X", port & 0xffffU);
    return text + digits.data();
}

}  // namespace

std::optional<SocketOwner> owner_in(std::string_view table, SocketFamily family,
                                    const SocketEnds& ends) {
    const std::string local = spelled_end(ends.peer_address, ends.peer_port, family);
    const std::string remote = spelled_end(ends.own_address, ends.own_port, family);
    if (local.empty() || remote.empty()) return std::nullopt;
    while (!table.empty()) {
        const std::string_view line = table.substr(0, table.find('\n'));
        table.remove_prefix(std::min(line.size() + 1, table.size()));
        const auto columns = columns_of(line);
        if (columns.size() <= k_inode || columns[k_local] != local || columns[k_remote] != remote)
            continue;
        SocketOwner owner;
        if (read_decimal(columns[k_user], owner.user) &&
            read_decimal(columns[k_inode], owner.inode) && owner.inode != 0)
            return owner;
    }
    return std::nullopt;
}

}  // namespace iam::console
