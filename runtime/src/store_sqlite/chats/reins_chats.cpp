#include "iam/store_sqlite/reins_chats.hpp"

#include "store_sqlite/chats/reins_message.hpp"
#include "store_sqlite/connection.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace iam::store_sqlite {
namespace {

namespace fs = std::filesystem;

// Virtual tables and views have no row here: only plain tables are read.
constexpr char k_reins_tables_sql[] =
    "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('chats', 'messages') "
    "AND sql LIKE 'CREATE TABLE%'";
// Messages are looked up by their key, which must be an index.
constexpr char k_reins_columns_sql[] =
    "SELECT (SELECT count(*) FROM pragma_table_info('chats') WHERE name IN "
    "('chat_id', 'chat_title', 'system_prompt')) + (SELECT count(*) FROM "
    "pragma_table_info('messages') WHERE name IN ('chat_id', 'content', 'images', 'role', "
    "'timestamp') OR (name = 'message_id' AND pk = 1))";
constexpr std::int64_t k_reins_columns = 9;
constexpr char k_reins_has_calls_sql[] =
    "SELECT count(*) FROM pragma_table_info('messages') WHERE name IN "
    "('tool_call', 'tool_result')";
constexpr char k_reins_titles_sql[] =
    "SELECT chat_id, chat_title, coalesce(system_prompt, '') <> '' FROM chats";
// Equal times are ordered by the key. Rows without their texts are sorted in memory.
constexpr char k_reins_order_sql[] =
    "SELECT chat_id, message_id FROM messages ORDER BY timestamp, message_id";
constexpr char k_reins_message_sql[] =
    "SELECT role, content, images IS NOT NULL FROM messages WHERE message_id = ?";
constexpr char k_reins_message_with_calls_sql[] =
    "SELECT role, content, images IS NOT NULL, tool_call, tool_result FROM messages "
    "WHERE message_id = ?";

/// Bytes of a row besides its text: keys, paths of images, the text of a table's definition.
constexpr std::size_t k_row_rest = std::size_t{64} << 10U;

struct ReinsChat {
    std::string title{};
    bool has_system_text = false;
    std::vector<std::string> messages{};  // their keys in the order of their times
};

/// SQLite's errors speak of the ledger, which is another file.
Error of_import(const fs::path& file, const Error& error) {
    if (error.code == Errc::unavailable)
        return {error.code, file.string() +
                                " cannot be read; check that it is there and that you "
                                "may read it."};
    return {Errc::corrupt, file.string() + " is damaged, or no database; take a whole copy of it."};
}

/// A program that has not ended may have written a part of its data beside the file.
Result<void> refuse_unfinished(const fs::path& file) {
    std::error_code problem;
    for (const char* suffix : {"-wal", "-journal"}) {
        const auto size = fs::file_size(file.string() + suffix, problem);
        if (!problem && size > 0)
            return fail(Errc::unavailable, file.string() + suffix +
                                               " has a part of the data; end the program that "
                                               "writes it, and copy the file again.");
    }
    return {};
}

class ReinsDatabase {
 public:
    ReinsDatabase(Connection connection, const chat::ImportLimits& limits)
        : connection_(std::move(connection)), limits_(limits) {}

    Result<bool> has_reins_tables() {
        IAM_TRY(tables, connection_.number(k_reins_tables_sql));
        if (tables != 2) return false;
        IAM_TRY(columns, connection_.number(k_reins_columns_sql));
        IAM_TRY(calls, connection_.number(k_reins_has_calls_sql));
        has_calls_ = calls == 2;
        return columns == k_reins_columns;
    }

    Result<std::map<std::string, ReinsChat>> chats() {
        std::map<std::string, ReinsChat> chats;
        IAM_TRY(titles, connection_.query(k_reins_titles_sql));
        for (;;) {
            IAM_TRY(more, titles.step());
            if (!more) break;
            ReinsChat& chat = chats[titles.bytes(0)];
            chat.title = titles.bytes(1);
            chat.has_system_text = titles.integer(2) != 0;
        }
        // A message of a chat that is gone is read too.
        IAM_TRY(keys, connection_.query(k_reins_order_sql));
        for (;;) {
            IAM_TRY(more, keys.step());
            if (!more) return chats;
            chats[keys.bytes(0)].messages.push_back(keys.bytes(1));
        }
    }

    Result<chat::ImportedChat> read(const ReinsChat& from) {
        if (from.messages.size() > limits_.messages_max)
            return fail(
                Errc::invalid_argument,
                "the chat has more than " + std::to_string(limits_.messages_max) + " messages.");
        chat::ForeignChat chat{.title = from.title};
        if (from.has_system_text) ++chat.left_out.system_texts;
        std::size_t bytes = 0;
        for (const std::string& key : from.messages) {
            IAM_TRY(message, row(key));
            bytes += message.content.size() + message.call.size() + message.result.size();
            if (bytes > limits_.chat_bytes_max)
                return fail(
                    Errc::invalid_argument,
                    "the chat has more than " + std::to_string(limits_.chat_bytes_max) + " bytes.");
            IAM_CHECK(add_reins_message(chat, message));
        }
        return chat::import_chat(chat, limits_);
    }

 private:
    Result<ReinsMessage> row(const std::string& key) {
        const char* const sql = has_calls_ ? k_reins_message_with_calls_sql : k_reins_message_sql;
        IAM_TRY(rows, connection_.query(sql, Text{key}));
        IAM_TRY(found, rows.step());
        if (!found) return fail(Errc::invalid_argument, "a message has no readable key.");
        ReinsMessage message{.role = rows.bytes(0), .content = rows.bytes(1)};
        message.has_images = rows.integer(2) != 0;
        if (has_calls_) {
            message.call = rows.bytes(3);
            message.result = rows.bytes(4);
        }
        return message;
    }

    Connection connection_;
    const chat::ImportLimits& limits_;
    bool has_calls_ = false;
};

/// A fault of one row is the chat's; the words of SQLite are replaced.
Result<chat::ImportedChat> read_chat(ReinsDatabase& database, const ReinsChat& chat) {
    auto read = database.read(chat);
    if (read || read.error().code == Errc::invalid_argument) return read;
    return fail(Errc::corrupt, "a row of the chat cannot be read: it is damaged or too long.");
}

}  // namespace

Result<void> read_reins_chats(const fs::path& file, const chat::ImportSink& sink,
                              const chat::ImportLimits& limits) {
    std::error_code problem;
    const auto size = fs::file_size(file, problem);
    if (!problem && size > limits.file_bytes_max)
        return fail(Errc::invalid_argument, file.string() + " has more than " +
                                                std::to_string(limits.file_bytes_max) + " bytes.");
    IAM_CHECK(refuse_unfinished(file));
    auto opened = Connection::open({.path = file.string(),
                                    .immutable = true,
                                    .only_reads = true,
                                    .value_bytes_max = limits.message_bytes_max + k_row_rest});
    if (!opened) return tl::unexpected(of_import(file, opened.error()));
    ReinsDatabase database(*std::move(opened), limits);
    const auto is_reins = database.has_reins_tables();
    if (!is_reins) return tl::unexpected(of_import(file, is_reins.error()));
    if (!*is_reins)
        return fail(Errc::invalid_argument,
                    file.string() +
                        " is no database of Reins: it lacks its tables chats and "
                        "messages.");
    const auto chats = database.chats();
    if (!chats) return tl::unexpected(of_import(file, chats.error()));
    std::size_t number = 0;
    for (const auto& [id, chat] : *chats) {
        if (number == limits.chats_max)
            return fail(Errc::invalid_argument, file.string() + " has more than " +
                                                    std::to_string(limits.chats_max) +
                                                    " chats; the rest is not read.");
        std::string place = "chat " + std::to_string(++number);
        if (!chat.title.empty()) place += " (\"" + chat.title + "\")";
        sink({std::move(place), read_chat(database, chat)});
    }
    return {};
}

}  // namespace iam::store_sqlite
