// A ledger of two chains, one per writer. Checkpoints seal both, and an undo looks for later calls
// in both.
#include "../fixture.hpp"
#include <iam/ledger/sealing.hpp>
#include <iam/ledger/verify.hpp>
#include <support/joined_store.hpp>
#include <support/tampered_store.hpp>

namespace iam::test {
namespace {

using ledger::EntryId;

SigningKey key_of(std::uint8_t byte) {
    std::array<std::uint8_t, 32> seed{};
    seed.fill(byte);
    return SigningKey(SecretKey(seed));
}

/// Touches the key "a" with each call of "set".
struct Writer : Program {
    explicit Writer(std::shared_ptr<ledger::Store> joined) : Program(std::move(joined)) {
        add(undoable("set"), {.call = [](std::string_view, Context& context) {
                context.touch("a");
                return Reply::done();
            }});
    }
    ToolResult set() {
        Call call = call_of("set");
        call.subject.session = "s1";
        return runtime().call(std::move(call));
    }
};

struct TwoWriters {
    FakeEntropy entropy{};
    std::shared_ptr<ledger::Store> zero{store::make_memory_store(entropy, 0)};
    std::shared_ptr<ledger::Store> one{store::make_memory_store(entropy, 1)};
    std::shared_ptr<JoinedTree> tree{std::make_shared<JoinedTree>()};
    std::shared_ptr<ledger::Store> both{
        std::make_shared<JoinedStore>(JoinedStore::Stores{zero, one}, tree)};
    Writer left{both};
    Writer right{std::make_shared<JoinedStore>(JoinedStore::Stores{one, zero}, tree)};
};

}  // namespace

TEST_CASE("a checkpoint seals every chain, and keys follow one another over all of them",
          "[checkpoint]") {
    TwoWriters world;
    const SigningKey first = key_of(1);
    const SigningKey second = key_of(2);
    CHECK(world.left.set().success);
    CHECK(world.right.set().success);
    const auto sealed = ok(world.left.runtime().records().checkpoint(first, {{}, second}));
    CHECK(ok(ledger::sealed_by(*world.both, sealed)) == std::vector{EntryId{0, 2}, EntryId{1, 2}});
    CHECK_FALSE(world.right.runtime().records().checkpoint(first, {}).has_value());
    CHECK(world.right.set().success);
    const auto last = ok(world.right.runtime().records().checkpoint(second, {}));
    CHECK(ok(ledger::sealed_by(*world.both, last)) == std::vector{EntryId{0, 3}, EntryId{1, 4}});
    CHECK(last.head.tree.size == 7);
    const auto verified = ok(ledger::verify(*world.both, {{}, first.public_key()}));
    INFO(verified.reason);
    CHECK(verified.ok());
    CHECK(verified.entries == 8);
    CHECK(verified.checkpoints == 2);
    CHECK(verified.heads.size() == 2);
    CHECK(verified.anchored == std::vector{EntryId{0, 3}, EntryId{1, 4}});
}

TEST_CASE("a chain that was recomputed behind the back of the others does not hold",
          "[checkpoint]") {
    TwoWriters world;
    const SigningKey key = key_of(1);
    CHECK(world.left.set().success);
    CHECK(world.right.set().success);
    const auto witnessed = ok(world.left.runtime().records().checkpoint(key, {}));
    TamperedStore forged(world.both);
    ledger::StoredEntry& row = forged.rows().back();
    REQUIRE(row.id == EntryId{1, 2});
    const std::size_t at = row.text.find("\"time_ms\":") + 14;
    row.text[at] = row.text[at] == '9' ? '8' : static_cast<char>(row.text[at] + 1);
    CHECK(ok(ledger::verify(forged)).first_bad == EntryId{1, 2});
    row.hash = ledger::chain_hash(row.previous, row.text);
    const auto bad = ok(ledger::verify(forged));
    CHECK(bad.first_bad == EntryId{1, 2});
    CHECK(bad.reason.find("not the entry that the tree has here") != std::string::npos);
    forged.rows().pop_back();
    const auto cut = ok(ledger::verify(forged));
    CHECK(cut.first_bad == EntryId{1, 2});
    CHECK(cut.reason.find("up to 1.2, found 1.1") != std::string::npos);
    world.tree->last.reset();
    const auto gone = ok(ledger::compare(forged, {witnessed}));
    REQUIRE(gone);
    CHECK(gone->second.find("saw a tree of 4 entries, and the ledger has one of 0") !=
          std::string::npos);
}

TEST_CASE("a later call of another chain stands in the way of an undo", "[undo]") {
    TwoWriters world;
    CHECK(world.right.set().success);  // before, so nothing stands on it
    world.left.clock.advance(std::chrono::seconds(1));
    world.right.clock.advance(std::chrono::seconds(2));
    const ToolResult first = world.left.set();
    const ToolResult later = world.right.set();
    const ToolResult refused = world.left.runtime().undo(undo_of(first));
    CHECK(refused.code == code::undo_depends);
    CHECK(refused.later == std::vector<std::string>{later.entry});
    CHECK(world.right.runtime().undo(undo_of(later)).success);
    CHECK(world.left.runtime().undo(undo_of(first)).success);
}

TEST_CASE("the calls of a session in two chains are listed by when they ended", "[undo]") {
    TwoWriters world;
    const ToolResult first = world.right.set();
    world.left.clock.advance(std::chrono::seconds(1));
    const ToolResult second = world.left.set();
    world.right.clock.advance(std::chrono::seconds(2));
    const ToolResult third = world.right.set();
    Subject subject;
    subject.session = "s1";
    std::vector<std::string> listed;
    for (const EntryId& entry : ok(world.left.runtime().undoable(subject)))
        listed.push_back(to_string(entry));
    CHECK(listed == std::vector<std::string>{third.entry, second.entry, first.entry});
}

TEST_CASE("a question counts the runs of every chain, also where one was quiet for long",
          "[prompts]") {
    TwoWriters world;
    world.left.with_prompter = true;
    CHECK(world.right.set().success);
    world.left.clock.advance(std::chrono::hours(48));
    CHECK(world.left.set().success);
    ok_void(world.left.runtime().consent().set_policy({"", "set"}, Policy::confirm));
    CHECK_FALSE(world.left.set().success);
    REQUIRE(world.left.prompter.count() == 1);
    const auto runs = world.left.prompter.questions().front().request.recent_runs;
    REQUIRE(runs);
    CHECK(runs->count == 1);
}

}  // namespace iam::test
