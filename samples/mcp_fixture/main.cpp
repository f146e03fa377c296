// A server with everything that the conformance suite of the Model Context Protocol asks for, on
// public headers alone. It serves standard input and output, and keeps its record in memory.
#include "offers.hpp"
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/mcp/stdio.hpp>
#include <iam/store/memory_store.hpp>

#include <mcp_fixture.iam.hpp>

#include <csignal>
#include <iostream>

namespace {

iam::Result<void> serve() {
    const iam::SystemClock clock;
    iam::SystemEntropy entropy;
    iam::Registry registry;
    IAM_CHECK(register_mcp_fixture_tools(registry));
    iam::mcp::Offers offers;
    IAM_CHECK(fixture::add_offers(offers));
    const auto store = iam::store::make_memory_store(entropy);
    iam::gate::Runtime runtime({.registry = registry, .store = *store});
    IAM_TRY(streams, iam::mcp::ClaimedStreams::claim());
    iam::mcp::Server server({.runtime = runtime,
                             .registry = registry,
                             .store = *store,
                             .clock = clock,
                             .entropy = entropy,
                             .info = {.name = "mcp-fixture", .version = "1.0"},
                             .offers = &offers});
    iam::mcp::StdioParts parts{.in = streams.in(), .out = streams.out()};
    parts.subject = {.user = "conformance"};
    return iam::mcp::serve_stdio(server, parts);
}

}  // namespace

int main() {
    // A client that is gone is an error of the write.
    std::signal(SIGPIPE, SIG_IGN);
    const auto served = serve();
    if (!served) std::cerr << served.error().message << '\n';
    return served ? 0 : 1;
}
