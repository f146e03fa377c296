// Calls on a durable ledger, and the floors that they are held against.
#pragma once

#include "call_cases.hpp"

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
    DurableCalls(const DurableCalls&) = delete;
    DurableCalls& operator=(const DurableCalls&) = delete;
    ~DurableCalls();

    void once();
    /// What one call stores, a row each for its intent and its outcome.
    std::vector<std::string> rows_of_one_call();
    /// The whole chain is recomputed, with every commitment.
    void verify();
    /// Bytes of the texts and values that verify() hashes.
    std::vector<std::string> hashed_bytes();
    /// The newest 50 entries.
    void read_last();

 private:
    struct World;
    std::unique_ptr<World> world_;
};

/// The same rows as two INSERTs that were prepared once, each a transaction of its own: WAL, synchronous = FULL.
class BareCommits {
 public:
    BareCommits(const std::filesystem::path& database, std::vector<std::string> rows);
    BareCommits(const BareCommits&) = delete;
    BareCommits& operator=(const BareCommits&) = delete;
    ~BareCommits();

    void once();

 private:
    sqlite3* database_ = nullptr;
    sqlite3_stmt* insert_ = nullptr;
    std::vector<std::string> rows_;
};

/// durable: one call on a durable ledger. bare_commits: its floor. Both in folders of their own below `folder`, made when they are first run.
std::vector<Case> ledger_cases(const std::filesystem::path& folder);

}  // namespace bench
