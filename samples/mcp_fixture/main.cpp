// A server with everything that the conformance suite of the Model Context Protocol asks for, on
// public headers alone. It keeps its record in memory.
//
//   mcp_fixture           serves standard input and output
//   mcp_fixture --http    serves a free port of the loopback, prints the URL, and ends when its
//                         standard input does
#include "changes.hpp"
#include "offers.hpp"
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/mcp/http.hpp>
#include <iam/mcp/stdio.hpp>
#include <iam/store/memory_store.hpp>

#include <mcp_fixture.iam.hpp>

#include <csignal>
#include <iostream>
#include <optional>
#include <stop_token>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

iam::Subject subject() {
    return {.user = "conformance"};
}

iam::Result<void> serve_stdio(iam::mcp::Server& server, const iam::mcp::ClaimedStreams& streams) {
    iam::mcp::StdioParts parts{.in = streams.in(), .out = streams.out()};
    parts.subject = subject();
    return iam::mcp::serve_stdio(server, parts);
}

iam::Result<void> serve_http(iam::mcp::Server& server) {
    iam::mcp::HttpParts parts;
    parts.subject = subject();
    parts.on_listening = [](const std::vector<iam::net::Endpoint>& endpoints) {
        std::cout << "http://localhost:" << endpoints.front().port << "/mcp" << std::endl;
    };
    std::stop_source stop;
    parts.stop = stop.get_token();
    std::thread watch([stop]() mutable {
        while (std::cin.get() != std::char_traits<char>::eof()) {
        }
        stop.request_stop();
    });
    auto served = iam::mcp::serve_http(server, std::move(parts));
    watch.join();
    return served;
}

iam::Result<void> serve(bool over_http) {
    const iam::SystemClock clock;
    iam::SystemEntropy entropy;
    iam::Registry registry;
    iam::mcp::Offers offers;
    fixture::Changes changes(registry, offers);
    IAM_CHECK(register_mcp_fixture_tools(registry, changes));
    IAM_CHECK(fixture::add_offers(offers));
    const auto store = iam::store::make_memory_store(entropy);
    iam::gate::Runtime runtime({.registry = registry, .store = *store});
    std::optional<iam::mcp::ClaimedStreams> streams;
    if (!over_http) {
        IAM_TRY(claimed, iam::mcp::ClaimedStreams::claim());
        streams.emplace(std::move(claimed));
    }
    iam::mcp::Server server({.runtime = runtime,
                             .registry = registry,
                             .store = *store,
                             .clock = clock,
                             .entropy = entropy,
                             .info = {.name = "mcp-fixture", .version = "1.0"},
                             .offers = &offers});
    return over_http ? serve_http(server) : serve_stdio(server, *streams);
}

}  // namespace

int main(int argc, char** argv) {
    // A client that is gone is an error of the write.
    std::signal(SIGPIPE, SIG_IGN);
    const auto served = serve(argc > 1 && std::string_view(argv[1]) == "--http");
    if (!served) std::cerr << served.error().message << '\n';
    return served ? 0 : 1;
}
