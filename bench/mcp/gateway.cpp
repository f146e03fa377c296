// A gateway to MCP servers whose tools need nobody's consent: what a call through it costs.
//
//   mcp_gateway memory | durable FOLDER COMMAND…    serves the tools of one process, on standard
//                                                   input and output
//   mcp_gateway connect URL…                        prints the milliseconds until all servers but
//                                                   one are connected, and the memory in MB
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/mcp/imported_tools.hpp>
#include <iam/mcp/stdio.hpp>
#include <iam/store/memory_store.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace {

using iam::mcp::ConnectionState;
using std::chrono::milliseconds;

iam::Result<void> serve(std::vector<std::string> words) {
    const iam::SystemClock clock;
    iam::SystemEntropy entropy;
    iam::Registry registry;
    registry.name_application("gateway");
    std::shared_ptr<iam::ledger::Store> store = iam::store::make_memory_store(entropy);
    if (words[0] == "durable") {
        IAM_TRY(kept,
                iam::store_sqlite::open(words[1], iam::store_sqlite::Mode::read_write, entropy));
        store = std::move(kept);
        words.erase(words.begin());
    }
    iam::mcp::Servers servers(
        {.clock = clock, .entropy = entropy, .settings = {.client = {.name = "gateway"}}});
    IAM_CHECK(servers.connect_all(
        {{.name = "peer",
          .endpoint = iam::mcp::StdioEndpoint{.command = words[1],
                                              .arguments = {words.begin() + 2, words.end()},
                                              .sandbox = {.is_on = false}}}}));
    const iam::mcp::ImportedTools tools(servers, registry);
    tools.wait_until_settled(std::chrono::seconds{10});
    iam::gate::Settings settings;
    settings.consent.default_policy = iam::Policy::allow;
    iam::gate::Runtime runtime({.registry = registry, .store = *store}, settings);
    iam::mcp::Server server({.runtime = runtime,
                             .registry = registry,
                             .store = *store,
                             .clock = clock,
                             .entropy = entropy,
                             .info = {.name = "gateway", .version = "1"}});
    iam::mcp::StdioParts parts;
    parts.subject = {.user = "bench"};
    return iam::mcp::serve_stdio(server, parts);
}

double resident_megabytes() {
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word) {
        double kilobytes = 0;
        if (word == "VmRSS:" && status >> kilobytes) return kilobytes / 1024;
    }
    return 0;
}

iam::Result<void> connect(const std::vector<std::string>& urls) {
    const iam::SystemClock clock;
    iam::SystemEntropy entropy;
    iam::Registry registry;
    registry.name_application("gateway");
    // They outlive the servers' last changes.
    std::mutex mutex;
    std::condition_variable changed;
    iam::mcp::Servers servers(
        {.clock = clock, .entropy = entropy, .settings = {.client = {.name = "gateway"}}});
    const iam::mcp::ImportedTools tools(servers, registry);
    std::vector<iam::mcp::ServerConfig> configs;
    for (std::size_t at = 1; at < urls.size(); ++at)
        configs.push_back(
            {.name = "s" + std::to_string(at), .endpoint = iam::mcp::UrlEndpoint{.url = urls[at]}});
    const std::size_t wanted = configs.size() - 1;
    const auto listening = servers.listen([&](const std::string& /*server*/) {
        const std::lock_guard lock(mutex);
        changed.notify_one();
    });
    const auto are_connected = [&] {
        const auto states = servers.connection_states();
        return std::count_if(states.begin(), states.end(), [](const auto& status) {
                   return status.state == ConnectionState::connected;
               }) >= static_cast<std::ptrdiff_t>(wanted);
    };
    const milliseconds begin = clock.boot();
    IAM_CHECK(servers.connect_all(std::move(configs)));
    {
        std::unique_lock lock(mutex);
        changed.wait(lock, are_connected);
    }
    std::cout << (clock.boot() - begin).count() << " ms, " << resident_megabytes() << " MB"
              << std::endl;
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGPIPE, SIG_IGN);
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() < 2) return 2;
    const auto done = words[0] == "connect" ? connect(words) : serve(words);
    if (!done) std::cerr << done.error().message << '\n';
    return done ? 0 : 1;
}
