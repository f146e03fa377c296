// What is the memory store's own, beside the conformance suite.
#include <iam/store/memory_store.hpp>
#include <support/conformance.hpp>
#include <support/default_resource.hpp>
#include <support/fake_entropy.hpp>
#include <support/open_store.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

namespace iam::test {

std::shared_ptr<ledger::Store> open_store() {
    SystemEntropy entropy;
    return store::make_memory_store(entropy);
}

}  // namespace iam::test

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

TEST_CASE("a batch and its copies ask for no memory of the program's default resource") {
    using namespace iam::test;
    const auto store = open_store();
    const NoDefaultResource none;
    iam::ledger::Batch batch =
        batch_of(iam::ledger::ExpectEpoch{0}, iam::ledger::PutGrant{grant_of("g")},
                 entry_of(iam::ledger::EntryKind::grant));
    const iam::ledger::Batch copy = batch;
    CHECK(store->commit(std::move(batch)).has_value());
    iam::ledger::Batch again = copy;
    again.expectations.clear();
    CHECK(store->commit(std::move(again)).has_value());
}
