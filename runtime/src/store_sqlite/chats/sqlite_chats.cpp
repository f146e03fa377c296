#include "iam/store_sqlite/sqlite_chats.hpp"

#include "store_sqlite/chats/chats_schema.hpp"
#include <iam/chat/step_text.hpp>

#include <mutex>
#include <system_error>
#include <utility>

namespace iam::store_sqlite {
namespace {

namespace fs = std::filesystem;

constexpr char k_append_step_sql[] = "INSERT INTO steps (chat, number, step) VALUES (?, ?, ?)";
constexpr char k_count_steps_sql[] = "SELECT count(*) FROM steps WHERE chat = ?";
constexpr char k_load_steps_sql[] = "SELECT step FROM steps WHERE chat = ? ORDER BY number";
constexpr char k_list_chats_sql[] = "SELECT DISTINCT chat FROM steps ORDER BY chat";
constexpr char k_remove_chat_sql[] = "DELETE FROM steps WHERE chat = ?";
constexpr char k_add_to_day_sql[] =
    "INSERT INTO usage_by_day (day, tokens, cost) VALUES (?, ?, ?) ON CONFLICT (day) DO UPDATE SET "
    "tokens = tokens + excluded.tokens, cost = cost + excluded.cost";
constexpr char k_day_sql[] = "SELECT tokens, cost FROM usage_by_day WHERE day = ?";

class SqliteChatStore final : public chat::ChatStore {
 public:
    SqliteChatStore(StateFolder folder, Connection connection)
        : folder_(std::move(folder)), connection_(std::move(connection)) {}

    Result<void> append(const std::string& chat, chat::StepNumber number,
                        const std::vector<chat::Step>& steps) override {
        const std::lock_guard lock(mutex_);
        return in_transaction(connection_, [&] { return add(chat, number, steps); });
    }

    Result<std::shared_ptr<void>> hold(const std::string& chat) override {
        IAM_CHECK(chat::check_chat_id(chat));  // it stands in the name of a file
        return hold_file(folder_.chat_lock(chat), {.taken = "the chat '" + chat + "' is open in",
                                                   .way_out = "end it there, or begin a new chat",
                                                   .use = "the chat was open"});
    }

    Result<std::vector<chat::Step>> load(const std::string& chat) override {
        const std::lock_guard lock(mutex_);
        IAM_TRY(rows, connection_.query(k_load_steps_sql, Text{chat}));
        std::vector<chat::Step> steps;
        for (;;) {
            IAM_TRY(more, rows.step());
            if (!more) return steps;
            IAM_TRY(step, chat::read_step(rows.view(0)));
            steps.push_back(std::move(step));
        }
    }

    Result<std::vector<std::string>> list() override {
        const std::lock_guard lock(mutex_);
        IAM_TRY(rows, connection_.query(k_list_chats_sql));
        std::vector<std::string> chats;
        for (;;) {
            IAM_TRY(more, rows.step());
            if (!more) return chats;
            chats.push_back(rows.bytes(0));
        }
    }

    Result<chat::Counted> counted_on(std::int64_t day) override {
        const std::lock_guard lock(mutex_);
        IAM_TRY(rows, connection_.query(k_day_sql, day));
        chat::Counted sum{.day = day};
        IAM_TRY(more, rows.step());
        if (!more) return sum;
        sum.tokens = rows.integer(0);
        sum.cost = rows.integer(1);
        return sum;
    }

    Result<void> remove(const std::string& chat) override {
        if (!chat::check_chat_id(chat)) return no_such_chat(chat);
        const auto own = hold(chat);
        if (!own) return tl::unexpected(own.error());
        const std::lock_guard lock(mutex_);
        int removed = 0;
        IAM_CHECK(in_transaction(connection_, [&]() -> Result<void> {
            IAM_TRY(count, connection_.execute(k_remove_chat_sql, Text{chat}));
            removed = count;
            return {};
        }));
        std::error_code problem;
        fs::remove(folder_.chat_lock(chat), problem);
        if (removed > 0) return {};
        return no_such_chat(chat);
    }

 private:
    static Result<void> no_such_chat(const std::string& chat) {
        return fail(Errc::not_found, "There is no chat '" + chat + "'.");
    }

    Result<void> add(const std::string& chat, chat::StepNumber number,
                     const std::vector<chat::Step>& steps) {
        IAM_TRY(count, connection_.number(k_count_steps_sql, Text{chat}));
        if (to_sqlite(number) != count) {
            return fail(Errc::conflict, "the chat '" + chat + "' has " + std::to_string(count) +
                                            " steps, not " + std::to_string(number) +
                                            "; another program goes on with it: load it again.");
        }
        for (const chat::Step& step : steps) {
            const std::string text = chat::step_text(chat::without_recorded_text(step));
            IAM_CHECK(connection_.execute(k_append_step_sql, Text{chat}, number++, Text{text}));
            const auto counted = chat::counted_in(step);
            if (counted && counted->day != 0)
                IAM_CHECK(connection_.execute(k_add_to_day_sql, counted->day, counted->tokens,
                                              counted->cost));
        }
        return {};
    }

    StateFolder folder_;
    std::mutex mutex_;
    Connection connection_;  // under mutex_
};

}  // namespace

Result<std::unique_ptr<chat::ChatStore>> open_chats(const fs::path& folder, store::Mode mode) {
    IAM_TRY(state, open_folder(folder, mode));
    IAM_TRY(connection, open_side_database(state, state.chats(), mode, chats_database()));
    return std::make_unique<SqliteChatStore>(std::move(state), std::move(connection));
}

}  // namespace iam::store_sqlite
