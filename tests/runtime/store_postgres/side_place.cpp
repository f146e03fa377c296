// Chats and tasks on the PostgreSQL server, for the cases that all stores of them share.
#include "fixture.hpp"
#include <iam/store_postgres/postgres_chats.hpp>
#include <iam/store_postgres/postgres_tasks.hpp>
#include <support/stores/side_place.hpp>

namespace iam::test {
namespace {

class PostgresPlace final : public SidePlace {
 public:
    PostgresPlace() : place_(ledger_.made()) {}
    Result<std::unique_ptr<chat::ChatStore>> chats(store::Mode mode) override {
        return store_postgres::open_chats(place_, mode);
    }
    Result<std::unique_ptr<chat::TaskStore>> tasks(store::Mode mode) override {
        return store_postgres::open_tasks(place_, mode);
    }
    void past(const std::string& sql) override { ledger_.past(sql); }
    std::string change_of_step(const std::string& text) const override {
        return "UPDATE @chat_steps SET step = '" + text + "' WHERE number = 1";
    }
    std::string copies_of_task(int count) const override {
        return "INSERT INTO @tasks SELECT convert_to('more-' || n, 'UTF8'), profile, model, "
               "prompt, "
               "moment, period_s, fields, zone, missed, time_max_ms, is_enabled, settled "
               "FROM @tasks, generate_series(1, " +
               std::to_string(count) + ") AS n";
    }

 private:
    Ledger ledger_{};
    std::string place_;
};

}  // namespace

std::unique_ptr<SidePlace> make_side_place() {
    return std::make_unique<PostgresPlace>();
}

}  // namespace iam::test
