// Tests of runtime/src/store_sqlite/chats/{reins_chats,reins_message}.cpp.
#include <iam/store_sqlite/reins_chats.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;
using Catch::Contains;
using iam::Errc;
using iam::chat::ImportedChat;
using iam::chat::ImportOutcome;
using iam::chat::Role;

// The tables as Reins makes them, in its versions 1 and 3.
constexpr char k_chats_table[] =
    "CREATE TABLE IF NOT EXISTS chats (\nchat_id TEXT PRIMARY KEY,\nmodel TEXT NOT NULL,\n"
    "chat_title TEXT NOT NULL,\nsystem_prompt TEXT,\noptions TEXT\n) WITHOUT ROWID;";
constexpr char k_messages_1[] =
    "CREATE TABLE messages (message_id TEXT PRIMARY KEY, chat_id TEXT NOT NULL, content TEXT NOT "
    "NULL, images TEXT, role TEXT CHECK(role IN ('user', 'assistant', 'system')) NOT NULL, "
    "timestamp DATETIME DEFAULT CURRENT_TIMESTAMP, FOREIGN KEY (chat_id) REFERENCES "
    "chats(chat_id) ON DELETE CASCADE) WITHOUT ROWID;";
constexpr char k_messages_3[] =
    "CREATE TABLE messages (message_id TEXT PRIMARY KEY, chat_id TEXT NOT NULL, content TEXT NOT "
    "NULL, images TEXT, role TEXT CHECK(role IN ('user', 'assistant', 'system', 'tool')) NOT "
    "NULL, tool_call TEXT, tool_result TEXT, timestamp DATETIME DEFAULT CURRENT_TIMESTAMP, "
    "FOREIGN KEY (chat_id) REFERENCES chats(chat_id) ON DELETE CASCADE) WITHOUT ROWID;";

/// A database of another program in a folder of its own.
struct OtherDatabase {
    iam::test::TempDir folder{};
    fs::path path = folder / "chats.db";

    explicit OtherDatabase(const std::string& sql = "") { run(sql); }
    void run(const std::string& sql) const {
        sqlite3* database = nullptr;
        REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
        char* why = nullptr;
        const int status = sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &why);
        INFO((why == nullptr ? "" : why));
        sqlite3_free(why);
        sqlite3_close(database);
        REQUIRE(status == SQLITE_OK);
    }
    std::string bytes() const {
        std::ifstream file(path, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }
    void write(const std::string& bytes) const { std::ofstream(path, std::ios::binary) << bytes; }
    std::set<fs::path> files() const {
        std::set<fs::path> found;
        for (const auto& entry : fs::directory_iterator(folder.path())) found.insert(entry.path());
        return found;
    }
};

struct ReadChats {
    iam::Result<void> result{};
    std::vector<ImportOutcome> outcomes{};
};

ReadChats read_chats(const fs::path& path, const iam::chat::ImportLimits& limits = {}) {
    ReadChats read;
    read.result = iam::store_sqlite::read_reins_chats(
        path, [&](ImportOutcome outcome) { read.outcomes.push_back(std::move(outcome)); }, limits);
    return read;
}

std::string message_1(const std::string& id, const std::string& role, const std::string& content,
                      int time, const std::string& chat = "c1") {
    return "INSERT INTO messages (message_id, chat_id, content, role, timestamp) VALUES ('" + id +
           "', '" + chat + "', '" + content + "', '" + role + "', " + std::to_string(time) + ");";
}

std::string chat_row(const std::string& id, const std::string& title,
                     const std::string& system = "NULL") {
    return "INSERT INTO chats VALUES ('" + id + "', 'llama3', '" + title + "', " + system +
           ", NULL);";
}

std::string version_1() {
    return std::string(k_chats_table) + k_messages_1 + "PRAGMA user_version = 1;" +
           chat_row("c1", "Weather", "'You may do all.'");
}

}  // namespace

TEST_CASE("calls and results that Reins kept as words of the assistant become quotes (B84)") {
    const OtherDatabase database(
        version_1() + message_1("z", "user", "Is it sunny?", 1) +
        message_1("y", "assistant",
                  "I look.\n"
                  R"(TOOL_CALL: {"server":"s","name":"weather","args":{"city":"Rome"}})",
                  2) +
        message_1("x", "assistant", R"(TOOL_RESULT: {"name":"weather","result":"sunny"})", 3) +
        message_1("w", "assistant", R"(TOOL_RESULT: {"name":"weather","error":"broken"})", 4) +
        message_1("v", "assistant", "TOOL_CALL: no json\nTOOL_CALL: {}", 5) +
        message_1("u", "system", "Obey.", 6));
    const ReadChats read = read_chats(database.path);
    REQUIRE(read.result);
    REQUIRE(read.outcomes.size() == 1);
    CHECK(read.outcomes[0].place == "chat 1 (\"Weather\")");
    const auto& chat = read.outcomes[0].chat;
    REQUIRE(chat);
    CHECK(chat->left_out.system_texts == 2);
    using Parts = std::vector<ImportedChat::Part>;
    REQUIRE(chat->messages.size() == 5);
    CHECK(chat->messages[0].parts == Parts{{Role::user, "Is it sunny?"}});
    CHECK(chat->messages[1].parts ==
          Parts{{Role::assistant, "I look.\n"},
                {Role::assistant,
                 "Call of the tool \"weather\" in another program:\n> {\"city\":\"Rome\"}"}});
    CHECK(chat->messages[2].parts ==
          Parts{{Role::tool, "Result of the tool \"weather\" in another program:\n> sunny"}});
    CHECK(chat->messages[3].parts ==
          Parts{{Role::tool, "Result of the tool \"weather\" in another program:\n> broken"}});
    CHECK(chat->messages[4].parts ==
          Parts{{Role::assistant,
                 "Call of a tool in another program:\n>  no json\n> \\TOOL_CALL: {}"}});
    CHECK(chat->messages[4].after == 3);
}

TEST_CASE("the columns and the role of tools in later versions of Reins are read (B84)") {
    const OtherDatabase database(
        std::string(k_chats_table) + k_messages_3 + "PRAGMA user_version = 3;" +
        chat_row("c1", "") +
        "INSERT INTO messages VALUES ('a', 'c1', 'Look.', '[\"images/1.png\"]', 'user', NULL, "
        "NULL, 1);"
        "INSERT INTO messages VALUES ('b', 'c1', '', NULL, 'tool', "
        R"('{"id":"1","server":"s","name":"look","args":{"a":1}}', '{"result":[1]}', 2);)");
    const ReadChats read = read_chats(database.path);
    REQUIRE(read.outcomes.size() == 1);
    const auto& chat = read.outcomes[0].chat;
    REQUIRE(chat);
    CHECK(chat->left_out.attachments == 1);
    REQUIRE(chat->messages.size() == 2);
    CHECK(chat->messages[0].parts.back().text == "[left out: images]");
    CHECK(chat->messages[1].parts.at(0).text ==
          "Call of the tool \"look\" in another program:\n> {\"a\":1}");
    CHECK(chat->messages[1].parts.at(1).text == "Result of a tool in another program:\n> [1]");
}

TEST_CASE("a database of Reins is not changed, and nothing is written beside it (B84)") {
    const OtherDatabase database(version_1() + message_1("a", "user", "Hello.", 1));
    const std::string before = database.bytes();
    const auto time = fs::last_write_time(database.path);
    fs::permissions(database.path, fs::perms::owner_read);
    CHECK(read_chats(database.path).outcomes.size() == 1);
    CHECK(database.bytes() == before);
    CHECK(fs::last_write_time(database.path) == time);
    CHECK(database.files() == std::set<fs::path>{database.path});
}

TEST_CASE("a chat of Reins that fails takes no other chat with it (B84)") {
    iam::chat::ImportLimits limits;
    limits.message_bytes_max = 100;
    const OtherDatabase database(version_1() + chat_row("c2", "Long") + chat_row("c3", "Empty") +
                                 message_1("a", "user", "Hello.", 1) +
                                 message_1("b", "user", std::string(100'000, 'x'), 1, "c2") +
                                 message_1("c", "user", "of a chat that is gone", 1, "c4"));
    const ReadChats read = read_chats(database.path, limits);
    REQUIRE(read.result);
    REQUIRE(read.outcomes.size() == 4);
    CHECK(read.outcomes[0].chat);
    REQUIRE_FALSE(read.outcomes[1].chat);
    CHECK_THAT(read.outcomes[1].chat.error().message, Contains("too long"));
    REQUIRE_FALSE(read.outcomes[2].chat);
    CHECK_THAT(read.outcomes[2].chat.error().message, Contains("no message"));
    REQUIRE(read.outcomes[3].chat);
    CHECK(read.outcomes[3].chat->messages[0].parts[0].text == "of a chat that is gone");
}

TEST_CASE("each limit of an import bounds a database of Reins (B84)") {
    const OtherDatabase database(
        version_1() + chat_row("c2", "Two") + message_1("a", "user", "12345678", 1) +
        message_1("b", "user", "12345678", 2) + message_1("c", "user", "x", 1, "c2"));
    iam::chat::ImportLimits limits;
    limits.messages_max = 1;
    CHECK_FALSE(read_chats(database.path, limits).outcomes.at(0).chat);
    CHECK(read_chats(database.path, limits).outcomes.at(1).chat);
    limits = {};
    limits.chat_bytes_max = 10;
    CHECK_FALSE(read_chats(database.path, limits).outcomes.at(0).chat);
    limits = {};
    limits.chats_max = 1;
    const ReadChats read = read_chats(database.path, limits);
    CHECK(read.outcomes.size() == 1);
    REQUIRE_FALSE(read.result);
    CHECK_THAT(read.result.error().message, Contains("more than 1 chats"));
    limits = {};
    limits.file_bytes_max = 10;
    CHECK_FALSE(read_chats(database.path, limits).result);
}

TEST_CASE("a file that is no database of Reins says so, and what to do (B84)") {
    const OtherDatabase empty("CREATE TABLE notes (text TEXT);");
    CHECK_THAT(read_chats(empty.path).result.error().message,
               Contains("no database of Reins") && Contains("chats and messages"));
    const OtherDatabase lacking(
        std::string(k_chats_table) +
        "CREATE TABLE messages (message_id TEXT, chat_id TEXT, role TEXT);");
    CHECK_THAT(read_chats(lacking.path).result.error().message, Contains("no database of Reins"));
    lacking.write("This is a text and no database at all, and it is long enough for a header....");
    CHECK(read_chats(lacking.path).result.error().code == Errc::corrupt);
    CHECK_THAT(read_chats(lacking.path).result.error().message, Contains("whole copy"));
    const ReadChats missing = read_chats(lacking.folder / "nothing.db");
    REQUIRE_FALSE(missing.result);
    CHECK(missing.result.error().code == Errc::unavailable);
}

TEST_CASE("views and virtual tables with the names of Reins' tables are not read (B84)") {
    const OtherDatabase database(
        "CREATE TABLE chats (chat_id TEXT PRIMARY KEY, chat_title TEXT, system_prompt TEXT);"
        "CREATE VIEW messages AS SELECT '1' AS message_id, '1' AS chat_id, 'x' AS content, NULL "
        "AS images, 'user' AS role, 1 AS timestamp;");
    CHECK_THAT(read_chats(database.path).result.error().message, Contains("no database of Reins"));
}

TEST_CASE("a database that its program has not finished writing is refused (B84)") {
    const OtherDatabase database(version_1() + message_1("a", "user", "Hello.", 1));
    for (const char* suffix : {"-wal", "-journal"}) {
        std::ofstream(database.path.string() + suffix) << "x";
        const ReadChats read = read_chats(database.path);
        REQUIRE_FALSE(read.result);
        CHECK_THAT(read.result.error().message, Contains(suffix) && Contains("copy the file"));
        fs::remove(database.path.string() + suffix);
    }
    CHECK(read_chats(database.path).result);
}

TEST_CASE("a damaged database of Reins gives chats or faults, at every byte (B84)") {
    const OtherDatabase database(version_1() + message_1("a", "user", "Hello.", 1) +
                                 message_1("b", "assistant", std::string(5000, 'x'), 2));
    const std::string whole = database.bytes();
    for (std::size_t at = 16; at < whole.size(); at += 61) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0xFF);
        database.write(damaged);
        const ReadChats read = read_chats(database.path);
        if (!read.result) CHECK_FALSE(read.result.error().message.empty());
        CHECK(database.bytes() == damaged);
    }
    database.write(whole.substr(0, whole.size() / 2));
    const ReadChats cut = read_chats(database.path);
    if (cut.result)
        for (const ImportOutcome& outcome : cut.outcomes) CHECK_FALSE(outcome.chat);
}
