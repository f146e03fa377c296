// The time from the arrival of an answer's first piece at the program until it is shown. The floor
// is a loop that reads the same bytes and writes them:
//   token_bench FOLDER      FOLDER takes the state of the chats; figures are medians
// The program starts itself as both sides: `token_bench chat …` is a command line with chats, and
// `token_bench relay PORT` is the loop.
#include <iam/host/host.hpp>
#include <iam/process/child.hpp>
#include <iam/process/descriptor.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using iam::process::Child;
using iam::process::Descriptor;
using Time = std::chrono::steady_clock;

constexpr int k_rounds = 41;
constexpr int k_quiet_ms = 20;  // both sides wait for bytes by then

[[noreturn]] void stop(const std::string& why) {
    std::fprintf(stderr, "token_bench: %s\n", why.c_str());
    std::exit(1);
}

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

void write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t size = ::write(descriptor, bytes.data(), bytes.size());
        if (size < 0) stop("a side has gone");
        bytes.remove_prefix(static_cast<std::size_t>(size));
    }
}

/// Appends the bytes that arrive within the time. False: no byte has arrived.
bool read_some(int descriptor, std::string& text, int wait_ms) {
    pollfd waits{descriptor, POLLIN, 0};
    if (::poll(&waits, 1, wait_ms) <= 0) return false;
    std::array<char, 65536> bytes{};
    const ssize_t size = ::read(descriptor, bytes.data(), bytes.size());
    if (size <= 0) return false;
    text.append(bytes.data(), static_cast<std::size_t>(size));
    return true;
}

int relay(std::uint16_t port) {
    const Descriptor socket(::socket(AF_INET, SOCK_STREAM, 0));
    const sockaddr_in address = loopback(port);
    if (::connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) !=
        0)
        return 1;
    write_all(socket.number(), "POST / HTTP/1.1\r\n\r\n{}");
    std::array<char, 65536> bytes{};
    for (ssize_t size = 0; (size = ::read(socket.number(), bytes.data(), bytes.size())) > 0;)
        write_all(STDOUT_FILENO, {bytes.data(), static_cast<std::size_t>(size)});
    return 0;
}

struct Listener {
    Descriptor socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    std::uint16_t port = 0;

    Listener() {
        sockaddr_in address = loopback(0);
        socklen_t size = sizeof address;
        auto* const plain = reinterpret_cast<sockaddr*>(&address);
        if (::bind(socket.number(), plain, size) != 0 || ::listen(socket.number(), 1) != 0 ||
            ::getsockname(socket.number(), plain, &size) != 0)
            stop("there is no port");
        port = ntohs(address.sin_port);
    }
};

std::string chunk(const std::string& line) {
    std::array<char, 16> size{};
    std::snprintf(size.data(), size.size(), "%zx\r\n", line.size());
    return size.data() + line + "\r\n";
}

/// Microseconds from the first piece to its letters on the standard output of `command`.
double measure_once(const Listener& listener, const std::vector<std::string>& arguments) {
    auto child = Child::start({.arguments = arguments, .environment = {"PATH=/usr/bin:/bin"}});
    if (!child) stop(child.error().message);
    child->close_in();
    const Descriptor peer(::accept4(listener.socket.number(), nullptr, nullptr, SOCK_CLOEXEC));
    const int on = 1;
    ::setsockopt(peer.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    std::string request;
    while (request.find("}") == std::string::npos) read_some(peer.number(), request, -1);
    write_all(peer.number(),
              "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: "
              "chunked\r\n\r\n");
    std::string shown;
    while (read_some(peer.number(), request, k_quiet_ms) ||
           read_some(child->out(), shown, k_quiet_ms))
        continue;
    shown.clear();
    const std::string piece =
        chunk("data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"First\"}]}}]}\n\n");
    const auto begin = Time::now();
    write_all(peer.number(), piece);
    while (shown.find("First") == std::string::npos)
        if (!read_some(child->out(), shown, 10'000)) stop("nothing is shown");
    const auto end = Time::now();
    return std::chrono::duration<double, std::micro>(end - begin).count();
}

double median(std::vector<double> times) {
    std::nth_element(times.begin(), times.begin() + k_rounds / 2, times.end());
    return times[k_rounds / 2];
}

int measure(const std::string& program, const std::string& folder) {
    const Listener listener;
    const std::string port = std::to_string(listener.port);
    std::vector<double> shown;
    std::vector<double> floor;
    for (int round = 0; round < k_rounds; ++round) {
        shown.push_back(
            measure_once(listener, {program, "--state", folder, "chat", "--model", "gemini/m",
                                    "--model-url", "http://127.0.0.1:" + port, "Hello."}));
        floor.push_back(measure_once(listener, {program, "relay", port}));
    }
    const double mine = median(shown);
    const double loop = median(floor);
    std::printf("the first piece is shown after %.0f us, by the loop after %.0f us, ratio %.1f\n",
                mine, loop, mine / loop);
    return 0;
}

}  // namespace

int main(int count, char** words) {
    if (count == 3 && std::string_view(words[1]) == "relay") {
        const std::string_view digits = words[2];
        std::uint16_t port = 0;
        std::from_chars(digits.data(), digits.data() + digits.size(), port);
        return relay(port);
    }
    if (count == 2 && words[1][0] != '-') return measure("/proc/self/exe", words[1]);
    return iam::host::run(count, words, [](iam::Registry& registry) -> iam::Result<void> {
        registry.name_application("bench");
        return {};
    });
}
