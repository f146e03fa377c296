// Following the ledger: every entry once, from each chain, in its order.
#include <iam/ledger/follow.hpp>
#include <iam/store/memory_store.hpp>
#include <support/fake_entropy.hpp>
#include <support/joined_store.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

namespace iam::test {
namespace {

using ledger::EntryKind;
using ledger::Follower;

struct World {
    FakeEntropy entropy{};
    std::shared_ptr<ledger::Store> zero{store::make_memory_store(entropy, 0)};
    std::shared_ptr<ledger::Store> two{store::make_memory_store(entropy, 2)};
    JoinedStore both{{zero, two}};

    static void add(ledger::Store& store, const std::string& application = "desk", int minute = 0) {
        ledger::Batch batch;
        ledger::EntryDraft& draft = batch.entries.emplace_back();
        draft.entry.kind = EntryKind::note;
        draft.entry.application = application;
        draft.entry.time =
            std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::minutes(minute));
        REQUIRE(store.commit(std::move(batch)).has_value());
    }
};

std::vector<std::string> all_of(Follower& follower) {
    std::vector<std::string> ids;
    bool at_end = false;
    while (!at_end) {
        const auto done = follower.next([&](const ledger::StoredEntry& entry) -> Result<bool> {
            ids.push_back(to_string(entry.id));
            return true;
        });
        REQUIRE(done.has_value());
        at_end = *done;
    }
    return ids;
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("following hands on every entry of every chain once") {
    World world;
    World::add(*world.two);
    World::add(*world.zero);
    Follower follower(world.both, {});
    CHECK(all_of(follower) == Ids{"0.1", "2.1"});
    CHECK(all_of(follower).empty());
    World::add(*world.two);
    World::add(*world.two);
    CHECK(all_of(follower) == Ids{"2.2", "2.3"});
    World::add(*world.zero);
    CHECK(all_of(follower) == Ids{"0.2"});
}

TEST_CASE("following begins at the newest entries over all chains that match") {
    World world;
    int minute = 0;
    for (const std::string application : {"desk", "other", "desk", "other"}) {
        World::add(*world.two, application, ++minute);
        World::add(*world.zero, application, ++minute);
    }
    ledger::Filter filter;
    filter.text = "\"desk\"";
    Follower follower(world.both, filter);
    REQUIRE(follower.start_at_newest(1).has_value());
    CHECK(all_of(follower) == Ids{"0.3"});
    Follower three(world.both, filter);
    REQUIRE(three.start_at_newest(3).has_value());
    CHECK(all_of(three) == Ids{"0.1", "0.3", "2.3"});
    Follower from_now(world.both, filter);
    REQUIRE(from_now.start_at_newest(0).has_value());
    CHECK(all_of(from_now).empty());
    World::add(*world.two);
    CHECK(all_of(from_now) == Ids{"2.5"});
}

TEST_CASE("following that was stopped goes on behind what it handed on") {
    World world;
    World::add(*world.zero);
    World::add(*world.zero);
    World::add(*world.two);
    Follower follower(world.both, {});
    const auto stopped =
        follower.next([](const ledger::StoredEntry&) -> Result<bool> { return false; });
    REQUIRE(stopped.has_value());
    CHECK_FALSE(*stopped);
    CHECK(all_of(follower) == Ids{"0.2", "2.1"});
}

}  // namespace iam::test
