// Calls on a durable ledger, and the floors that they are held against.
#pragma once

#include "call_cases.hpp"
#include <iam/ledger/store.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace bench {

/// The call of call_cases() on an SQLite ledger in `folder`, which is made. Thread-safe.
class DurableCalls {
 public:
    explicit DurableCalls(const std::filesystem::path& folder);
    /// On another durable ledger.
    explicit DurableCalls(std::unique_ptr<iam::ledger::Store> store);
    DurableCalls(const DurableCalls&) = delete;
    DurableCalls& operator=(const DurableCalls&) = delete;
    ~DurableCalls();

    void once();
    /// At the same time, each one after another.
    void by_callers(int callers, int calls_each);
    /// What one call stores, a row each for its intent and its outcome.
    std::vector<std::string> rows_of_one_call();
    /// The whole chain is recomputed, with every commitment.
    void verify();
    /// Adds all entries to the tree, by checkpoints of at most so many entries.
    void seal(std::size_t entries_max);
    /// Bytes of the texts and values that verify() hashes.
    std::vector<std::string> hashed_bytes();
    /// As many bytes as the leaves and nodes of the tree have.
    std::vector<std::string> tree_bytes();
    /// The same as entries that can be committed again.
    std::vector<iam::ledger::EntryDraft> entries_of_one_call();
    /// One entry, without a wait for the disk.
    void commit_lazily(const iam::ledger::EntryDraft& draft);
    /// The newest 50 entries.
    void read_last();
    /// Fills up with notes, written past the store, which cannot be verified.
    void grow_to(std::uint64_t count);

 private:
    struct World;
    std::filesystem::path folder_;
    std::unique_ptr<World> world_;
};

/// The same rows as two INSERTs that were prepared once, each a transaction of its own: WAL, and
/// `synchronous` as SQLite spells it.
class BareCommits {
 public:
    BareCommits(const std::filesystem::path& database, std::vector<std::string> rows,
                const char* synchronous = "FULL");
    BareCommits(const BareCommits&) = delete;
    BareCommits& operator=(const BareCommits&) = delete;
    ~BareCommits();

    void once();

 private:
    sqlite3* database_ = nullptr;
    sqlite3_stmt* insert_ = nullptr;
    std::vector<std::string> rows_;
};

/// durable: one call on a durable ledger. durable_by_8: twenty of each of 8 callers. bare_commits:
/// its floor. verify: 200 entries. hash: its floor. verify_many, hash_many: the same of 11,200.
/// verify_sealed: the same with the tree. All in folders of their own below `folder`, made when
/// they are first run.
std::vector<Case> ledger_cases(const std::filesystem::path& folder);

}  // namespace bench
