#include "console/access/peer_check.hpp"

#include "access/child_process.hpp"
#include <iam/net/http_server.hpp>

#include <catch2/catch.hpp>
#include <runtime/net/raw_client.hpp>

#include <mutex>

using namespace iam;
using console::PeerCheck;
using test::ChildProcess;
using test::TestServer;

namespace {

/// Says what the check says about the process behind each request.
struct CheckedServer {
    explicit CheckedServer(bool allows_own_process = false)
        : check(allows_own_process), server([this](net::Request request, net::Exchange exchange) {
              const auto checked = check.check(request.peer, server.port);
              net::Response response;
              response.body = checked ? "welcome" : checked.error().message;
              exchange.answer(std::move(response));
          }) {}
    PeerCheck check;
    TestServer server;
};

/// Asks over a connection that the child has inherited and this process has closed.
std::string ask_from_child(CheckedServer& checked, const std::function<void(pid_t)>& before = {}) {
    test::RawClient client = checked.server.connect();
    const std::string request = checked.server.get();
    std::array<int, 2> go{};
    std::array<int, 2> answer{};
    REQUIRE(::pipe(go.data()) == 0);
    REQUIRE(::pipe(answer.data()) == 0);
    const pid_t child = ::fork();
    if (child == 0) {
        char byte = 0;
        if (::read(go[0], &byte, 1) != 1) ::_exit(1);
        client.send(request);
        std::array<char, 4096> bytes{};
        const int socket = client.release();
        const ssize_t size = ::recv(socket, bytes.data(), bytes.size(), 0);
        if (size > 0)
            static_cast<void>(::write(answer[1], bytes.data(), static_cast<std::size_t>(size)));
        ::_exit(0);
    }
    client.close();
    if (before) before(child);
    CHECK(::write(go[1], "!", 1) == 1);
    std::array<char, 4096> bytes{};
    const ssize_t size = ::read(answer[0], bytes.data(), bytes.size());
    REQUIRE(size > 0);
    ::waitpid(child, nullptr, 0);
    for (const int end : {go[0], go[1], answer[0], answer[1]}) ::close(end);
    return test::body_of(std::string(bytes.data(), static_cast<std::size_t>(size)));
}

}  // namespace

TEST_CASE("the process of the server may not ask, unless the owner lets it (W09)") {
    const CheckedServer strict;
    CHECK(test::body_of(strict.server.ask(strict.server.get())).find("own process") !=
          std::string::npos);
    const CheckedServer open(true);
    CHECK(test::body_of(open.server.ask(open.server.get())) == "welcome");
}

TEST_CASE("a child of the server's process may not ask (W09)") {
    CheckedServer checked;
    CHECK(ask_from_child(checked).find("started by the console") != std::string::npos);
}

TEST_CASE("a child that is a browser may ask (W09)") {
    CheckedServer checked;
    CHECK(ask_from_child(checked, [&](pid_t child) { checked.check.note_browser(child); }) ==
          "welcome");
}

TEST_CASE("a connection that nobody has is refused (W09)") {
    const PeerCheck check(false);
    const auto checked = check.check({"127.0.0.1", 1, false}, 2);
    REQUIRE_FALSE(checked);
    CHECK(checked.error().code == Errc::invalid_argument);
    CHECK_FALSE(check.check({"::1", 1, false}, 2));
}
