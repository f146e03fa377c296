// Verification: whatever is changed in a stored ledger, the first bad entry is named.
#include <iam/ledger/verify.hpp>
#include <iam/store/memory_store.hpp>
#include <support/failing_store.hpp>
#include <support/fake_entropy.hpp>
#include <support/forwarding_store.hpp>
#include <support/records.hpp>
#include <support/tampered_store.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <functional>
#include <new>
#include <utility>

using namespace iam::ledger;
using namespace iam::test;

namespace {

/// `count` entries; the even ones carry payloads.
std::shared_ptr<Store> ledger_of(int count) {
    FakeEntropy entropy;
    std::shared_ptr<Store> store = iam::store::make_memory_store(entropy);
    for (int i = 1; i <= count; ++i) {
        EntryDraft draft = entry_of(EntryKind::intent, "call-" + std::to_string(i));
        if (i % 2 == 0) {
            draft.payloads = {payload_of("arguments", R"({"hour":7})", 3),
                              payload_of("result", "true", 4)};
        }
        REQUIRE(store->commit(batch_of(std::move(draft))).has_value());
    }
    return store;
}

/// The first bad entry as text; "ok" where there is none.
std::string first_bad(Store& store) {
    const auto verification = verify(store);
    REQUIRE(verification.has_value());
    if (verification->ok()) return "ok";
    CHECK(verification->reason.size() > 20);
    // What was counted is what stands before the break.
    CHECK(verification->entries == verification->first_bad->seq - 1);
    return to_string(*verification->first_bad);
}

/// Runs `check` with each byte of `bytes` changed in turn, in two ways.
template <class Bytes, class Check>
void with_each_byte_flipped(Bytes& bytes, Check check) {
    for (auto& byte : bytes) {
        const auto before = byte;
        for (const unsigned mask : {0x01U, 0x80U}) {
            byte = static_cast<std::remove_reference_t<decltype(byte)>>(
                static_cast<unsigned char>(before) ^ mask);
            check();
        }
        byte = before;
    }
}

/// Memory runs out when entries are read for the n-th time.
class ExhaustedStore final : public ForwardingStore {
 public:
    ExhaustedStore(std::shared_ptr<Store> inner, int throws_at)
        : ForwardingStore(std::move(inner)), left_(throws_at) {}
    iam::Result<std::vector<StoredEntry>> entries(const Query& query) override {
        if (--left_ == 0) throw std::bad_alloc();
        return ForwardingStore::entries(query);
    }

 private:
    std::atomic<int> left_;
};

/// Entries behind the one with this number cannot be read.
class UnreadableStore final : public ForwardingStore {
 public:
    UnreadableStore(std::shared_ptr<Store> inner, std::uint64_t last)
        : ForwardingStore(std::move(inner)), last_(last) {}
    iam::Result<std::vector<StoredEntry>> entries(const Query& query) override {
        if (query.after && query.after->id.seq >= last_)
            return iam::fail(iam::Errc::unavailable, "the test's disk fails here");
        return ForwardingStore::entries(query);
    }

 private:
    const std::uint64_t last_;
};

/// The disk fails behind the entry with this number, in the middle of what is read.
class BreakingStore final : public ForwardingStore {
 public:
    BreakingStore(std::shared_ptr<Store> inner, std::uint64_t last)
        : ForwardingStore(std::move(inner)), last_(last) {}
    iam::Result<void> visit(const Query& query,
                            const std::function<bool(StoredEntry&)>& see) override {
        bool breaks = false;
        auto result = ForwardingStore::visit(query, [&](StoredEntry& entry) {
            breaks = entry.id.seq > last_;
            return !breaks && see(entry);
        });
        if (breaks) return iam::fail(iam::Errc::unavailable, "the test's disk fails here");
        return result;
    }

 private:
    const std::uint64_t last_;
};

/// Does something once, before entries behind the one with this number are read.
class BusyStore final : public ForwardingStore {
 public:
    BusyStore(std::shared_ptr<Store> inner, std::uint64_t before, std::function<void()> then)
        : ForwardingStore(std::move(inner)), before_(before), then_(std::move(then)) {}
    iam::Result<std::vector<StoredEntry>> entries(const Query& query) override {
        if (query.after && query.after->id.seq == before_) std::exchange(then_, [] {})();
        return ForwardingStore::entries(query);
    }

 private:
    const std::uint64_t before_;
    std::function<void()> then_;
};

/// The last entry of each visit of short entries, counted from 1.
constexpr std::uint64_t last_of_visit(std::uint64_t visit) {
    return visit * 256;
}
constexpr int k_long = 2'000;
/// The last visit shows nothing.
constexpr int k_long_visits = k_long / 256 + 2;

}  // namespace

TEST_CASE("an empty ledger verifies") {
    const auto store = ledger_of(0);
    const auto verification = verify(*store);
    CHECK(verification->ok());
    CHECK(verification->entries == 0);
    CHECK(verification->heads.empty());
}

TEST_CASE("a ledger of several pages verifies up to its head") {
    const auto store = ledger_of(200);
    const auto verification = verify(*store);
    CHECK(verification->ok());
    CHECK(verification->entries == 200);
    CHECK(verification->heads.at(0).hash == store->entry({0, 200}).value()->hash);
}

TEST_CASE("a page boundary hides nothing") {
    TamperedStore store(ledger_of(130));
    for (const std::size_t row : {62U, 63U, 64U, 65U, 127U, 128U, 129U}) {
        std::string& text = store.rows()[row].text;
        text.back() = ' ';
        CHECK(first_bad(store) == "0." + std::to_string(row + 1));
        text.back() = '}';
    }
    CHECK(first_bad(store) == "ok");
}

TEST_CASE("XF01: every changed byte of every column is found and its entry named") {
    TamperedStore store(ledger_of(4));
    int changed = 0;
    for (StoredEntry& row : store.rows()) {
        const std::string name = to_string(row.id);
        const auto is_found = [&] {
            ++changed;
            REQUIRE(first_bad(store) == name);
        };
        with_each_byte_flipped(row.text, is_found);
        with_each_byte_flipped(row.previous.bytes, is_found);
        with_each_byte_flipped(row.hash.bytes, is_found);
        for (Payload& payload : row.payloads) {
            with_each_byte_flipped(payload.name, is_found);
            with_each_byte_flipped(payload.salt, is_found);
            with_each_byte_flipped(payload.bytes, is_found);
        }
        const EntryId id = row.id;
        for (const EntryId other : {EntryId{0, 99}, EntryId{1, id.seq}, EntryId{0, 0}}) {
            row.id = other;
            is_found();
        }
        row.id = id;
    }
    CHECK(changed > 1500);
    CHECK(first_bad(store) == "ok");
}

TEST_CASE("XF01: a row that is dropped, moved, doubled or added is found") {
    TamperedStore store(ledger_of(5));
    auto& rows = store.rows();
    const auto whole = rows;
    SECTION("dropped") {
        for (std::size_t i = 0; i + 1 < whole.size(); ++i) {
            rows = whole;
            rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(i));
            CHECK(first_bad(store) == to_string(whole[i].id));
        }
    }
    SECTION("swapped, with or without their ids") {
        for (std::size_t i = 0; i + 1 < whole.size(); ++i) {
            rows = whole;
            std::swap(rows[i], rows[i + 1]);
            CHECK(first_bad(store) == to_string(whole[i].id));
            std::swap(rows[i].id, rows[i + 1].id);
            CHECK(first_bad(store) == to_string(whole[i].id));
        }
    }
    SECTION("doubled") {
        rows.insert(rows.begin() + 2, whole[1]);
        CHECK(first_bad(store) == "0.3");
    }
    SECTION("doubled under the next id") {
        rows = {whole[0], whole[1], whole[1]};
        rows[2].id.seq = 3;
        CHECK(first_bad(store) == "0.3");
    }
    SECTION("added at the front") {
        rows.insert(rows.begin(), seal({}, {0, 0}, {}));
        CHECK(first_bad(store) == "0.1");
    }
    SECTION("added at the end, without the right link") {
        rows.push_back(seal({}, {0, 6}, {}));
        CHECK(first_bad(store) == "0.6");
    }
    SECTION("replaced by another one that fits what stands before it") {
        rows[2] = seal(entry_of(EntryKind::note), {0, 3}, whole[1].hash);
        CHECK(first_bad(store) == "0.4");
    }
}

TEST_CASE("an entry that was written again with a fresh hash breaks the next one") {
    TamperedStore store(ledger_of(3));
    StoredEntry& row = store.rows()[0];
    EntryDraft forged;
    forged.entry.code = "forged";
    row = seal(std::move(forged), row.id, row.previous);
    CHECK(first_bad(store) == "0.2");
}

TEST_CASE("a text that says another id than its row is found even if its hash fits") {
    TamperedStore store(ledger_of(1));
    StoredEntry& row = store.rows()[0];
    row.text = encode({}, {0, 2});
    row.hash = chain_hash(row.previous, row.text);
    CHECK(first_bad(store) == "0.1");
}

TEST_CASE("a text that is no entry is found even if its hash fits") {
    TamperedStore store(ledger_of(1));
    StoredEntry& row = store.rows()[0];
    row.text = "{}";
    row.hash = chain_hash(row.previous, row.text);
    CHECK(first_bad(store) == "0.1");
}

TEST_CASE("XF17: an entry whose values an erasure names verifies without them") {
    const auto store = ledger_of(4);
    EntryDraft erasure = entry_of(EntryKind::erasure, "");
    erasure.payloads = {payload_of("entries", R"(["0.2","0.4"])", 5)};
    Batch batch = batch_of(std::move(erasure));
    batch.mutations.emplace_back(ErasePayloads{{0, 2}});
    batch.mutations.emplace_back(ErasePayloads{{0, 4}});
    REQUIRE(store->commit(std::move(batch)).has_value());
    CHECK(first_bad(*store) == "ok");
    TamperedStore tampered(store);
    SECTION("without the values of the erasure nobody erased") {
        tampered.rows()[4].payloads.clear();
        CHECK(verify(tampered)->first_bad == EntryId{0, 5});
    }
    SECTION("what an erasure does not name is missed") {
        tampered.rows()[4].payloads.clear();
        tampered.rows().pop_back();
        CHECK(verify(tampered)->first_bad == EntryId{0, 2});
    }
}

TEST_CASE("a value that was dropped, alone or with its siblings, is missed") {
    TamperedStore store(ledger_of(4));
    SECTION("all of an entry") {
        store.rows()[3].payloads.clear();
    }
    SECTION("one of two") {
        store.rows()[3].payloads.erase(store.rows()[3].payloads.begin());
    }
    CHECK(verify(store)->first_bad == EntryId{0, 4});
}

TEST_CASE("a value that is only committed to is not missed") {
    FakeEntropy entropy;
    const auto store = iam::store::make_memory_store(entropy);
    EntryDraft draft = entry_of(EntryKind::intent, "call");
    draft.commitments = {payload_of("arguments_secrets", "x", 3),
                         payload_of("arguments_whole", "y", 4)};
    REQUIRE(store->commit(batch_of(std::move(draft))).has_value());
    CHECK(first_bad(*store) == "ok");
}

TEST_CASE("a payload that was added, doubled or exchanged is found") {
    TamperedStore store(ledger_of(4));
    auto& payloads = store.rows()[1].payloads;
    SECTION("added") {
        payloads.push_back(payload_of("reply", "x"));
    }
    SECTION("doubled") {
        payloads.push_back(payloads[0]);
    }
    SECTION("exchanged") {
        std::swap(payloads[0].bytes, payloads[1].bytes);
    }
    SECTION("renamed to each other") {
        std::swap(payloads[0].name, payloads[1].name);
    }
    CHECK(first_bad(store) == "0.2");
}

TEST_CASE("a ledger without its newest entries verifies as the shorter one that it is") {
    TamperedStore store(ledger_of(5));
    store.rows().resize(3);
    const auto verification = verify(store);
    CHECK(verification->ok());
    CHECK(verification->entries == 3);  // the chain is not anchored: the count and head tell
    CHECK(verification->heads.at(0).hash == store.rows()[2].hash);
}

TEST_CASE("a store that cannot be read is an error and no verdict") {
    for (std::uint64_t n = 1; n <= 2; ++n) {
        FailingStore store(ledger_of(3), n);
        const auto verification = verify(store);
        REQUIRE_FALSE(verification.has_value());
        CHECK(verification.error().code == iam::Errc::unavailable);
    }
}

TEST_CASE("a ledger of many visits verifies up to its head") {
    std::vector<std::uint64_t> counts = {k_long};
    for (const std::uint64_t visit : {1U, 2U, 4U})
        for (const int more : {-1, 0, 1})
            counts.push_back(last_of_visit(visit) + static_cast<std::uint64_t>(more));
    for (const std::uint64_t count : counts) {
        const auto store = ledger_of(static_cast<int>(count));
        const auto verification = verify(*store);
        REQUIRE(verification.has_value());
        CHECK(verification->ok());
        CHECK(verification->entries == count);
        const EntryId last{0, count};
        CHECK(verification->heads.at(0).entry == last);
        CHECK(verification->heads.at(0).hash == store->entry(last).value()->hash);
    }
}

TEST_CASE("XF01: in a long ledger a change is found wherever it stands") {
    TamperedStore store(ledger_of(k_long));
    std::vector<std::size_t> rows = {300, 900, k_long - 1};
    for (const std::uint64_t visit : {1U, 2U, 3U, 5U})
        for (const int more : {-2, -1, 0})
            rows.push_back(last_of_visit(visit) + static_cast<std::uint64_t>(more));
    for (const std::size_t row : rows) {
        const std::string name = "0." + std::to_string(row + 1);
        StoredEntry& entry = store.rows()[row];
        entry.text.back() = ' ';
        CHECK(first_bad(store) == name);
        entry.text.back() = '}';
        entry.previous.bytes[7] ^= 1U;
        CHECK(first_bad(store) == name);
        entry.previous.bytes[7] ^= 1U;
        if (entry.payloads.empty()) continue;
        entry.payloads.front().bytes.front() ^= 1;
        CHECK(first_bad(store) == name);
        entry.payloads.front().bytes.front() ^= 1;
    }
    CHECK(first_bad(store) == "ok");
}

TEST_CASE("in a long ledger an entry that was written again breaks the next one") {
    TamperedStore store(ledger_of(k_long));
    const std::uint64_t last = last_of_visit(4);
    StoredEntry& entry = store.rows()[last - 1];
    entry.text.insert(entry.text.find("call-" + std::to_string(last)), "x");
    entry.hash = chain_hash(entry.previous, entry.text);
    CHECK(first_bad(store) == "0." + std::to_string(last + 1));
}

TEST_CASE("in a long ledger a row that is dropped is named") {
    TamperedStore store(ledger_of(k_long));
    store.rows().erase(store.rows().begin() + 700);
    CHECK(first_bad(store) == "0.701");
}

TEST_CASE(
    "a read that fails in the middle of a long ledger is an error, unless an entry before it is "
    "bad") {
    const auto tampered = std::make_shared<TamperedStore>(ledger_of(k_long));
    for (std::uint64_t read = 1; read <= k_long_visits; ++read) {
        FailingStore store(tampered, read, FailingStore::What::from_then_on);
        const auto verification = verify(store);
        REQUIRE_FALSE(verification.has_value());
        CHECK(verification.error().code == iam::Errc::unavailable);
    }
    tampered->rows()[700].text.back() = ' ';
    constexpr std::uint64_t k_bad_visit = 3;
    static_assert(last_of_visit(k_bad_visit - 1) < 701 && 701 <= last_of_visit(k_bad_visit));
    for (std::uint64_t visit = 1; visit < 6; ++visit) {
        UnreadableStore store(tampered, last_of_visit(visit));
        const auto verification = verify(store);
        REQUIRE(verification.has_value() == (visit >= k_bad_visit));
        if (verification) CHECK(*verification->first_bad == EntryId{0, 701});
    }
}

TEST_CASE("what was read before the disk failed is looked at, too") {
    const auto tampered = std::make_shared<TamperedStore>(ledger_of(1'000));
    for (const std::uint64_t last : {std::uint64_t{50}, last_of_visit(1), last_of_visit(2),
                                     last_of_visit(2) + 14, std::uint64_t{700}}) {
        BreakingStore store(tampered, last);
        StoredEntry& row = tampered->rows()[last - 1];
        REQUIRE_FALSE(verify(store).has_value());
        // It holds by itself, and does not say what it erased.
        const StoredEntry whole =
            std::exchange(row, seal(entry_of(EntryKind::erasure, ""), row.id, row.previous));
        CHECK(first_bad(store) == to_string(row.id));
        row = whole;
    }
}

TEST_CASE("values that are erased while the ledger is verified are not missed") {
    const std::shared_ptr<Store> inner = ledger_of(600);
    BusyStore store(inner, last_of_visit(1), [&] {
        EntryDraft erasure = entry_of(EntryKind::erasure, "");
        erasure.payloads = {payload_of("entries", R"(["0.300"])", 5)};
        Batch batch = batch_of(std::move(erasure));
        batch.mutations.emplace_back(ErasePayloads{{0, 300}});
        REQUIRE(inner->commit(std::move(batch)).has_value());
    });
    const auto verification = verify(store);
    REQUIRE(verification.has_value());
    CHECK(verification->ok());
    CHECK(verification->entries == 601);
}

TEST_CASE("entries that are added while the ledger is verified are verified, too") {
    const std::shared_ptr<Store> inner = ledger_of(600);
    BusyStore store(inner, last_of_visit(1), [&] {
        for (int i = 0; i < 700; ++i)
            REQUIRE(inner->commit(batch_of(entry_of(EntryKind::intent, "later"))).has_value());
    });
    const auto verification = verify(store);
    REQUIRE(verification.has_value());
    CHECK(verification->ok());
    CHECK(verification->entries == 1'300);
}

TEST_CASE("what erasures list is held against the ledger however much it is") {
    const std::shared_ptr<Store> inner = ledger_of(600);
    for (int i = 1; i <= 10; ++i) {
        EntryDraft erasure = entry_of(EntryKind::erasure, "");
        std::string list = "[\"0." + std::to_string(50 * i) + "\"";
        while (list.size() < 100'000) list += R"(,"0.1")";
        erasure.payloads = {payload_of("entries", list + "]", 5)};
        Batch batch = batch_of(std::move(erasure));
        batch.mutations.emplace_back(ErasePayloads{{0, static_cast<std::uint64_t>(50 * i)}});
        REQUIRE(inner->commit(std::move(batch)).has_value());
    }
    for (int i = 0; i < 400; ++i)
        REQUIRE(inner->commit(batch_of(entry_of(EntryKind::intent, "later"))).has_value());
    CHECK(first_bad(*inner) == "ok");
    TamperedStore store(inner);
    for (const std::size_t row : {599U, 600U, 605U, 609U, 610U, 700U, 999U}) {
        store.rows()[row].text.back() = ' ';
        CHECK(first_bad(store) == "0." + std::to_string(row + 1));
        store.rows()[row].text.back() = '}';
    }
    store.rows()[604].payloads.clear();
    CHECK(verify(store)->first_bad == EntryId{0, 605});
}

TEST_CASE("memory that runs out while entries are read reaches the caller") {
    const std::shared_ptr<Store> inner = ledger_of(k_long);
    for (int read = 1; read <= k_long_visits; ++read) {
        ExhaustedStore store(inner, read);
        CHECK_THROWS_AS(verify(store), std::bad_alloc);
    }
}
