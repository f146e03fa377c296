// The files of a ledger as somebody else opens them.
#include "raw_database.hpp"

#include <catch2/catch.hpp>
#include <sqlite3.h>

namespace iam::test {

RawDatabase::RawDatabase(const std::filesystem::path& file) {
    REQUIRE(sqlite3_open(file.c_str(), &database_) == SQLITE_OK);
    REQUIRE(sqlite3_db_config(database_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr) ==
            SQLITE_OK);
    run("PRAGMA synchronous = OFF");
}

RawDatabase::~RawDatabase() {
    sqlite3_close(database_);
}

void RawDatabase::run(const std::string& sql) {
    const int status = sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr);
    INFO(sql << ": " << sqlite3_errmsg(database_));
    REQUIRE(status == SQLITE_OK);
}

std::string RawDatabase::read(const std::string& sql, const std::string& separator) {
    sqlite3_stmt* statement = nullptr;
    REQUIRE(sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
    std::string all;
    int status = sqlite3_step(statement);
    for (; status == SQLITE_ROW; status = sqlite3_step(statement)) {
        const void* bytes = sqlite3_column_blob(statement, 0);
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, 0));
        if (bytes != nullptr) all.append(static_cast<const char*>(bytes), size);
        all += separator;
    }
    sqlite3_finalize(statement);
    INFO(sql << ": " << sqlite3_errmsg(database_));
    REQUIRE(status == SQLITE_DONE);
    return all;
}

void RawDatabase::run_with(const std::string& sql, const std::string& bytes) {
    sqlite3_stmt* statement = nullptr;
    REQUIRE(sqlite3_prepare_v2(database_, sql.c_str(), -1, &statement, nullptr) == SQLITE_OK);
    sqlite3_bind_blob64(statement, 1, bytes.data(), bytes.size(), SQLITE_STATIC);
    const int status = sqlite3_step(statement);
    sqlite3_finalize(statement);
    INFO(sql << ": " << sqlite3_errmsg(database_));
    REQUIRE(status == SQLITE_DONE);
}

}  // namespace iam::test
