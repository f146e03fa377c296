// What a command line asks of state folders.
#include <support/records.hpp>

#include <runtime/store_sqlite/fixture.hpp>

#include <filesystem>

using namespace iam;
using namespace iam::test;

TEST_CASE("the back end of state folders is complete and makes a state where none was") {
    const TempDir parent;
    const std::string place = (parent / "state").string();
    const store::Backend backend = store_sqlite::backend();
    REQUIRE(is_complete(backend));
    SystemEntropy entropy;
    CHECK_FALSE(backend.has_state(place));
    CHECK(error_of(backend.open(place, store::Mode::read_only, entropy)).code == Errc::unavailable);
    must(must(backend.open(place, store::Mode::read_write, entropy))
             ->commit(batch_of(entry_of(ledger::EntryKind::note))));
    CHECK(backend.has_state(place));
    CHECK(all_entries(*must(backend.open(place, store::Mode::read_only, entropy))).size() == 1);
    CHECK(must(backend.signing_key(place)) == parent / "state/checkpoint.key");
}

TEST_CASE("a copied state names its last entry, if it has one, and what to do with the copy") {
    const TempDir parent;
    const store::Backend backend = store_sqlite::backend();
    const auto store = open_in(parent / "state");
    const std::string place = (parent / "state").string();
    const auto empty = must(backend.back_up(place, parent / "first"));
    CHECK_FALSE(empty.last);
    CHECK(contains(empty.advice, "keep it as private"));
    must(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
    CHECK(must(backend.back_up(place, parent / "second")).last == ledger::EntryId{0, 1});
    CHECK(error_of(backend.back_up(place, parent / "second")).code == Errc::invalid_argument);
}

TEST_CASE("a folder that cannot be looked at has a state, so that opening it says why") {
    const TempDir parent;
    const store::Backend backend = store_sqlite::backend();
    std::filesystem::create_symlink(parent / "loop", parent / "loop");
    CHECK(backend.has_state((parent / "loop").string()));
    SystemEntropy entropy;
    const Error error =
        error_of(backend.open((parent / "loop").string(), store::Mode::read_only, entropy));
    CHECK(contains(error.message, (parent / "loop").string()));
}
