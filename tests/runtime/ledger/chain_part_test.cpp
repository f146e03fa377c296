#include <iam/ledger/chain_part.hpp>
#include <iam/store/memory_store.hpp>
#include <support/fake_entropy.hpp>
#include <support/records.hpp>
#include <support/tampered_store.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <string>
#include <utility>

using namespace iam::ledger;
using namespace iam::test;

namespace {

iam::SigningKey part_key() {
    std::array<std::uint8_t, 32> seed{};
    seed.fill(7);
    return iam::SigningKey(iam::SecretKey(seed));
}

void add_call(Store& store, int number, std::size_t bytes = 4) {
    EntryDraft draft = entry_of(EntryKind::intent, "call-" + std::to_string(number));
    draft.payloads = {payload_of("arguments", std::string(bytes, '1'), 3)};
    REQUIRE(store.commit(batch_of(std::move(draft))).has_value());
}

std::shared_ptr<Store> ledger_of_calls(int count, std::size_t entries_max = 100'000) {
    FakeEntropy entropy;
    std::shared_ptr<Store> store =
        iam::store::make_memory_store(entropy, 0, {.entries_max = entries_max});
    for (int i = 1; i <= count; ++i) add_call(*store, i);
    return store;
}

void add_checkpoint(Store& store) {
    Checkpoint checkpoint;
    const auto heads = store.newest_entries();
    REQUIRE(heads.has_value());
    for (const StoredEntry& head : *heads) checkpoint.heads.push_back({head.id, head.hash});
    sign(checkpoint, part_key());
    EntryDraft draft = entry_of(EntryKind::checkpoint, "");
    draft.payloads = {payload_of(std::string(k_checkpoint_value), text_of(checkpoint), 3)};
    REQUIRE(store.commit(batch_of(std::move(draft))).has_value());
}

ChainPart part_of(Store& store, std::optional<EntryId> before = {}, std::size_t entries_max = 10) {
    const auto part = check_part(store, 0, before, entries_max);
    REQUIRE(part.has_value());
    return *part;
}

/// The newest bad entry, looked for in parts from the newest entry to the oldest one.
std::string bad_in(Store& store) {
    std::optional<EntryId> before;
    for (int parts = 0; parts < 100; ++parts) {
        const ChainPart part = part_of(store, before);
        if (!part.ok()) return to_string(*part.bad);
        if (part.is_at_start) return "none";
        before = part.oldest;
    }
    return "no end";
}

}  // namespace

TEST_CASE("parts of a chain follow each other from its newest entry to its first (W36)") {
    const auto store = ledger_of_calls(25);
    const ChainPart newest = part_of(*store);
    CHECK(newest.ok());
    CHECK(newest.entries == 10);
    CHECK(newest.newest == EntryId{0, 25});
    CHECK(newest.oldest == EntryId{0, 16});
    CHECK_FALSE(newest.is_at_start);
    const ChainPart middle = part_of(*store, newest.oldest);
    CHECK(middle.entries == 10);
    CHECK(middle.newest == EntryId{0, 15});
    const ChainPart oldest = part_of(*store, middle.oldest);
    CHECK(oldest.entries == 5);
    CHECK(oldest.oldest == EntryId{0, 1});
    CHECK(oldest.is_at_start);
}

TEST_CASE("a part of an empty chain has nothing") {
    const auto store = ledger_of_calls(0);
    const ChainPart part = part_of(*store);
    CHECK(part.ok());
    CHECK(part.entries == 0);
    CHECK_FALSE(part.newest.has_value());
}

TEST_CASE("a change anywhere is found by the part that has it") {
    for (std::size_t i = 0; i < 25; ++i) {
        TamperedStore changed(ledger_of_calls(25));
        changed.rows()[i].text.back() = ' ';
        CHECK(bad_in(changed) == "0." + std::to_string(i + 1));
        TamperedStore without_value(ledger_of_calls(25));
        without_value.rows()[i].payloads.front().bytes = "2";
        CHECK(bad_in(without_value) == "0." + std::to_string(i + 1));
    }
}

TEST_CASE("an entry that was dropped is found, also at the edge of a part") {
    for (std::size_t i = 0; i + 1 < 25; ++i) {
        TamperedStore store(ledger_of_calls(25));
        store.rows().erase(store.rows().begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(bad_in(store) == "0." + std::to_string(i + 2));
    }
}

TEST_CASE("the first entry that a store keeps must follow the last one that it has forgotten") {
    const auto store = ledger_of_calls(1'000, 200);
    CHECK(bad_in(*store) == "none");
    TamperedStore cut(store);
    cut.rows().erase(cut.rows().begin());
    CHECK(bad_in(cut) == to_string(cut.rows().front().id));
}

TEST_CASE("a part has its newest checkpoint, whose signature and place hold") {
    const auto store = ledger_of_calls(3);
    add_checkpoint(*store);
    add_call(*store, 4);
    const ChainPart part = part_of(*store);
    CHECK(part.ok());
    REQUIRE(part.checkpoint.has_value());
    CHECK(part.checkpoint_entry == EntryId{0, 4});
    CHECK(part.checkpoint->heads.at(0).entry == EntryId{0, 3});
    CHECK_FALSE(part_of(*store, EntryId{0, 4}).checkpoint.has_value());
}

TEST_CASE("a checkpoint in another place is bad") {
    const auto store = ledger_of_calls(3);
    Checkpoint checkpoint;
    sign(checkpoint, part_key());
    EntryDraft draft = entry_of(EntryKind::checkpoint, "");
    draft.payloads = {payload_of(std::string(k_checkpoint_value), text_of(checkpoint), 3)};
    REQUIRE(store->commit(batch_of(std::move(draft))).has_value());
    const ChainPart part = part_of(*store);
    CHECK(part.bad == EntryId{0, 4});
    CHECK(part.reason.find("not about the entries before it") != std::string::npos);
}

TEST_CASE("a part ends when its values are long, and the next one goes on") {
    const auto store = ledger_of_calls(0);
    for (int i = 1; i <= 4; ++i) add_call(*store, i, k_part_bytes_max / 2);
    const ChainPart part = part_of(*store);
    CHECK(part.entries == 2);
    CHECK_FALSE(part.is_at_start);
    CHECK(bad_in(*store) == "none");
}
