// A server with the tool "echo", whose calls need nobody's consent: what a call over MCP costs.
//
//   mcp_echo memory | unrecorded | durable FOLDER     serves standard input and output
//   mcp_echo … --http                                  serves a free port, which it prints
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/mcp/http.hpp>
#include <iam/mcp/stdio.hpp>
#include <iam/store/memory_store.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>
#include <iam/tool/define.hpp>

#include <csignal>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Wish {
    bool audit = true;
    std::string folder{};  ///< empty: the record is in memory
    bool http = false;
};

iam::Result<Wish> read_words(const std::vector<std::string>& words) {
    Wish wish;
    if (words.empty())
        return iam::fail(iam::Errc::invalid_argument, "memory, unrecorded or durable FOLDER?");
    wish.audit = words[0] != "unrecorded";
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
