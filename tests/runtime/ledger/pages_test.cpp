// How much a walk over a chain reads and keeps at once.
#include <iam/store/memory_store.hpp>
#include <support/fake_entropy.hpp>
#include <support/forwarding_store.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>
#include <ledger/pages.hpp>

#include <algorithm>
#include <atomic>
#include <utility>

using namespace iam::ledger;
using namespace iam::test;

namespace {

constexpr std::size_t k_entry_bytes = 40'000;

std::shared_ptr<Store> ledger_of_large_entries(int count) {
    FakeEntropy entropy;
    std::shared_ptr<Store> store = iam::store::make_memory_store(entropy);
    for (int i = 0; i < count; ++i) {
        EntryDraft draft = entry_of(EntryKind::note);
        draft.payloads = {payload_of("value", std::string(k_entry_bytes, 'x'))};
        REQUIRE(store->commit(batch_of(std::move(draft))).has_value());
    }
    return store;
}

std::size_t bytes_in(const StoredEntry& entry) {
    return entry.text.size() + entry.payloads.at(0).bytes.size();
}

/// The most that one visit shows.
class MeasuringStore final : public ForwardingStore {
 public:
    using ForwardingStore::ForwardingStore;
    iam::Result<void> visit(const Query& query,
                            const std::function<bool(StoredEntry&)>& see) override {
        std::size_t bytes = 0;
        auto result = ForwardingStore::visit(query, [&](StoredEntry& entry) {
            bytes += bytes_in(entry);
            return see(entry);
        });
        std::size_t most = most_;
        while (bytes > most && !most_.compare_exchange_weak(most, bytes)) continue;
        return result;
    }
    std::size_t most() const { return most_; }

 private:
    std::atomic<std::size_t> most_ = 0;
};

constexpr int k_count = 600;

constexpr EntryKind k_kinds[] = {EntryKind::note, EntryKind::intent};

const Head k_begin{{0, 0}, {}};

/// Takes every entry as one that holds.
MakeCheck takes_all(bool is_kept) {
    return [is_kept] {
        return [is_kept](const StoredEntry& entry, const EntryId&, const iam::Digest&) {
            return iam::Result<Checked>(Checked{.kind = k_kinds[entry.id.seq % 2],
                                                .hash = entry.hash,
                                                .lacks_values = false,
                                                .is_kept = is_kept});
        };
    };
}

}  // namespace

TEST_CASE("a walk over large entries lets others ask the store again and again") {
    MeasuringStore store(ledger_of_large_entries(k_count));
    std::uint64_t seen = 0;
    const auto see = [&](const Page& page) {
        CHECK(page.first.seq == seen + 1);
        for (const Checked& checked : page.checked) CHECK(checked.kind == k_kinds[++seen % 2]);
        return true;
    };
    REQUIRE(visit_pages(store, k_begin, takes_all(false), see).has_value());
    CHECK(seen == k_count);
    CHECK(store.most() < k_page_bytes + 2 * k_entry_bytes);
}

TEST_CASE("entries that are kept are shown before they are many") {
    const auto store = ledger_of_large_entries(k_count);
    std::uint64_t seen = 0;
    std::size_t most = 0;
    const auto see = [&](const Page& page) {
        std::size_t bytes = 0;
        for (const StoredEntry& entry : page.kept) {
            CHECK(entry.id.seq == ++seen);
            bytes += bytes_in(entry);
        }
        most = std::max(most, bytes);
        return true;
    };
    REQUIRE(visit_pages(*store, k_begin, takes_all(true), see).has_value());
    CHECK(seen == k_count);
    CHECK(most < k_page_bytes + 2 * k_entry_bytes);
}

TEST_CASE(
    "entries that are kept are shown before they are many, also where others stand among them") {
    const auto store = ledger_of_large_entries(k_count);
    // Five that are kept and two that are not fill a visit; what the next one shows is kept as well.
    const MakeCheck keeps_most = [] {
        return [](const StoredEntry& entry, const EntryId&, const iam::Digest&) {
            return iam::Result<Checked>(Checked{.kind = EntryKind::note,
                                                .hash = entry.hash,
                                                .lacks_values = false,
                                                .is_kept = entry.id.seq <= 5 || entry.id.seq > 7});
        };
    };
    std::size_t most = 0;
    const auto see = [&](const Page& page) {
        std::size_t bytes = 0;
        for (const StoredEntry& entry : page.kept) bytes += bytes_in(entry);
        most = std::max(most, bytes);
        return true;
    };
    REQUIRE(visit_pages(*store, k_begin, keeps_most, see).has_value());
    CHECK(most < k_page_bytes + 2 * k_entry_bytes);
}

TEST_CASE("nothing is read behind a page that was enough") {
    const auto store = ledger_of_large_entries(3);
    int pages = 0;
    REQUIRE(visit_pages(*store, k_begin, takes_all(false), [&](const Page&) {
                return ++pages > 1;
            }).has_value());
    CHECK(pages == 1);
}
