#include "mcp/conversation.hpp"
#include <iam/mcp/socket.hpp>
#include <support/few_descriptors.hpp>

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

using namespace iam;
using namespace iam::mcp;
using namespace iam::test;

namespace {

struct SocketFolder {
    std::string path{};
    SocketFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "mcp-XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        path = pattern;
    }
    ~SocketFolder() { std::filesystem::remove_all(path); }
    SocketFolder(const SocketFolder&) = delete;
    SocketFolder& operator=(const SocketFolder&) = delete;
    std::string file() const { return path + "/socket"; }
};

/// serve_socket on a thread of its own.
struct ServedSocket {
    SocketFolder folder{};
    Program program{};
    std::stop_source stop{};
    std::size_t connections_max = 100;
    std::chrono::milliseconds accept_pause{1};
    std::promise<std::string> problem{};
    std::optional<Result<void>> ended{};
    std::thread thread{};

    void start() {
        ::signal(SIGPIPE, SIG_IGN);
        std::promise<void> listening;
        SocketParts parts;
        parts.path = folder.file();
        parts.subject = {.user = "ann"};
        parts.stop = stop.get_token();
        parts.connections_max = connections_max;
        parts.accept_pause = accept_pause;
        parts.on_listening = [&] { listening.set_value(); };
        // A second sentence would throw.
        parts.on_problem = [this](const std::string& text) { problem.set_value(text); };
        Server& server = program.server();
        thread = std::thread([this, &server, parts] { ended = serve_socket(server, parts); });
        listening.get_future().get();
    }
    void end() {
        stop.request_stop();
        if (thread.joinable()) thread.join();
    }
    ~ServedSocket() { end(); }
};

/// A client that talks by lines.
class LineClient {
 public:
    explicit LineClient(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        REQUIRE(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
                0);
    }
    ~LineClient() { ::close(socket_); }
    LineClient(const LineClient&) = delete;
    LineClient& operator=(const LineClient&) = delete;

    void send(const std::string& line) { send_text(line + "\n"); }
    void send_text(const std::string& text) {
        REQUIRE(::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) ==
                static_cast<ssize_t>(text.size()));
    }
    /// The next line; "" at the end.
    std::string line() {
        for (;;) {
            const std::size_t end = input_.find('\n');
            if (end != std::string::npos) {
                const std::string line = input_.substr(0, end);
                input_.erase(0, end + 1);
                return line;
            }
            std::array<char, 4096> bytes{};
            const ssize_t size = ::recv(socket_, bytes.data(), bytes.size(), 0);
            if (size <= 0) return {};
            input_.append(bytes.data(), static_cast<std::size_t>(size));
        }
    }
    bool has_input() const {
        pollfd ready{socket_, POLLIN, 0};
        return !input_.empty() || ::poll(&ready, 1, 0) != 0;
    }
    void ask_later(int id, std::string_view method, const Json& params = Json::object()) {
        send(Json{
            {"jsonrpc", "2.0"}, {"id", id}, {"method", std::string(method)}, {"params", params}}
                 .dump());
    }
    Json ask(int id, std::string_view method, const Json& params = Json::object()) {
        ask_later(id, method, params);
        return parse_json(line()).value();
    }

 private:
    int socket_;
    std::string input_{};
};

}  // namespace

TEST_CASE("clients on a socket have a session each") {
    ServedSocket served;
    define_add(served.program);
    served.start();
    LineClient one(served.folder.file());
    LineClient two(served.folder.file());
    one.ask(1, "initialize", Conversation::initialize_params("2025-11-25"));
    CHECK(two.ask(1, "tools/list").contains("error"));
    const Json added = one.ask(2, "tools/call", {{"name", "add"}, {"arguments", {{"a", 2}}}});
    CHECK(added["result"]["structuredContent"]["result"] == 3);
}

TEST_CASE("the record of a call on a socket names the client's process") {
    ServedSocket served;
    define_add(served.program);
    served.start();
    LineClient client(served.folder.file());
    client.ask(1, "initialize", Conversation::initialize_params("2025-11-25"));
    client.ask(2, "tools/call", {{"name", "add"}, {"arguments", {{"a", 2}}}});
    const auto entries = served.program.store->entries({});
    REQUIRE(entries.has_value());
    REQUIRE_FALSE(entries->empty());
    INFO(entries->back().text);
    CHECK(entries->back().text.find("process " + std::to_string(::getpid()) + " of user") !=
          std::string::npos);
}

TEST_CASE("the socket is for its own user, and is gone after the end") {
    ServedSocket served;
    served.start();
    struct stat file {};
    REQUIRE(::stat(served.folder.file().c_str(), &file) == 0);
    CHECK((file.st_mode & 0777U) == 0600U);
    LineClient client(served.folder.file());
    served.end();
    CHECK(client.line().empty());
    CHECK_FALSE(std::filesystem::exists(served.folder.file()));
    CHECK(served.ended->has_value());
}

TEST_CASE("a socket that a dead server left is replaced, and that of a living one is not") {
    ServedSocket served;
    {
        const int dead = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        served.folder.file().copy(address.sun_path, sizeof address.sun_path - 1);
        REQUIRE(::bind(dead, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
        ::close(dead);
    }
    served.start();
    SocketParts second;
    second.path = served.folder.file();
    const auto refused = serve_socket(served.program.server(), second);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::conflict);
    LineClient client(served.folder.file());
    CHECK(client.ask(1, "ping").contains("result"));
}

TEST_CASE("the socket of another program is left alone, whatever its type and however busy it is") {
    for (const int type : {SOCK_DGRAM, SOCK_SEQPACKET, SOCK_STREAM}) {
        ServedSocket served;
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        served.folder.file().copy(address.sun_path, sizeof address.sun_path - 1);
        const auto* const at = reinterpret_cast<const sockaddr*>(&address);
        const int theirs = ::socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
        REQUIRE(::bind(theirs, at, sizeof address) == 0);
        if (type != SOCK_DGRAM) REQUIRE(::listen(theirs, 0) == 0);
        // Fills the queue of the stream socket, so a client that connects would wait.
        const int first = ::socket(AF_UNIX, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        REQUIRE(::connect(first, at, sizeof address) == 0);
        SocketParts parts;
        parts.path = served.folder.file();
        const auto refused = serve_socket(served.program.server(), parts);
        REQUIRE_FALSE(refused.has_value());
        CHECK(refused.error().code == Errc::conflict);
        CHECK(std::filesystem::is_socket(served.folder.file()));
        ::close(first);
        ::close(theirs);
    }
}

TEST_CASE("a server leaves the file that another program has put in the place of its own") {
    ServedSocket served;
    served.start();
    std::filesystem::remove(served.folder.file());
    std::ofstream(served.folder.file()) << "theirs";
    served.stop.request_stop();
    served.thread.join();
    CHECK(served.ended->has_value());
    CHECK(std::filesystem::is_regular_file(served.folder.file()));
}

TEST_CASE("a file that is no socket is left alone") {
    Program program;
    const SocketFolder folder;
    std::ofstream(folder.file()) << "precious";
    SocketParts parts;
    parts.path = folder.file();
    const auto refused = serve_socket(program.server(), parts);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::conflict);
    CHECK(std::filesystem::file_size(folder.file()) == 8);
}

TEST_CASE("a path that a socket cannot have is refused") {
    Program program;
    SocketParts parts;
    parts.path = GENERATE(std::string(), std::string(108, 'a'));
    const auto refused = serve_socket(program.server(), parts);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::invalid_argument);
}

TEST_CASE("beyond the maximum a connection is closed at once") {
    ServedSocket served;
    served.connections_max = 1;
    served.start();
    LineClient first(served.folder.file());
    CHECK(first.ask(1, "ping").contains("result"));
    LineClient second(served.folder.file());
    CHECK(second.line().empty());
    CHECK(first.ask(2, "ping").contains("result"));
}

TEST_CASE("a client that comes when no descriptor is left waits for another's end, without work") {
    ServedSocket served;
    served.accept_pause = std::chrono::hours(24);
    served.start();
    std::optional<LineClient> first(std::in_place, served.folder.file());
    first->ask(1, "ping");
    std::optional<FewDescriptors> few(std::in_place, 1U);
    LineClient second(served.folder.file());
    CHECK(served.problem.get_future().get().find("Too many open files") != std::string::npos);
    few.reset();
    second.send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    // A server that tries again at once would take the client meanwhile.
    for (int i = 2; i < 100; ++i) CHECK(first->ask(i, "ping").contains("result"));
    CHECK_FALSE(second.has_input());
    first.reset();
    CHECK(parse_json(second.line()).value().contains("result"));
}

TEST_CASE("a client that came when no descriptor was left is served later, while others stay") {
    ServedSocket served;
    served.start();
    LineClient first(served.folder.file());
    first.ask(1, "ping");
    std::optional<FewDescriptors> few(std::in_place, 1U);
    LineClient second(served.folder.file());
    served.problem.get_future().get();
    for (int i = 2; i < 20; ++i) CHECK(first.ask(i, "ping").contains("result"));
    few.reset();
    CHECK(second.ask(1, "ping").contains("result"));
}

TEST_CASE("a server that finds no descriptor takes the socket of nobody") {
    ServedSocket served;
    served.start();
    {
        const FewDescriptors few(1);  // one to be woken by, and none to look with
        SocketParts second;
        second.path = served.folder.file();
        const auto refused = serve_socket(served.program.server(), second);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code == Errc::unavailable);
    }
    LineClient client(served.folder.file());
    CHECK(client.ask(1, "ping").contains("result"));
}

TEST_CASE("a hundred clients on a socket call at once, and a stop answers and records them all") {
    constexpr int k_clients = 100;
    ServedSocket served;
    Holder holder(served.program);
    define_add(served.program);
    served.start();
    std::vector<std::unique_ptr<LineClient>> clients;
    for (int i = 0; i < k_clients; ++i) {
        clients.push_back(std::make_unique<LineClient>(served.folder.file()));
        clients.back()->ask(0, "initialize", Conversation::initialize_params("2025-11-25"));
        clients.back()->ask_later(1, "tools/call", {{"name", "hold"}});
    }
    holder.wait_until_running(k_clients);
    // Functions that run hinder no other request, also of the same client.
    for (const auto& client : clients) {
        const Json added =
            client->ask(2, "tools/call", {{"name", "add"}, {"arguments", {{"a", 4}}}});
        CHECK(added["result"]["structuredContent"]["result"] == 5);
    }
    served.end();
    CHECK(served.ended->has_value());
    for (const auto& client : clients) CHECK(parse_json(client->line()).value()["id"] == 1);
    CHECK(recorded_outcomes(served.program) == 2 * k_clients);
}

TEST_CASE("a client on a socket that is slow or reads nothing hinders no other one") {
    ServedSocket served;
    define_add(served.program);
    served.start();
    LineClient half(served.folder.file());
    half.send_text(R"({"jsonrpc":"2.0","id":1,"me)");
    LineClient unread(served.folder.file());
    unread.ask(0, "initialize", Conversation::initialize_params("2025-11-25"));
    // More answers than the socket takes.
    for (int i = 1; i < 2000; ++i) unread.ask_later(i, "tools/list");
    LineClient other(served.folder.file());
    other.ask(0, "initialize", Conversation::initialize_params("2025-11-25"));
    const Json added = other.ask(1, "tools/call", {{"name", "add"}, {"arguments", {{"a", 4}}}});
    CHECK(added["result"]["structuredContent"]["result"] == 5);
}

TEST_CASE("XM67 a client on a socket cannot cancel another's request") {
    ServedSocket served;
    Holder holder(served.program);
    served.start();
    LineClient victim(served.folder.file());
    LineClient attacker(served.folder.file());
    for (LineClient* const client : {&victim, &attacker})
        client->ask(0, "initialize", Conversation::initialize_params("2025-11-25"));
    victim.ask_later(1, "tools/call", {{"name", "hold"}});
    holder.wait_until_running(1);
    attacker.send(
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
    CHECK(attacker.ask(2, "ping").contains("result"));
    holder.let_go();
    const Json answer = parse_json(victim.line()).value();
    CHECK(answer["result"]["structuredContent"]["result"] == false);
}
