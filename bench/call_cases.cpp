#include "call_cases.hpp"

#include "bench_tools.hpp"
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/json_reader.hpp>
#include <iam/invoke/runtime.hpp>
#include <iam/store/memory_store.hpp>

#include <bench_calls.iam.hpp>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <utility>

namespace bench {
namespace {

constexpr const char* k_arguments =
    R"({"title":"Quarterly planning with the whole team","room":204,"hours":1.5,"priority":"high","catering":true})";
/// As a model's request carries it (JSON-RPC tools/call of MCP).
const std::string k_call_text =
    std::string(
        R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"book_room","arguments":)") +
    k_arguments + "}}";

/// Keeps the optimiser from dropping what is measured.
volatile double sink = 0;

struct World {
    iam::Registry registry;
    iam::SystemClock clock;
    iam::SystemEntropy entropy;
    std::unique_ptr<iam::ledger::Store> store = iam::store::make_memory_store(entropy);
    std::unique_ptr<iam::invoke::Runtime> runtime;

    World() {
        if (const auto registered = register_bench_calls_tools(registry); !registered) {
            std::cerr << registered.error().message << "\n";
            std::exit(1);
        }
        runtime = std::make_unique<iam::invoke::Runtime>(
            iam::invoke::Parts{registry, *store, clock, entropy, nullptr, {}});
    }

    iam::ToolResult call() {
        iam::Call call;
        call.tool.name = "book_room";
        call.arguments = k_arguments;
        return runtime->call(std::move(call));
    }
};

void call_once(World& world) {
    const iam::ToolResult result = world.call();
    if (!result.success) {
        std::cerr << result.code << ": " << result.message << "\n";
        std::exit(1);
    }
    sink = sink + static_cast<double>(result.result->size());
}

/// As the gate reads the arguments: once to make the value, once more behind the permit.
void read_once() {
    for (int i = 0; i < 2; ++i) {
        iam::JsonReader reader(k_arguments);
        if (!reader.skip() || !reader.finish()) std::exit(1);
    }
}

/// The entries that one call leaves.
std::vector<iam::ledger::StoredEntry> entries_of_one_call() {
    World world;
    call_once(world);
    auto entries = world.store->entries({});
    if (!entries || entries->size() != 2) std::exit(1);
    return *std::move(entries);
}

/// Nothing but the hashes of one call: the chain, the commitments to its values, and the keyed digest of the arguments.
void hash_once(const std::vector<iam::ledger::StoredEntry>& entries, const iam::SecretKey& key) {
    for (const iam::ledger::StoredEntry& entry : entries) {
        sink = sink + iam::ledger::chain_hash(entry.previous, entry.text).bytes[0];
        for (const iam::ledger::Payload& value : entry.payloads)
            sink = sink + iam::ledger::commitment(value).bytes[0];
    }
    iam::Hasher hasher(iam::domain_tag("iam/args/1"), key);
    sink = sink + hasher.update(iam::Digest{}).update(k_arguments).finish().bytes[0];
}

}  // namespace

std::vector<Case> call_cases() {
    auto world = std::make_shared<World>();
    const iam::SecretKey key({});
    return {
        {"bare",
         [] {
             sink = sink + book_room("Quarterly planning with the whole team", 204, 1.5,
                                     Priority::high, true)
                               .hours;
         }},
        {"parse",
         [] { sink = sink + static_cast<double>(nlohmann::json::parse(k_call_text).size()); }},
        {"read", read_once},
        {"hash", [entries = entries_of_one_call(), key] { hash_once(entries, key); }},
        {"call", [world] { call_once(*world); }},
    };
}

}  // namespace bench
