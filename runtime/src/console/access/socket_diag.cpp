#include "console/access/socket_diag.hpp"

#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstring>

namespace iam::console {
namespace {

/// A netlink socket.
class DiagSocket {
 public:
    DiagSocket() noexcept
        : socket_(::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG)) {}
    DiagSocket(const DiagSocket&) = delete;
    DiagSocket& operator=(const DiagSocket&) = delete;
    ~DiagSocket() {
        if (socket_ >= 0) ::close(socket_);
    }
    int number() const noexcept { return socket_; }

 private:
    int socket_;
};

struct DiagRequest {
    nlmsghdr head;
    inet_diag_req_v2 body;
};

/// One address of four words; IPv4 is one word, or mapped into IPv6.
bool put_address(const std::string& text, int family, __be32 (&words)[4]) {
    std::array<std::uint32_t, 4> bytes{};
    if (::inet_pton(AF_INET, text.c_str(), bytes.data()) == 1) {
        if (family == AF_INET6) bytes = {0, 0, htonl(0xffffU), bytes[0]};
    } else if (family != AF_INET6 || ::inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1) {
        return false;
    }
    std::memcpy(words, bytes.data(), sizeof words);
    return true;
}

/// Nothing: the addresses are of no such family.
std::optional<DiagRequest> request_for(const SocketEnds& ends, int family) {
    DiagRequest request{};
    request.head.nlmsg_len = sizeof request;
    request.head.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.head.nlmsg_flags = NLM_F_REQUEST;
    request.body.sdiag_family = static_cast<__u8>(family);
    request.body.sdiag_protocol = IPPROTO_TCP;
    request.body.idiag_states = ~0U;
    inet_diag_sockid& id = request.body.id;
    id.idiag_sport = htons(static_cast<std::uint16_t>(ends.peer_port));
    id.idiag_dport = htons(static_cast<std::uint16_t>(ends.own_port));
    id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
    id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    if (!put_address(ends.peer_address, family, id.idiag_src) ||
        !put_address(ends.own_address, family, id.idiag_dst))
        return std::nullopt;
    return request;
}

/// The kernel may answer with a socket that listens on the port of the peer.
std::optional<SocketOwner> owner_in(const inet_diag_msg& socket, const DiagRequest& request) {
    const bool is_it = socket.id.idiag_sport == request.body.id.idiag_sport &&
                       socket.id.idiag_dport == request.body.id.idiag_dport;
    if (!is_it || socket.idiag_inode == 0) return std::nullopt;
    SocketOwner owner;
    owner.user = socket.idiag_uid;
    owner.inode = socket.idiag_inode;
    owner.cookie =
        socket.id.idiag_cookie[0] | (static_cast<std::uint64_t>(socket.id.idiag_cookie[1]) << 32U);
    return owner;
}

std::optional<SocketOwner> ask(const DiagSocket& netlink, const DiagRequest& request) {
    if (::send(netlink.number(), &request, sizeof request, 0) != sizeof request)
        return std::nullopt;
    std::array<char, 4096> bytes{};
    const ssize_t size = ::recv(netlink.number(), bytes.data(), bytes.size(), 0);
    nlmsghdr head{};
    inet_diag_msg socket{};
    if (size < static_cast<ssize_t>(NLMSG_HDRLEN + sizeof socket)) return std::nullopt;
    std::memcpy(&head, bytes.data(), sizeof head);
    if (head.nlmsg_type != SOCK_DIAG_BY_FAMILY) return std::nullopt;
    std::memcpy(&socket, bytes.data() + NLMSG_HDRLEN, sizeof socket);
    return owner_in(socket, request);
}

}  // namespace

std::optional<SocketOwner> ask_for_owner(const SocketEnds& ends) {
    const DiagSocket netlink;
    if (netlink.number() < 0) return std::nullopt;
    // A socket of IPv6 may speak IPv4, under a mapped address.
    for (const int family : {AF_INET, AF_INET6}) {
        const auto request = request_for(ends, family);
        if (!request) continue;
        if (auto owner = ask(netlink, *request)) return owner;
    }
    return std::nullopt;
}

}  // namespace iam::console
