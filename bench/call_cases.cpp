#include "call_cases.hpp"

#include "bench_tools.hpp"
#include <iam/consent/rules.hpp>
#include <iam/core/clock.hpp>
#include <iam/core/entropy.hpp>
#include <iam/core/json_reader.hpp>
#include <iam/gate/consent.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/store/memory_store.hpp>

#include <bench_calls.iam.hpp>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
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

/// Rules that a test of the gate would write: one asks about the tool, the others are about others.
class Rules final : public iam::consent::RuleSource {
 public:
    explicit Rules(int count) {
        std::vector<iam::consent::Rule> rules;
        for (int i = 0; i < count; ++i) {
            iam::consent::Rule rule;
            rule.id = "r" + std::to_string(i);
            const std::string name = "tool_" + std::to_string(i) + (i % 10 == 0 ? "_*" : "");
            auto tool = iam::consent::NamePattern::parse(i == 1 ? "book_room" : name);
            if (!tool) std::exit(1);
            rule.tool = *std::move(tool);
            rules.push_back(std::move(rule));
        }
        book_ = std::make_shared<iam::consent::RuleBook>(
            std::move(rules), std::vector<iam::consent::RuleFailure>{}, std::nullopt);
    }
    std::shared_ptr<const iam::consent::RuleBook> current() override { return book_; }

 private:
    std::shared_ptr<const iam::consent::RuleBook> book_;
};

iam::Digest some_digest(int number) {
    return iam::sha256(iam::domain_tag("bench/1"), std::to_string(number));
}

/// Grants and permissions for other arguments of the tool than those of the call.
iam::ledger::Batch records_of(const iam::Digest& contract, int count) {
    iam::ledger::Batch batch;
    for (int i = 0; i < count; ++i) {
        const iam::consent::Match match{iam::consent::Match::Kind::exact, some_digest(i)};
        iam::consent::Grant grant;
        grant.id = some_digest(-1 - i).hex().substr(0, 32);
        grant.tool.name = "book_room";
        grant.consent_digest = contract;
        grant.match = match;
        batch.mutations.emplace_back(iam::ledger::PutGrant{grant});
        iam::consent::Permission permission;
        permission.id = "p" + std::to_string(i);
        permission.tool.name = "book_room";
        permission.consent_digest = contract;
        permission.match = match;
        permission.allow = true;
        batch.mutations.emplace_back(iam::ledger::PutPermission{permission});
    }
    return batch;
}

struct World {
    iam::Registry registry;
    iam::SystemClock clock;
    iam::SystemEntropy entropy;
    std::unique_ptr<iam::ledger::Store> store = iam::store::make_memory_store(entropy);
    std::unique_ptr<Rules> rules;
    std::unique_ptr<iam::gate::Runtime> runtime;

    explicit World(std::unique_ptr<Rules> asking = nullptr, bool audit = true)
        : rules(std::move(asking)) {
        if (const auto registered = register_bench_calls_tools(registry); !registered) {
            std::cerr << registered.error().message << "\n";
            std::exit(1);
        }
        iam::gate::Parts parts{
            .registry = registry, .store = *store, .clock = &clock, .entropy = &entropy};
        parts.rules = rules.get();
        iam::gate::Settings settings;
        settings.audit = audit;
        runtime = std::make_unique<iam::gate::Runtime>(std::move(parts), settings);
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

/// Nothing but the hashes of one call: the chain, the commitments to its values, and the keyed
/// digest of the arguments.
void hash_once(const std::vector<iam::ledger::StoredEntry>& entries, const iam::SecretKey& key) {
    for (const iam::ledger::StoredEntry& entry : entries) {
        sink = sink + iam::ledger::chain_hash(entry.previous, entry.text).bytes[0];
        for (const iam::ledger::Payload& value : entry.payloads)
            sink = sink + iam::ledger::commitment(value).bytes[0];
    }
    iam::Hasher hasher(iam::domain_tag("iam/args/1"), key);
    sink = sink + hasher.update(iam::Digest{}).update(k_arguments).finish().bytes[0];
}

std::shared_ptr<World> granted_world(int rules, int records) {
    auto world = std::make_shared<World>(std::make_unique<Rules>(rules));
    const iam::ToolId tool{"", "book_room"};
    iam::gate::GrantTerms these;
    these.arguments = k_arguments;
    const auto contract = world->registry.snapshot()->find(tool)->digests.consent;
    if (!world->store->commit(records_of(contract, records)) ||
        !world->runtime->consent().grant(tool, these, {}))
        std::exit(1);
    return world;
}

/// The world is made with the first call: other cases need not wait for it.
std::function<void()> in_granted_world(int rules, int records) {
    return [rules, records, world = std::shared_ptr<World>()]() mutable {
        if (!world) world = granted_world(rules, records);
        call_once(*world);
    };
}

}  // namespace

std::vector<Case> call_cases() {
    auto world = std::make_shared<World>();
    auto unrecorded = std::make_shared<World>(nullptr, false);
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
        {"unrecorded", [unrecorded] { call_once(*unrecorded); }},
        {"granted_few", in_granted_world(10, 10)},
        {"granted_many", in_granted_world(1'000, 10'000)},
    };
}

}  // namespace bench
