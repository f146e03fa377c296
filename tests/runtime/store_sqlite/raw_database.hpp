// The files of a ledger as somebody else opens them: with SQLite, past the store.
#pragma once

#include <filesystem>
#include <string>

struct sqlite3;

namespace iam::test {

/// Fails the test on every error of SQLite.
class RawDatabase {
 public:
    explicit RawDatabase(const std::filesystem::path& file);
    RawDatabase(const RawDatabase&) = delete;
    RawDatabase& operator=(const RawDatabase&) = delete;
    ~RawDatabase();

    void run(const std::string& sql);
    /// The first column of all rows, one after another, each followed by `separator`.
    std::string read(const std::string& sql, const std::string& separator = "");
    /// Runs `sql` with ?1 bound to these bytes as a BLOB.
    void run_with(const std::string& sql, const std::string& bytes);

 private:
    sqlite3* database_ = nullptr;
};

}  // namespace iam::test
