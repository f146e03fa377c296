// Filters: what they let through, and that a walk over many entries neither loses nor doubles one.
#include <iam/ledger/filter.hpp>
#include <iam/store/memory_store.hpp>
#include <support/fake_entropy.hpp>
#include <support/joined_store.hpp>
#include <support/records.hpp>
#include <support/tampered_store.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <utility>

using namespace iam::ledger;
using namespace iam::test;

namespace {

std::chrono::sys_time<std::chrono::milliseconds> moment(int minutes) {
    return std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::minutes(minutes));
}

/// 200 intents, one a minute, every tenth of the tool "rare"; each fifth has its outcome behind it.
std::shared_ptr<Store> many() {
    FakeEntropy entropy;
    std::shared_ptr<Store> store = iam::store::make_memory_store(entropy);
    for (int i = 0; i < 200; ++i) {
        const std::string call = "call-" + std::to_string(i);
        EntryDraft intent = entry_of(EntryKind::intent, call);
        intent.entry.time = moment(i);
        intent.entry.tool = iam::ToolId{"", i % 10 == 0 ? "rare" : "common"};
        intent.entry.subject.user = i % 2 == 0 ? "ann" : "bob";
        intent.entry.risk = i % 4 == 0 ? iam::consent::Risk::high : iam::consent::Risk::low;
        intent.payloads = {payload_of("arguments", R"({"hour":)" + std::to_string(i) + "}", 3)};
        const auto receipt = store->commit(batch_of(std::move(intent)));
        REQUIRE(receipt);
        if (i % 5 != 0) continue;
        EntryDraft outcome = entry_of(EntryKind::outcome, call);
        outcome.entry.time = moment(i);
        outcome.entry.tool = iam::ToolId{"", i % 10 == 0 ? "rare" : "common"};
        outcome.entry.of = receipt->entries.front();
        outcome.entry.success = i % 10 == 0;
        outcome.entry.code = i % 10 == 0 ? "" : "out_of_paper";
        REQUIRE(store->commit(batch_of(std::move(outcome))));
    }
    return store;
}

std::vector<EntryId> found(Store& store, const Filter& filter, Query query = {},
                           Searched* searched = nullptr) {
    std::vector<EntryId> ids;
    const auto done = search(store, filter, query, [&](const StoredEntry& entry) {
        ids.push_back(entry.id);
        return iam::Result<bool>(true);
    });
    REQUIRE(done);
    CHECK(done->matched == ids.size());
    if (searched != nullptr) *searched = *done;
    return ids;
}

std::size_t count(Store& store, const Filter& filter) {
    Query all;
    all.limit = 100'000;
    return found(store, filter, all).size();
}

}  // namespace

TEST_CASE("each filter lets through what it names and nothing else") {
    const auto store = many();
    CHECK(count(*store, {}) == 240);
    Filter filter;
    filter.since = moment(100);
    filter.until = moment(110);
    CHECK(count(*store, filter) == 12);
    filter = {};
    filter.tool = iam::ToolId{"", "rare"};
    CHECK(count(*store, filter) == 40);
    filter = {};
    filter.risk = iam::consent::Risk::high;
    CHECK(count(*store, filter) == 60);
    filter = {};
    filter.subject = "bob";
    CHECK(count(*store, filter) == 120);
    filter.subject = "bo";
    CHECK(count(*store, filter) == 0);
    filter.subject = "-";  // no workspace; an entry that names nobody has none to lack
    CHECK(count(*store, filter) == 240);
    CHECK_FALSE(matches(filter, {}, {}, false));
    filter = {};
    filter.text = R"("hour":17})";
    CHECK(count(*store, filter) == 1);
}

TEST_CASE("outcomes are done, failed, unknown or a code") {
    const auto store = many();
    Filter filter;
    filter.outcome = "done";
    CHECK(count(*store, filter) == 20);
    filter.outcome = "failed";
    CHECK(count(*store, filter) == 20);
    filter.outcome = "out_of_paper";
    CHECK(count(*store, filter) == 20);
    filter.outcome = "unknown";
    CHECK(count(*store, filter) == 160);
    filter.outcome = "refused";
    CHECK(count(*store, filter) == 0);
}

TEST_CASE("the end of a call is of the subject and the risk of its intent") {
    TamperedStore store(many());
    Filter filter;
    filter.outcome = "done";
    filter.subject = "ann";
    CHECK(count(store, filter) == 20);
    filter.subject = "bob";
    CHECK(count(store, filter) == 0);
    filter = {};
    filter.outcome = "failed";
    filter.subject = "bob";
    filter.risk = iam::consent::Risk::low;
    CHECK(count(store, filter) == 20);
    // Of an end whose intent cannot be read nobody knows whose it is.
    const auto failed = std::find_if(store.rows().begin(), store.rows().end(), [](const auto& row) {
        return row.text.find("out_of_paper") != std::string::npos;
    });
    REQUIRE(failed != store.rows().end());
    std::prev(failed)->text = "{";
    filter.subject = "ann";
    CHECK(count(store, filter) == 2);
}

TEST_CASE("pages by cursor give every match once in both directions") {
    const auto store = many();
    Filter filter;
    filter.tool = iam::ToolId{"", "rare"};
    for (const bool oldest_first : {false, true}) {
        std::vector<EntryId> all;
        Query query;
        query.limit = 7;
        query.oldest_first = oldest_first;
        Searched searched;
        std::uint64_t looked_at = 0;
        for (int pages = 0; pages < 40 && !searched.at_end; ++pages) {
            const auto page = found(*store, filter, query, &searched);
            all.insert(all.end(), page.begin(), page.end());
            looked_at += searched.looked_at;
            (oldest_first ? query.after : query.before) = searched.last;
        }
        CHECK(searched.at_end);
        CHECK(looked_at == 240);
        CHECK(all.size() == 40);
        CHECK(std::is_sorted(all.begin(), all.end(), [&](const EntryId& a, const EntryId& b) {
            return oldest_first ? a < b : b < a;
        }));
    }
}

TEST_CASE("XF04: an entry that cannot be read is hidden by no filter") {
    Filter filter;
    filter.tool = iam::ToolId{"", "rare"};
    TamperedStore store(many());
    store.rows()[8].text = "{";
    CHECK(count(store, filter) == 41);
}

TEST_CASE("a search ends after as many entries as it may look at, and goes on behind them") {
    const auto store = many();
    Filter filter;
    filter.tool = iam::ToolId{"", "rare"};
    Query query;
    std::size_t matched = 0;
    std::uint64_t looked_at = 0;
    for (Searched searched; !searched.at_end; query.before = searched.last) {
        const auto found_here = search(
            *store, filter, query, [](const StoredEntry&) { return iam::Result<bool>(true); }, 100);
        REQUIRE(found_here);
        searched = *found_here;
        CHECK(searched.looked_at <= 100);
        matched += searched.matched;
        looked_at += searched.looked_at;
    }
    CHECK(looked_at == 240);
    CHECK(matched == 40);
}

TEST_CASE("pages over many chains are by time and give every entry once in both directions") {
    FakeEntropy entropy;
    JoinedStore::Stores parts;
    for (const std::uint32_t chain : {1U, 2U, 7U})
        parts.emplace_back(iam::store::make_memory_store(entropy, chain));
    // Each chain has its own pace, and the clock of the last one is set back twice.
    for (int i = 0; i < 60; ++i) {
        const std::size_t chain = i % 4 == 0 ? 0 : i % 4 == 1 ? 1 : 2;
        EntryDraft draft = entry_of(EntryKind::note);
        draft.entry.time = moment(i % 20 == 3 ? i - 2 : i);
        REQUIRE(parts[chain]->commit(batch_of(std::move(draft))));
    }
    JoinedStore store(parts);
    for (const bool oldest_first : {false, true}) {
        Query all;
        all.limit = 1'000;
        all.oldest_first = oldest_first;
        const auto expected = found(store, {}, all);
        CHECK(expected.size() == 60);
        Query query = all;
        query.limit = 7;
        std::vector<EntryId> paged;
        Searched searched;
        for (int pages = 0; pages < 20 && !searched.at_end; ++pages) {
            const auto page = found(store, {}, query, &searched);
            paged.insert(paged.end(), page.begin(), page.end());
            (oldest_first ? query.after : query.before) = searched.last;
        }
        CHECK(searched.at_end);
        CHECK(paged == expected);
    }
    Query newest;
    newest.limit = 4;
    CHECK(found(store, {}, newest) == std::vector<EntryId>{{7, 30}, {7, 29}, {2, 15}, {1, 15}});
    newest.before = place_of(store, {2, 15}).value();
    CHECK(found(store, {}, newest) == std::vector<EntryId>{{1, 15}, {7, 28}, {7, 27}, {2, 14}});
}
