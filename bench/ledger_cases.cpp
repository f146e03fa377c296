#include "ledger_cases.hpp"

#include <iam/core/clock.hpp>
#include <iam/core/digest.hpp>
#include <iam/core/entropy.hpp>
#include <iam/gate/records.hpp>
#include <iam/gate/runtime.hpp>
#include <iam/ledger/verify.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>

#include <bench_calls.iam.hpp>
#include <sqlite3.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <thread>
#include <utility>
#include <vector>

namespace bench {
namespace {

constexpr const char* k_arguments =
    R"({"title":"Quarterly planning with the whole team","room":204,"hours":1.5,"priority":"high","catering":true})";

[[noreturn]] void give_up(const std::string& why) {
    std::cerr << why << "\n";
    std::exit(1);
}

template <class T>
T ok(iam::Result<T> result) {
    if (!result) give_up(result.error().message);
    return *std::move(result);
}

void run_sql(sqlite3* database, const char* sql) {
    if (sqlite3_exec(database, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
        give_up(sqlite3_errmsg(database));
}

std::unique_ptr<iam::ledger::Store> open_folder(const std::filesystem::path& folder) {
    iam::SystemEntropy entropy;
    return ok(iam::store_sqlite::open(folder, iam::store_sqlite::Mode::read_write, entropy));
}

}  // namespace

struct DurableCalls::World {
    iam::Registry registry;
    iam::SystemClock clock;
    iam::SystemEntropy entropy;
    std::unique_ptr<iam::ledger::Store> store;
    std::unique_ptr<iam::gate::Runtime> runtime;

    explicit World(std::unique_ptr<iam::ledger::Store> opened) : store(std::move(opened)) {
        if (const auto done = register_bench_calls_tools(registry); !done)
            give_up(done.error().message);
        runtime = std::make_unique<iam::gate::Runtime>(iam::gate::Parts{
            .registry = registry, .store = *store, .clock = &clock, .entropy = &entropy});
    }
    std::vector<iam::ledger::StoredEntry> all() {
        iam::ledger::Query query;
        query.limit = 1'000'000;
        query.oldest_first = true;
        return ok(store->entries(query));
    }
};

DurableCalls::DurableCalls(const std::filesystem::path& folder)
    : DurableCalls(open_folder(folder)) {
    folder_ = folder;
}

DurableCalls::DurableCalls(std::unique_ptr<iam::ledger::Store> store)
    : world_(std::make_unique<World>(std::move(store))) {}

DurableCalls::~DurableCalls() = default;

void DurableCalls::once() {
    iam::Call call;
    call.tool.name = "book_room";
    call.arguments = k_arguments;
    const iam::ToolResult result = world_->runtime->call(std::move(call));
    if (!result.success) give_up(result.code + ": " + result.message);
}

void DurableCalls::by_callers(int callers, int calls_each) {
    std::vector<std::jthread> all;
    for (int i = 0; i < callers; ++i) {
        all.emplace_back([this, calls_each] {
            for (int call = 0; call < calls_each; ++call) once();
        });
    }
}

std::vector<std::string> DurableCalls::rows_of_one_call() {
    once();
    std::vector<std::string> rows;
    for (const iam::ledger::StoredEntry& entry : world_->all()) {
        std::string row = entry.text;
        for (const iam::ledger::Payload& payload : entry.payloads) row += payload.bytes;
        rows.push_back(std::move(row));
    }
    if (rows.size() != 2) give_up("a call leaves two entries, and here are more");
    return rows;
}

void DurableCalls::verify() {
    if (!ok(iam::ledger::verify(*world_->store)).ok()) give_up("the ledger is damaged");
}

void DurableCalls::seal(std::size_t entries_max) {
    iam::gate::CheckpointRequest request;
    request.entries_max = entries_max;
    const iam::SigningKey key(iam::SecretKey(std::array<std::uint8_t, 32>{}));
    ok(world_->runtime->records().checkpoint(key, request));
}

std::vector<std::string> DurableCalls::hashed_bytes() {
    std::vector<std::string> bytes;
    for (iam::ledger::StoredEntry& entry : world_->all()) {
        bytes.push_back(std::move(entry.text));
        for (iam::ledger::Payload& payload : entry.payloads)
            bytes.push_back(std::move(payload.bytes));
    }
    return bytes;
}

std::vector<std::string> DurableCalls::tree_bytes() {
    constexpr std::size_t leaf = 1 + std::string_view("iam/leaf/1").size() + 1 + 4 + 8 + 32;
    constexpr std::size_t node = 1 + 2 * std::size_t{32};
    const auto last = ok(world_->store->last_tree());
    if (!last) give_up("the ledger has no tree");
    std::vector<std::string> bytes(last->size, std::string(leaf, 'x'));
    bytes.resize(2 * last->size - 1, std::string(node, 'x'));
    return bytes;
}

std::vector<iam::ledger::EntryDraft> DurableCalls::entries_of_one_call() {
    once();
    std::vector<iam::ledger::EntryDraft> drafts;
    for (iam::ledger::StoredEntry& entry : world_->all()) {
        iam::ledger::EntryDraft& draft = drafts.emplace_back();
        draft.entry = ok(iam::ledger::decode(entry.text)).entry;
        draft.payloads = std::move(entry.payloads);
    }
    return drafts;
}

void DurableCalls::commit_lazily(const iam::ledger::EntryDraft& draft) {
    iam::ledger::Batch batch;
    batch.lazily_synced = true;
    batch.entries.push_back(draft);
    ok(world_->store->commit(std::move(batch)));
}

void DurableCalls::read_last() {
    if (ok(world_->store->entries({})).empty()) give_up("there is nothing to read");
}

void DurableCalls::grow_to(std::uint64_t count) {
    sqlite3* database = nullptr;
    if (sqlite3_open((folder_ / "ledger.db").c_str(), &database) != SQLITE_OK)
        give_up(sqlite3_errmsg(database));
    const std::string last = std::to_string(count);
    run_sql(
        database,
        ("PRAGMA synchronous = OFF; WITH RECURSIVE more (seq) AS (SELECT max(seq) + 1 FROM "
         "entries UNION ALL SELECT seq + 1 FROM more WHERE seq < " +
         last +
         ") INSERT INTO "
         "entries (seq, previous, hash, kind, call_id, found_by, text) SELECT more.seq, "
         "zeroblob(32), zeroblob(32), 'note', x'', 0, printf('{\"id\":\"0.%d\",\"kind\":\"note\","
         "\"time_ms\":0}', more.seq) FROM more")
            .c_str());
    sqlite3_close(database);
}

BareCommits::BareCommits(const std::filesystem::path& database, std::vector<std::string> rows,
                         const char* synchronous)
    : rows_(std::move(rows)) {
    if (sqlite3_open(database.c_str(), &database_) != SQLITE_OK) give_up(sqlite3_errmsg(database_));
    run_sql(database_, "PRAGMA journal_mode = WAL");
    run_sql(database_, (std::string("PRAGMA synchronous = ") + synchronous).c_str());
    run_sql(database_, "CREATE TABLE rows (seq INTEGER PRIMARY KEY, text TEXT)");
    if (sqlite3_prepare_v2(database_, "INSERT INTO rows (text) VALUES (?1)", -1, &insert_,
                           nullptr) != SQLITE_OK)
        give_up(sqlite3_errmsg(database_));
}

BareCommits::~BareCommits() {
    sqlite3_finalize(insert_);
    sqlite3_close(database_);
}

void BareCommits::once() {
    for (const std::string& row : rows_) {
        sqlite3_bind_text(insert_, 1, row.data(), static_cast<int>(row.size()), SQLITE_STATIC);
        if (sqlite3_step(insert_) != SQLITE_DONE) give_up(sqlite3_errmsg(database_));
        sqlite3_reset(insert_);
    }
}

namespace {

/// A ledger of some calls, made when it is first asked for.
struct SomeCalls {
    std::filesystem::path folder;
    int count = 0;
    std::size_t entries_per_seal = 0;  ///< 0: they are not sealed
    std::unique_ptr<DurableCalls> calls{};
    std::vector<std::string> bytes{};

    DurableCalls& get() {
        if (calls) return *calls;
        calls = std::make_unique<DurableCalls>(folder);
        for (int i = 0; i < count; ++i) calls->once();
        if (entries_per_seal > 0) calls->seal(entries_per_seal);
        bytes = calls->hashed_bytes();
        return *calls;
    }
    void hash() {
        get();
        for (const std::string& one : bytes) iam::sha256("", one);
    }
};

}  // namespace

std::vector<Case> ledger_cases(const std::filesystem::path& folder) {
    auto calls = std::make_shared<std::unique_ptr<DurableCalls>>();
    auto commits = std::make_shared<std::unique_ptr<BareCommits>>();
    auto some = std::make_shared<SomeCalls>(SomeCalls{folder / "some", 100});
    auto many = std::make_shared<SomeCalls>(SomeCalls{folder / "many", 5600});
    auto sealed = std::make_shared<SomeCalls>(SomeCalls{folder / "sealed", 5600, 4'096});
    return {
        {"durable",
         [calls, folder] {
             if (!*calls) *calls = std::make_unique<DurableCalls>(folder / "durable");
             (*calls)->once();
         }},
        {"durable_by_8",
         [calls, folder] {
             if (!*calls) *calls = std::make_unique<DurableCalls>(folder / "durable");
             (*calls)->by_callers(8, 20);
         }},
        {"bare_commits",
         [commits, folder] {
             if (!*commits) {
                 DurableCalls one(folder / "rows");
                 *commits =
                     std::make_unique<BareCommits>(folder / "bare.sqlite", one.rows_of_one_call());
             }
             (*commits)->once();
         }},
        {"verify", [some] { some->get().verify(); }},
        {"hash", [some] { some->hash(); }},
        {"verify_many", [many] { many->get().verify(); }},
        {"hash_many", [many] { many->hash(); }},
        {"verify_sealed", [sealed] { sealed->get().verify(); }},
    };
}

}  // namespace bench
