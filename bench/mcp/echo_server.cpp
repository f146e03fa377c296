// A server with the tool "echo", whose calls need nobody's consent: what a call over MCP costs.
//
//   mcp_echo memory | unrecorded | durable FOLDER     serves standard input and output
//   mcp_echo constant                                  answers without reading: what the load takes
//   mcp_echo … --http                                  serves a free port, which it prints
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/mcp/http.hpp>
#include <iam/mcp/stdio.hpp>
#include <iam/net/http_server.hpp>
#include <iam/store/memory_store.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>
#include <iam/tool/define.hpp>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct Wish {
    bool audit = true;
    bool is_constant = false;
    std::string folder{};  ///< empty: the record is in memory
    bool http = false;
};

iam::Result<Wish> read_words(const std::vector<std::string>& words) {
    Wish wish;
    if (words.empty())
        return iam::fail(iam::Errc::invalid_argument,
                         "memory, unrecorded, constant or durable FOLDER?");
    wish.audit = words[0] != "unrecorded";
    wish.is_constant = words[0] == "constant";
    if (words[0] == "durable" && words.size() > 1) wish.folder = words[1];
    wish.http = words.back() == "--http";
    return wish;
}

iam::Result<std::unique_ptr<iam::ledger::Store>> open_store(const Wish& wish,
                                                            iam::Entropy& entropy) {
    if (wish.folder.empty()) return iam::store::make_memory_store(entropy);
    return iam::store_sqlite::open(wish.folder, iam::store_sqlite::Mode::read_write, entropy);
}

iam::Result<void> add_echo(iam::Registry& registry) {
    return iam::define("echo")
        .description("Returns its message.")
        .hints({.read_only = true, .open_world = false})
        .policy(iam::Policy::allow)
        .parameter("message")
        .call([](std::string message) { return message; })
        .add_to(registry);
}

/// The answer to a request of the load; nothing for a notification.
std::string constant_answer(std::string_view request) {
    const std::size_t at = request.find("\"id\":");
    if (at == std::string_view::npos) return {};
    const std::size_t id = at + 5;
    const std::string_view digits =
        request.substr(id, request.find_first_not_of("0123456789", id) - id);
    return R"({"jsonrpc":"2.0","id":)" + std::string(digits) +
           R"(,"result":{"content":[{"type":"text","text":"hello"}],"protocolVersion":"2025-11-25"}})";
}

iam::Result<void> answer_lines() {
    std::string input;
    std::array<char, 65'536> bytes{};
    for (ssize_t size = 1; size > 0;) {
        size = ::read(STDIN_FILENO, bytes.data(), bytes.size());
        input.append(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
        std::string output;
        std::size_t at = 0;
        for (std::size_t end = 0; (end = input.find('\n', at)) != std::string::npos; at = end + 1) {
            const std::string answer =
                constant_answer(std::string_view(input).substr(at, end - at));
            if (!answer.empty()) output += answer + "\n";
        }
        input.erase(0, at);
        if (::write(STDOUT_FILENO, output.data(), output.size()) < 0) break;
    }
    return {};
}

/// Until the input ends.
iam::Result<void> answer_http() {
    IAM_TRY(server, iam::net::HttpServer::start(
                        {}, [](const iam::net::Request& request, iam::net::Exchange exchange) {
                            iam::net::Response response;
                            response.body = constant_answer(request.body);
                            response.fields.add("Content-Type", "application/json");
                            exchange.answer(std::move(response));
                        }));
    std::cout << "http://127.0.0.1:" << server->endpoints().front().port << "/mcp" << std::endl;
    std::cin.get();
    return {};
}

/// Until the process is killed.
iam::Result<void> serve_http(iam::mcp::Server& server) {
    iam::mcp::HttpParts parts;
    parts.subject = {.user = "bench"};
    parts.on_listening = [](const std::vector<iam::net::Endpoint>& endpoints) {
        std::cout << "http://127.0.0.1:" << endpoints.front().port << "/mcp" << std::endl;
    };
    return iam::mcp::serve_http(server, std::move(parts));
}

iam::Result<void> serve(const std::vector<std::string>& words) {
    IAM_TRY(wish, read_words(words));
    if (wish.is_constant) return wish.http ? answer_http() : answer_lines();
    const iam::SystemClock clock;
    iam::SystemEntropy entropy;
    iam::Registry registry;
    registry.name_application("echo");
    IAM_CHECK(add_echo(registry));
    IAM_TRY(store, open_store(wish, entropy));
    iam::gate::Settings settings;
    settings.audit = wish.audit;
    iam::gate::Runtime runtime({.registry = registry, .store = *store}, settings);
    iam::mcp::Server server({.runtime = runtime,
                             .registry = registry,
                             .store = *store,
                             .clock = clock,
                             .entropy = entropy,
                             .info = {.name = "echo", .version = "1"}});
    if (wish.http) return serve_http(server);
    iam::mcp::StdioParts parts;
    parts.subject = {.user = "bench"};
    return iam::mcp::serve_stdio(server, parts);
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    const auto served = serve(std::vector<std::string>(argv + 1, argv + argc));
    if (!served) std::cerr << served.error().message << '\n';
    return served ? 0 : 1;
}
