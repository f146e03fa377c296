// The memory store where memory runs out: every allocation of a commit fails once, by an allocator of this program.
#include <iam/core/entropy.hpp>
#include <iam/store/memory_store.hpp>
#include <support/conformance.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

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
// A sanitizer's own would not come by the one above.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

TEST_CASE("a batch whose memory runs out leaves no entry behind") {
    using namespace iam::test;
    using iam::ledger::EntryKind;
    iam::SystemEntropy entropy;
    const auto store = iam::store::make_memory_store(entropy);
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
