// What is the memory store's own, beside the conformance suite.
#include <iam/store/memory_store.hpp>
#include <support/conformance.hpp>
#include <support/fake_entropy.hpp>
#include <support/open_store.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr int k_no_end = std::numeric_limits<int>::max();
/// Of this thread, until one fails.
thread_local int allocations_left = k_no_end;

}  // namespace

void* operator new(std::size_t size) {
    if (allocations_left == 0) throw std::bad_alloc();
    if (allocations_left != k_no_end) --allocations_left;
    if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace iam::test {

std::shared_ptr<ledger::Store> open_store() {
    SystemEntropy entropy;
    return store::make_memory_store(entropy);
}

}  // namespace iam::test

TEST_CASE("a batch whose memory runs out leaves no entry behind") {
    using namespace iam::test;
    using iam::ledger::EntryKind;
    const auto store = open_store();
    const auto intent = store->commit(batch_of(entry_of(EntryKind::intent, "call-1")));
    REQUIRE(intent);
    const auto batch = [&] {
        auto outcome = entry_of(EntryKind::outcome, "call-1");
        outcome.entry.of = intent->entries[0];
        outcome.payloads.push_back(payload_of("result", std::string(1000, 'x')));
        return batch_of(std::move(outcome), entry_of(EntryKind::approval, "call-2"),
                        entry_of(EntryKind::intent, "call-2"));
    };
    int failures = 0;
    for (bool done = false; !done; failures += done ? 0 : 1) {
        iam::ledger::Batch attempt = batch();
        allocations_left = failures;
        try {
            done = store->commit(std::move(attempt)).has_value();
        } catch (const std::bad_alloc&) {
        }
        allocations_left = k_no_end;
        if (done) break;
        CHECK(ok(store->entries({})).size() == 1);
        CHECK_FALSE(ok(store->outcome_of(intent->entries[0])));
        CHECK(ok(store->entries_of_call("call-2")).empty());
        CHECK(code_of(store->commit(batch_of(iam::ledger::ExpectNoIntent{"call-1"}))) ==
              iam::Errc::conflict);
        CHECK(store->commit(batch_of(iam::ledger::ExpectNoIntent{"call-2"})).has_value());
    }
    CHECK(failures >= 3);
    CHECK(ok(store->entries({})).size() == 4);
    CHECK(ok(store->entries_of_call("call-2")).size() == 2);
    CHECK(ok(store->outcome_of(intent->entries[0]))->id.seq == 2);
}

TEST_CASE("two memory stores have different keys") {
    const auto a = iam::test::open_store();
    const auto b = iam::test::open_store();
    CHECK_FALSE(std::ranges::equal(a->key().bytes(), b->key().bytes()));
}

TEST_CASE("the key of a memory store is made of the given entropy alone") {
    iam::test::FakeEntropy first(7);
    iam::test::FakeEntropy second(7);
    const auto a = iam::store::make_memory_store(first);
    const auto b = iam::store::make_memory_store(second);
    CHECK(std::ranges::equal(a->key().bytes(), b->key().bytes()));
}
