// The row of a chat counts its steps. An append moves the count from the expected number, so one of
// several appends at a number finds its row. All parts of an append are one statement.
#include "store_postgres/chats/postgres_chats.hpp"

#include "iam/store_postgres/postgres_chats.hpp"
#include "store_postgres/side/holds.hpp"
#include <iam/chat/step_text.hpp>

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace iam::store_postgres {
namespace {

constexpr std::string_view k_first_steps_sql =
    "WITH moved AS (INSERT INTO @chats (id, steps) VALUES ($1, $4) ON CONFLICT (id) DO NOTHING "
    "RETURNING id)";
constexpr std::string_view k_next_steps_sql =
    "WITH moved AS (UPDATE @chats SET steps = steps + $4 WHERE id = $1 AND steps = $2 "
    "RETURNING id)";
// Sums end at the greatest or least number, as those of chat::add() do.
constexpr std::string_view k_add_steps_sql =
    ", added AS (INSERT INTO @chat_steps (chat, number, token, step) "
    "SELECT moved.id, $2 + part.place - 1, $3, part.step "
    "FROM moved, unnest($5) WITH ORDINALITY AS part (step, place)) "
    "INSERT INTO @chat_days AS sum (day, tokens, cost) "
    "SELECT part.day, part.tokens, part.cost FROM moved, unnest($6, $7, $8) "
    "AS part (day, tokens, cost) ORDER BY part.day ON CONFLICT (day) DO UPDATE SET "
    "tokens = greatest(least(sum.tokens::numeric + excluded.tokens, 9223372036854775807), "
    "-9223372036854775808)::bigint, "
    "cost = greatest(least(sum.cost::numeric + excluded.cost, 9223372036854775807), "
    "-9223372036854775808)::bigint";
constexpr char k_appended_sql[] =
    "SELECT coalesce((SELECT steps FROM @chats WHERE id = $1), 0), "
    "EXISTS (SELECT FROM @chat_steps WHERE chat = $1 AND number = $2 AND token = $3)";
constexpr char k_count_sql[] =
    "SELECT coalesce((SELECT steps FROM @chats WHERE id = $1), 0), false";
constexpr char k_load_sql[] = "SELECT step FROM @chat_steps WHERE chat = $1 ORDER BY number";
constexpr char k_list_sql[] = "SELECT id FROM @chats ORDER BY id";
constexpr char k_day_sql[] = "SELECT tokens, cost FROM @chat_days WHERE day = $1";
constexpr char k_remove_sql[] = "DELETE FROM @chats WHERE id = $1";

/// What the steps add to the sums of their days.
std::map<std::int64_t, chat::Counted> days_of(const std::vector<chat::Step>& steps) {
    std::map<std::int64_t, chat::Counted> days;
    for (const chat::Step& step : steps) {
        const auto counted = chat::counted_in(step);
        if (counted && counted->day != 0) chat::add(days[counted->day], *counted);
    }
    return days;
}

Statement append_statement(const std::string& chat, chat::StepNumber number,
                           const std::string& token, const std::vector<chat::Step>& steps) {
    std::vector<std::string> texts;
    for (const chat::Step& step : steps)
        texts.push_back(chat::step_text(chat::without_recorded_text(step)));
    std::vector<std::optional<std::int64_t>> days;
    std::vector<std::optional<std::int64_t>> tokens;
    std::vector<std::optional<std::int64_t>> costs;
    for (const auto& [day, sum] : days_of(steps)) {
        days.emplace_back(day);
        tokens.emplace_back(sum.tokens);
        costs.emplace_back(sum.cost);
    }
    std::string sql(number == 0 ? k_first_steps_sql : k_next_steps_sql);
    sql += k_add_steps_sql;
    return Statement(sql, Bytes{chat}, number, Bytes{token}, std::uint64_t{steps.size()},
                     text_array(texts), int_array(days), int_array(tokens), int_array(costs));
}

class PostgresChatStore final : public chat::ChatStore {
 public:
    explicit PostgresChatStore(const std::shared_ptr<SideConnection>& connection)
        : connection_(connection), holds_(std::make_shared<Holds>(connection, "chat")) {}

    Result<void> append(const std::string& chat, chat::StepNumber number,
                        const std::vector<chat::Step>& steps) override {
        IAM_TRY(answer, write(chat, number, steps));
        const std::int64_t count = answer.integer(0, 0);
        if (answer.integer(0, 1) != 0 ||
            (steps.empty() && count == static_cast<std::int64_t>(number)))
            return {};
        return fail(Errc::conflict, "the chat '" + chat + "' has " + std::to_string(count) +
                                        " steps, not " + std::to_string(number) +
                                        "; another program goes on with it: load it again.");
    }

    Result<std::shared_ptr<void>> hold(const std::string& chat) override {
        IAM_CHECK(chat::check_chat_id(chat));
        return holds_->take(chat, {.taken = "the chat '" + chat + "' is open in",
                                   .way_out = "end it there, or begin a new chat",
                                   .thing = "chat"});
    }

    Result<std::vector<chat::Step>> load(const std::string& chat) override {
        IAM_TRY(rows, connection_->read(Statement(k_load_sql, Bytes{chat})));
        std::vector<chat::Step> steps;
        for (int row = 0; row < rows.size(); ++row) {
            IAM_TRY(step, chat::read_step(rows.view(row, 0)));
            steps.push_back(std::move(step));
        }
        return steps;
    }

    Result<std::vector<std::string>> list() override {
        IAM_TRY(rows, connection_->read(Statement(k_list_sql)));
        std::vector<std::string> chats;
        for (int row = 0; row < rows.size(); ++row) chats.push_back(rows.bytes(row, 0));
        return chats;
    }

    Result<chat::Counted> counted_on(std::int64_t day) override {
        IAM_TRY(rows, connection_->read(Statement(k_day_sql, day)));
        chat::Counted sum{.day = day};
        if (rows.size() == 0) return sum;
        sum.tokens = rows.integer(0, 0);
        sum.cost = rows.integer(0, 1);
        return sum;
    }

    Result<void> remove(const std::string& chat) override {
        if (!chat::check_chat_id(chat)) return no_such_chat(chat);
        const auto own = hold(chat);
        if (!own) return tl::unexpected(own.error());
        IAM_TRY(changed, connection_->change({Statement(k_remove_sql, Bytes{chat})}));
        // An earlier try may have removed it.
        if (changed.answers.front().changed() > 0 || changed.was_in_doubt) return {};
        return no_such_chat(chat);
    }

 private:
    static Result<void> no_such_chat(const std::string& chat) {
        return fail(Errc::not_found, "There is no chat '" + chat + "'.");
    }

    /// Returns the number of the chat's steps, and if these are among them.
    Result<Rows> write(const std::string& chat, chat::StepNumber number,
                       const std::vector<chat::Step>& steps) {
        std::vector<Statement> statements;
        if (steps.empty()) {
            statements.emplace_back(k_count_sql, Bytes{chat});
        } else {
            const std::string token = random_id(entropy_);
            statements.push_back(append_statement(chat, number, token, steps));
            statements.emplace_back(k_appended_sql, Bytes{chat}, number, Bytes{token});
        }
        IAM_TRY(changed, connection_->change(statements));
        return std::move(changed.answers.back());
    }

    std::shared_ptr<SideConnection> connection_;
    std::shared_ptr<Holds> holds_;
    SystemEntropy entropy_{};
};

}  // namespace

Result<std::unique_ptr<chat::ChatStore>> open_chats_with(const std::string& place, store::Mode mode,
                                                         const SideOptions& options) {
    IAM_TRY(connection, SideConnection::open(place, mode, options));
    return std::make_unique<PostgresChatStore>(connection);
}

Result<std::unique_ptr<chat::ChatStore>> open_chats(const std::string& place, store::Mode mode) {
    return open_chats_with(place, mode, {});
}

}  // namespace iam::store_postgres
