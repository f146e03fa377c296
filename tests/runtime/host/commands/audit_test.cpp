// Tests of runtime/src/host/commands/audit_show.cpp.
// Tests of runtime/src/host/output/json_member.cpp.
// Tests of runtime/src/question/{call_story,entry_text}.cpp.
#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>
#include <memory>

using iam::host::ExitCode;
using iam::test::contains;
using iam::test::HostFixture;
using iam::test::json_of;
using iam::test::Outcome;

namespace {

void execute(const std::string& database, const std::string& sql) {
    sqlite3* raw = nullptr;
    REQUIRE(sqlite3_open(database.c_str(), &raw) == SQLITE_OK);
    const std::unique_ptr<sqlite3, int (*)(sqlite3*)> owner(raw, sqlite3_close);
    REQUIRE(sqlite3_exec(raw, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
}

std::string name_of_table_with(const std::string& database, const std::string& column) {
    sqlite3* raw = nullptr;
    REQUIRE(sqlite3_open(database.c_str(), &raw) == SQLITE_OK);
    const std::unique_ptr<sqlite3, int (*)(sqlite3*)> owner(raw, sqlite3_close);
    sqlite3_stmt* found = nullptr;
    const std::string sql =
        "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) p "
        "WHERE m.type = 'table' AND p.name = '" +
        column + "' ORDER BY m.name";
    REQUIRE(sqlite3_prepare_v2(raw, sql.c_str(), -1, &found, nullptr) == SQLITE_OK);
    const std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement(found, sqlite3_finalize);
    REQUIRE(sqlite3_step(found) == SQLITE_ROW);
    return reinterpret_cast<const char*>(sqlite3_column_text(found, 0));
}

}  // namespace

TEST_CASE("audit lists newest first, as many as wanted") {
    HostFixture host;
    CHECK(host.run({"audit"}).code == ExitCode::done);
    CHECK(contains(host.run({"audit"}).err, "Nothing has been recorded yet"));
    for (int i = 0; i < 3; ++i) host.run({"call", "quick", "{}"});
    const Outcome all = host.run({"audit"});
    CHECK(all.out.rfind("0.6  2026-01-02T03:04:05.678Z  outcome", 0) == 0);
    CHECK(contains(all.out, "0.1  2026-01-02T03:04:05.678Z  intent "));
    const std::string two = host.run({"audit", "--limit", "2"}).out;
    CHECK(std::count(two.begin(), two.end(), '\n') == 2);
}

TEST_CASE("audit show tells everything about an entry") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    host.run({"call", "echo", R"({"message":"hello"})"});
    const std::string text = host.run({"audit", "show", "0.2"}).out;
    CHECK(contains(text, "\"message\": \"hello\""));
    CHECK(contains(text, "hash"));
    const auto shown = json_of(host.run({"audit", "show", "0.3", "--json"}).out);
    CHECK(shown["values"]["result"] == "hello");
    CHECK(shown["undo"] == "none");
    host.run({"undo", "0.3"});
    CHECK(json_of(host.run({"audit", "show", "0.3", "--json"}).out)["undo"] == "undone");
    CHECK(contains(host.run({"audit"}).out, "done, undone since"));
    CHECK(host.run({"audit", "show", "0.99"}).code == ExitCode::failed);
    CHECK(host.run({"audit", "show", "first"}).code == ExitCode::usage);
}

TEST_CASE("XD01: with --json no control of a value reaches the terminal raw") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    const std::string words = R"({"message":"x\u009b2Jy\u007f"})";
    for (const std::string& shown :
         {host.run({"call", "echo", words, "--json"}).out,
          host.run({"preview", "echo", words, "--json"}).out, host.run({"audit", "--json"}).out}) {
        INFO(shown);
        CHECK_FALSE(contains(shown, "\xC2\x9B"));
        CHECK_FALSE(contains(shown, "\x7F"));
        CHECK(contains(shown, R"(x\u009b2Jy\u007f)"));
    }
}

TEST_CASE("audit verify says how much was checked and that nothing anchors it") {
    HostFixture host;
    host.run({"call", "quick", "{}"});
    const Outcome verified = host.run({"audit", "verify"});
    CHECK(verified.code == ExitCode::not_anchored);
    CHECK(contains(verified.out, "2 entries checked\nhead "));
    CHECK(contains(verified.out, "consistent, not anchored"));
    const auto object = json_of(host.run({"audit", "verify", "--json"}).out);
    CHECK(object["ok"] == true);
    CHECK(object["anchored"] == false);
}

TEST_CASE("audit verify names the first entry that was changed and has its own exit code") {
    HostFixture host;
    for (int i = 0; i < 3; ++i) host.run({"call", "quick", "{}"});
    const std::string database = host.state() + "/ledger.db";
    const std::string table = name_of_table_with(database, "previous");
    execute(database, "UPDATE " + table +
                          " SET text = replace(text, '\"outcome\"', '\"intents\"') WHERE seq = 4");
    const Outcome verified = host.run({"audit", "verify"});
    CHECK(verified.code == ExitCode::verification_failed);
    CHECK(contains(verified.err, "the first bad entry is 0.4"));
    const auto object = json_of(host.run({"audit", "verify", "--json"}).out);
    CHECK(object["ok"] == false);
    CHECK(object["first_bad"] == "0.4");
    CHECK(object["entries"] == 3);
}

TEST_CASE("audit verify fails where entries are missing at the end, and says so as JSON too") {
    HostFixture host;
    for (int i = 0; i < 3; ++i) host.run({"call", "quick", "{}"});
    const std::string database = host.state() + "/ledger.db";
    execute(database, "DELETE FROM " + name_of_table_with(database, "previous") + " WHERE seq = 6");
    const Outcome verified = host.run({"audit", "verify"});
    CHECK(verified.code == ExitCode::verification_failed);
    CHECK(contains(verified.err, "The ledger does not hold together"));
    CHECK(contains(verified.err, "entry 0.6 is missing"));
    const Outcome as_json = host.run({"audit", "verify", "--json"});
    CHECK(as_json.code == ExitCode::verification_failed);
    const auto object = json_of(as_json.out);
    CHECK(object["ok"] == false);
    CHECK(contains(object["reason"].get<std::string>(), "entry 0.6 is missing"));
}

TEST_CASE("a ledger that is missing does not verify") {
    HostFixture host;
    CHECK(host.run({"audit", "verify"}).code == ExitCode::ledger_unavailable);
}

TEST_CASE("XC14: a state that cannot be read allows nothing, and says so") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    {
        std::ofstream damaged(host.state() + "/ledger.db", std::ios::binary | std::ios::trunc);
        damaged << std::string(8192, 'x');
    }
    std::filesystem::remove(host.state() + "/ledger.db-wal");
    std::filesystem::remove(host.state() + "/ledger.db-shm");
    for (const auto& words :
         std::vector<std::vector<std::string>>{{"call", "echo", R"({"message":"x"})"},
                                               {"call", "quick", "{}"},
                                               {"undo", "0.1"},
                                               {"grants", "set", "echo", "once"},
                                               {"policy", "set", "echo", "auto"},
                                               {"approvals", "list"},
                                               {"audit"}}) {
        const Outcome outcome = host.run(words);
        INFO(words[0] << ": " << outcome.err);
        CHECK(outcome.code == ExitCode::ledger_unavailable);
        CHECK_FALSE(outcome.err.empty());
    }
    CHECK(host.run({"audit", "verify"}).code == ExitCode::verification_failed);
    CHECK(host.effects().empty());
}

TEST_CASE("XC14: a state folder that others may write is refused") {
    HostFixture host;
    host.run({"policy", "set", "quick", "auto"});
    std::filesystem::permissions(host.state(), std::filesystem::perms::all);
    CHECK(host.run({"call", "quick", "{}"}).code == ExitCode::ledger_unavailable);
    CHECK(host.effects().empty());
}

TEST_CASE("audit --follow goes on as entries are added") {
    HostFixture host;
    host.run({"call", "quick", "{}"});
    Outcome followed;
    auto following = std::async(std::launch::async, [&] {
        return host.run({"audit", "--follow", "--json"});
    });
    host.run({"call", "broken", "{}"});
    // What was there before the stop is printed; the order is the ledger's.
    host.stop.request_stop();
    followed = following.get();
    CHECK(followed.code == ExitCode::done);
    std::istringstream lines(followed.out);
    std::string line;
    REQUIRE(std::getline(lines, line));
    CHECK(json_of(line)["id"] == "0.1");
    REQUIRE(std::getline(lines, line));
    CHECK(json_of(line)["id"] == "0.2");
}

TEST_CASE("audit events gives decisions as lines of JSON, oldest first") {
    HostFixture host;
    host.run({"policy", "set", "echo", "auto"});
    host.run({"call", "echo", R"({"message":"hi\u001b"})"});
    host.run({"grants", "set", "count", "once"});
    const Outcome events = host.run({"audit", "events"});
    CHECK(events.code == ExitCode::done);
    const auto first_end = events.out.find('\n');
    const auto first = json_of(events.out.substr(0, first_end));
    CHECK(first["decision"] == "ALLOW_ONCE");
    CHECK(first["origin"] == "policy");
    CHECK(first["tool_name"] == "echo");
    const auto second = json_of(events.out.substr(first_end + 1));
    CHECK(second["event_type"] == "mcp.permission.grant");
}
