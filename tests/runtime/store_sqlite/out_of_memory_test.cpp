// A state folder where memory runs out: every allocation fails once, by an allocator of this
// program.
#include "fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <support/scarce_memory.hpp>

#include <new>

using namespace iam;
using namespace iam::test;

namespace {

/// False: memory ran out.
bool commits(ledger::Store& store, int allocations) {
    ledger::EntryDraft draft = entry_of(ledger::EntryKind::intent, "a call of somebody's");
    draft.payloads = {payload_of("arguments", std::string(100, 'x'))};
    ledger::Batch batch = batch_of(std::move(draft));
    try {
        const ScarceMemory scarce(allocations);
        return store.commit(std::move(batch)).has_value();
    } catch (const std::bad_alloc&) {
        return false;
    }
}

}  // namespace

TEST_CASE(
    "where memory runs out in a commit, whoever commits next does, in this program and in others") {
    const TempDir folder;
    std::uint64_t entries = 0;
    int failed = 0;
    for (int allocations = 0;; ++allocations) {
        const auto store = open_in(folder.path());
        const auto others = open_in(folder.path());
        const bool is_in = commits(*store, allocations);
        must(store->commit(a_note()));
        must(others->commit(a_note()));
        entries += is_in ? 3 : 2;
        CHECK(all_entries(*others).size() == entries);
        if (is_in) break;
        ++failed;
        REQUIRE(allocations < 1'000);
    }
    CHECK(failed > 0);
    CHECK(must(ledger::verify(*open_in(folder.path()))).ok());
}
