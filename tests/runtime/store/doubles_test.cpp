// The test doubles themselves: a double that does nothing would make other tests pass.
#include <support/failing_store.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>
#include <support/open_store.hpp>
#include <support/records.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

using namespace iam::test;
using iam::Errc;
using iam::ledger::EntryKind;

TEST_CASE("a failing store refuses the n-th call and lets it change nothing") {
    const auto real = open_store();
    FailingStore store(real, 2);
    CHECK(store.commit(batch_of(entry_of(EntryKind::note))).has_value());
    CHECK_FALSE(store.failed());
    const auto second = store.commit(batch_of(entry_of(EntryKind::note)));
    REQUIRE_FALSE(second.has_value());
    CHECK(second.error().code == Errc::unavailable);
    CHECK(store.failed());
    CHECK(store.commit(batch_of(entry_of(EntryKind::note))).has_value());
    CHECK(real->entries({})->size() == 2);
}

TEST_CASE("a failing store can stay broken from the n-th call on") {
    FailingStore store(open_store(), 2, FailingStore::What::from_then_on);
    CHECK(store.epoch(iam::consent::k_all_scope).has_value());
    CHECK_FALSE(store.epoch(iam::consent::k_all_scope).has_value());
    CHECK_FALSE(store.grants().has_value());
}

TEST_CASE("a fake clock moves when it is told to") {
    FakeClock clock;
    const auto before = clock.now();
    clock.advance(std::chrono::seconds(5));
    CHECK(clock.now().wall - before.wall == std::chrono::seconds(5));
    CHECK(clock.now().boot - before.boot == std::chrono::seconds(5));
    clock.set_wall({});
    CHECK(clock.now().boot - before.boot == std::chrono::seconds(5));
    clock.reboot("boot-2");
    CHECK(clock.now().boot.count() == 0);
    CHECK(clock.now().boot_id == "boot-2");
}

TEST_CASE("fake entropy repeats itself for one seed and differs for another") {
    FakeEntropy a(1);
    FakeEntropy same(1);
    FakeEntropy other(2);
    const std::string first = iam::random_id(a);
    CHECK(iam::random_id(same) == first);
    CHECK(iam::random_id(other) != first);
    CHECK(iam::random_id(a) != first);
}

TEST_CASE("a temporary folder is gone with everything in it") {
    std::filesystem::path path;
    {
        const TempDir folder;
        path = folder.path();
        std::ofstream(folder / "file") << "text";
        CHECK(std::filesystem::exists(path / "file"));
    }
    CHECK_FALSE(std::filesystem::exists(path));
}
