// Tests of runtime/src/store_sqlite/chats/{chats_schema,sqlite_chats}.cpp that other stores of
// chats do not share.
#include "../child_process.hpp"
#include <iam/store_sqlite/backup.hpp>
#include <iam/store_sqlite/sqlite_chats.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>
#include <support/fake_entropy.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <sqlite3.h>
#include <sys/stat.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using Catch::Contains;
using iam::Errc;
using iam::chat::CallEnded;
using iam::chat::ChatStore;
using iam::chat::Counted;
using iam::chat::PersonSaid;
using iam::chat::Step;
using iam::chat::TurnBegan;
using iam::store::Mode;
using iam::store_sqlite::open_chats;

/// A state folder, which a ledger has made.
struct ChatsFolder {
    iam::test::TempDir folder{};
    iam::test::FakeEntropy entropy{};
    ChatsFolder() { REQUIRE(iam::store_sqlite::open(path(), Mode::read_write, entropy)); }
    std::filesystem::path path() const { return folder / "state"; }
    std::unique_ptr<ChatStore> open(Mode mode = Mode::read_write) const {
        auto chats = open_chats(path(), mode);
        if (!chats) FAIL(chats.error().message);
        return *std::move(chats);
    }
    void run_sql(const char* sql) const {
        sqlite3* database = nullptr;
        REQUIRE(sqlite3_open((path() / "chats.db").c_str(), &database) == SQLITE_OK);
        CHECK(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
        sqlite3_close(database);
    }
};

std::vector<Step> said(const std::string& text) {
    return {PersonSaid{.segments = {{{}, text}}}, TurnBegan{.turn = 1, .on = 0}};
}

}  // namespace

TEST_CASE("the text of a recorded result is not stored beside the ledger (H27)") {
    const ChatsFolder state;
    const auto chats = state.open();
    const std::vector<Step> steps = {
        CallEnded{.call = "c", .text = "the secret result", .entry = "0.2"},
        CallEnded{.call = "d", .code = "not_run", .text = "not run: interrupted"}};
    REQUIRE(chats->append("first", 0, steps));
    const auto read = chats->load("first");
    REQUIRE(read);
    CHECK(std::get<CallEnded>((*read)[0]).text.empty());
    CHECK(std::get<CallEnded>((*read)[0]).entry == "0.2");
    CHECK(std::get<CallEnded>((*read)[1]).text == "not run: interrupted");
    std::ifstream file(state.path() / "chats.db", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    CHECK(bytes.find("not run: interrupted") != std::string::npos);
    CHECK(bytes.find("the secret result") == std::string::npos);
}

TEST_CASE("a removed chat leaves none of its text in the file") {
    const ChatsFolder state;
    const auto chats = state.open();
    REQUIRE(chats->append("first", 0, said("a private thing")));
    REQUIRE(chats->append("second", 0, said("stays")));
    CHECK(chats->remove("first"));
    CHECK(chats->remove("first").error().code == Errc::not_found);
    CHECK(chats->list() == std::vector<std::string>{"second"});
    std::ifstream file(state.path() / "chats.db", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    CHECK(bytes.find("a private thing") == std::string::npos);
}

TEST_CASE("a chat that another program has open is a conflict until that program is killed") {
    const ChatsFolder state;
    const auto chats = state.open();
    iam::test::ChildProcess other({"hold-chat", state.path().string()});
    REQUIRE(other.read_line() == "holding");
    const auto refused = chats->hold("first");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Errc::conflict);
    CHECK_THAT(refused.error().message,
               Contains("the chat 'first' is open in process " + std::to_string(other.pid())) &&
                   Contains("end it there, or begin a new chat"));
    CHECK(chats->hold("second"));
    other.kill();
    CHECK(chats->hold("first"));
}

TEST_CASE("a removed chat leaves no file of a lock, and a chat that is open is not removed") {
    const ChatsFolder state;
    const auto chats = state.open();
    const auto lock = state.path() / "chat-first.lock";
    REQUIRE(chats->append("first", 0, said("Hello.")));
    REQUIRE(chats->hold("first"));
    CHECK(std::filesystem::exists(lock));
    CHECK(chats->remove("first"));
    CHECK_FALSE(std::filesystem::exists(lock));
    REQUIRE(chats->append("first", 0, said("Hello.")));
    const auto held = chats->hold("first");
    CHECK(chats->remove("first").error().code == Errc::conflict);
    CHECK(std::filesystem::exists(lock));
    CHECK_FALSE(chats->load("first")->empty());
}

TEST_CASE("chats are closed to other users of the machine") {
    const ChatsFolder state;
    REQUIRE(state.open()->append("first", 0, said("Hello.")));
    struct stat facts {};
    REQUIRE(::stat((state.path() / "chats.db").c_str(), &facts) == 0);
    CHECK((facts.st_mode & 0777U) == 0600U);
}

TEST_CASE("a state without chats says so to a program that only reads") {
    const ChatsFolder state;
    const auto chats = open_chats(state.path(), Mode::read_only);
    REQUIRE_FALSE(chats);
    CHECK(chats.error().code == Errc::unavailable);
    CHECK_THAT(chats.error().message, Contains("no chats"));
}

TEST_CASE("a file of chats of a newer program, and any other file, are refused by name") {
    const ChatsFolder state;
    REQUIRE(state.open()->append("first", 0, said("Hello.")));
    state.run_sql("PRAGMA user_version = 3");
    auto chats = open_chats(state.path(), Mode::read_write);
    REQUIRE_FALSE(chats);
    CHECK(chats.error().code == Errc::corrupt);
    CHECK_THAT(chats.error().message, Contains("chats.db") && Contains("newer program"));
    state.run_sql("PRAGMA application_id = 1");
    chats = open_chats(state.path(), Mode::read_write);
    REQUIRE_FALSE(chats);
    CHECK_THAT(chats.error().message, Contains("no file of chats"));
}

TEST_CASE("a file of chats of version 1 is brought to version 2, and its chats go on (H25)") {
    const ChatsFolder state;
    REQUIRE(state.open()->append("first", 0, said("Hello.")));
    state.run_sql("DROP TABLE usage_by_day; PRAGMA user_version = 1");
    for (const Mode mode : {Mode::read_only, Mode::read_write}) {
        const auto chats = state.open(mode);
        CHECK(chats->load("first") == said("Hello."));
        CHECK(chats->counted_on(7) == Counted{7, 0, 0});
    }
    const auto chats = state.open();
    REQUIRE(chats->append("first", 2, {iam::chat::RequestSent{.counted = Counted{7, 10, 3}}}));
    CHECK(chats->counted_on(7) == Counted{7, 10, 3});
}

TEST_CASE("a copy of a state has its chats") {
    const ChatsFolder state;
    REQUIRE(state.open()->append("first", 0, said("Hello.")));
    const auto copy = state.folder / "copy";
    REQUIRE(iam::store_sqlite::back_up(state.path(), copy));
    const auto chats = open_chats(copy, Mode::read_write);
    REQUIRE(chats);
    CHECK((*chats)->load("first") == said("Hello."));
}

TEST_CASE("a damaged file of chats is said to be one, and the ledger is not blamed") {
    const ChatsFolder state;
    REQUIRE(state.open()->append("first", 0, said("Hello.")));
    std::ofstream(state.path() / "chats.db", std::ios::binary | std::ios::in)
        << "This is no database, and never was one.";
    const auto chats = open_chats(state.path(), Mode::read_write);
    REQUIRE_FALSE(chats);
    CHECK_THAT(chats.error().message, Contains("chats.db is damaged") && Contains("not affected"));
}
