// One thread accepts, and one thread serves each connection.
#include "cut_wire.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>

namespace iam::test {
namespace {

constexpr int k_tick_ms = 20;  // how soon a thread notices the end

sockaddr_un address_in(const std::string& folder) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = folder + "/.s.PGSQL.5432";
    REQUIRE(path.size() < sizeof address.sun_path);
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

bool write_all(int to, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::send(to, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (count <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

}  // namespace

CutWire::CutWire(std::string server) : server_(std::move(server)) {
    listening_ = store::FileDescriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_un address = address_in(folder());
    REQUIRE(::bind(listening_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
            0);
    REQUIRE(::listen(listening_.get(), 16) == 0);
    accepting_ = std::thread([this] { listen(); });
}

CutWire::~CutWire() {
    ends_ = true;
    accepting_.join();
    for (std::thread& thread : serving_) thread.join();
}

void CutWire::listen() {
    while (!ends_) {
        pollfd event{listening_.get(), POLLIN, 0};
        if (::poll(&event, 1, k_tick_ms) <= 0) continue;
        const int client = ::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0) continue;
        const std::lock_guard lock(mutex_);
        serving_.emplace_back([this, client] { serve(client); });
    }
}

bool CutWire::pass(int from, int to, std::string& bytes) {
    std::array<char, 65536> buffer{};
    const ssize_t count = ::recv(from, buffer.data(), buffer.size(), 0);
    if (count <= 0) return false;
    bytes.assign(buffer.data(), static_cast<std::size_t>(count));
    return to < 0 || write_all(to, bytes);
}

/// Returns true if the connection is cut at these bytes of the client.
bool CutWire::cut_here(int client, int server, const std::string& bytes) {
    if (bytes.find("COMMIT") == std::string::npos) return false;
    if (passed_ > 0) {
        --passed_;
        return false;
    }
    const Cut cut = cut_.exchange(Cut::none);
    if (cut == Cut::none) return false;
    ++cuts_;
    if (cut == Cut::within) write_all(server, std::string_view(bytes).substr(0, bytes.size() - 8));
    if (cut == Cut::before_answer) {
        write_all(server, bytes);
        // The answer shows that the server is done; nobody gets it.
        std::string lost;
        pass(server, -1, lost);
    }
    ::shutdown(client, SHUT_RDWR);
    return true;
}

void CutWire::serve(int client_socket) {
    const store::FileDescriptor client(client_socket);
    const store::FileDescriptor server(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_un address = address_in(server_);
    if (::connect(server.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
        return;
    std::string bytes;
    while (!ends_) {
        std::array<pollfd, 2> events{pollfd{client.get(), POLLIN, 0},
                                     pollfd{server.get(), POLLIN, 0}};
        if (::poll(events.data(), events.size(), k_tick_ms) <= 0) continue;
        if (events[0].revents != 0) {
            if (!pass(client.get(), -1, bytes)) return;
            if (cut_here(client.get(), server.get(), bytes)) return;
            if (!write_all(server.get(), bytes)) return;
        }
        if (events[1].revents != 0 && !pass(server.get(), client.get(), bytes)) return;
    }
}

}  // namespace iam::test
