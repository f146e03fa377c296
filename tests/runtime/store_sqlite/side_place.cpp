// Chats and tasks of a state folder, for the cases that all stores of them share.
#include "raw_database.hpp"
#include <iam/store_sqlite/sqlite_chats.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>
#include <iam/store_sqlite/sqlite_tasks.hpp>
#include <support/fake_entropy.hpp>
#include <support/stores/side_place.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>

namespace iam::test {
namespace {

class SqlitePlace final : public SidePlace {
 public:
    SqlitePlace() {
        FakeEntropy entropy;
        REQUIRE(store_sqlite::open(state_, store::Mode::read_write, entropy));
        REQUIRE(chats(store::Mode::read_write));
        REQUIRE(tasks(store::Mode::read_write));
    }
    Result<std::unique_ptr<chat::ChatStore>> chats(store::Mode mode) override {
        return store_sqlite::open_chats(state_, mode);
    }
    Result<std::unique_ptr<chat::TaskStore>> tasks(store::Mode mode) override {
        return store_sqlite::open_tasks(state_, mode);
    }
    void past(const std::string& sql) override {
        const bool is_of_chats = sql.find(" steps ") != std::string::npos;
        RawDatabase(state_ / (is_of_chats ? "chats.db" : "tasks.db")).run(sql);
    }
    std::string change_of_step(const std::string& text) const override {
        return "UPDATE steps SET step = '" + text + "' WHERE number = 1";
    }
    std::string copies_of_task(int count) const override {
        return "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
               std::to_string(count) +
               ") INSERT INTO tasks SELECT 'more-' || i, profile, model, prompt, moment, period_s, "
               "fields, zone, missed, time_max_ms, is_enabled, settled FROM tasks, n";
    }

 private:
    TempDir folder_{};
    std::filesystem::path state_ = folder_ / "state";
};

}  // namespace

std::unique_ptr<SidePlace> make_side_place() {
    return std::make_unique<SqlitePlace>();
}

}  // namespace iam::test
