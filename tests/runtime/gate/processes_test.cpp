// Several processes, each with a Runtime of its own, on one state folder.
#include "process_tools.hpp"
#include <iam/ledger/verify.hpp>
#include <support/conformance.hpp>
#include <support/temp_dir.hpp>

#include <catch2/catch.hpp>
#include <runtime/store_sqlite/child_process.hpp>

namespace iam::test {
namespace {

std::string effects_in(const TempDir& folder) {
    std::ifstream file(folder / "effects");
    return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<ledger::Entry> entries_of(const Desk& desk, ledger::EntryKind kind) {
    ledger::Query query;
    query.limit = k_all;
    std::vector<ledger::Entry> wanted;
    for (const ledger::StoredEntry& stored : ok(desk.store->entries(query))) {
        ledger::Entry entry = ok(ledger::decode(stored.text)).entry;
        if (entry.kind == kind) wanted.push_back(std::move(entry));
    }
    return wanted;
}

/// Nobody knows what came of the call `id` of the tool "end", and it is not run again.
void check_unknown(const TempDir& folder, const std::string& id) {
    const Desk after(folder.path());
    REQUIRE(after.runtime != nullptr);
    const auto intents = entries_of(after, ledger::EntryKind::intent);
    REQUIRE(intents.size() == 1);
    CHECK(entries_of(after, ledger::EntryKind::outcome).empty());
    CHECK(ok(after.runtime->consent().grants()).empty());
    const ToolResult again = after.call("end", "{}", id);
    CHECK(again.code == code::outcome_unknown);
    CHECK(again.message.find("do not repeat it") != std::string::npos);
    const auto entries = ok(after.store->entries_of_call(id));
    const ToolResult undone = after.undo(to_string(entries.at(0).id));
    CHECK(undone.code == code::outcome_unknown);
    CHECK(effects_in(folder) == "end\n");
    CHECK(ok(ledger::verify(*after.store)).ok());
}

}  // namespace

TEST_CASE("K8 XB09 of 64 threads in 2 processes that race one once-grant exactly one runs",
          "[processes]") {
    const TempDir folder;
    const Desk desk(folder.path());
    REQUIRE(desk.runtime != nullptr);
    const std::string grant = ok(desk.runtime->consent().grant_once({"", "write"})).id;
    ChildProcess first({"race", folder.path().string(), "32"});
    ChildProcess second({"race", folder.path().string(), "32"});
    REQUIRE(first.read_line() == "ready");
    REQUIRE(second.read_line() == "ready");
    first.go();
    second.go();
    const std::string runs = first.read_line() + "+" + second.read_line();
    CHECK((runs == "1+0" || runs == "0+1"));
    CHECK(effects_in(folder) == "write once\n");
    const auto intents = entries_of(desk, ledger::EntryKind::intent);
    REQUIRE(intents.size() == 1);
    CHECK(intents[0].grant == grant);
    CHECK(entries_of(desk, ledger::EntryKind::outcome).size() == 1);
    CHECK(entries_of(desk, ledger::EntryKind::decision).size() == 63);
    CHECK(ok(desk.runtime->consent().grants()).empty());
    CHECK(ok(ledger::verify(*desk.store)).ok());
}

TEST_CASE("an undo from a second process runs there for a free function, at most once",
          "[processes]") {
    const TempDir folder;
    ChildProcess child({"call", folder.path().string(), "write"});
    const std::string entry = child.read_line();
    const Desk desk(folder.path());
    REQUIRE(desk.runtime != nullptr);
    CHECK(desk.undo(entry).success);
    CHECK(effects_in(folder) == "write hello\nerase hello\n");
    CHECK(desk.undo(entry).code == code::already_undone);
    child.go();
    CHECK(child.read_line() == "already_undone");
    CHECK(effects_in(folder) == "write hello\nerase hello\n");
}

TEST_CASE("an undo from a second process is refused with the way out for a tool of an object",
          "[processes]") {
    const TempDir folder;
    ChildProcess child({"call", folder.path().string(), "append"});
    const std::string entry = child.read_line();
    const Desk desk(folder.path());
    REQUIRE(desk.runtime != nullptr);
    const ToolResult refused = desk.undo(entry);
    CHECK(refused.code == code::undo_not_supported);
    CHECK(refused.message.find("editor::Document") != std::string::npos);
    CHECK(refused.message.find("undo it from inside that run") != std::string::npos);
    CHECK(effects_in(folder) == "append\n");
    child.go();
    CHECK(child.read_line() == "undone");
    CHECK(effects_in(folder) == "append\nremove\n");
}

TEST_CASE("a freeze in one process stops the function of another, and its next call is denied",
          "[processes]") {
    const TempDir folder;
    const Desk desk(folder.path());
    REQUIRE(desk.runtime != nullptr);
    ChildProcess child({"linger", folder.path().string(), "-"});
    REQUIRE(child.read_line() == "begins");
    auto seen = ok(desk.store->version());
    while (entries_of(desk, ledger::EntryKind::intent).empty()) {
        REQUIRE(ok(desk.store->wait_for_change(seen, std::chrono::seconds(30), {})));
        seen = ok(desk.store->version());
    }
    ok(desk.runtime->consent().freeze("it runs wild"));
    CHECK(child.read_line() == "true");
    CHECK(child.read_line() == "policy_denied");
    CHECK(effects_in(folder) == "linger\n");
    REQUIRE(desk.runtime->consent().thaw("it is well").has_value());
    CHECK(ok(ledger::verify(*desk.store)).ok());
}

TEST_CASE("a call whose process is killed inside the function is outcome_unknown to the next",
          "[processes]") {
    const TempDir folder;
    ok(Desk(folder.path()).runtime->consent().grant_once({"", "end"}));
    ChildProcess child({"end", folder.path().string(), "wait"});
    REQUIRE(child.read_line() == "inside");
    child.kill();
    check_unknown(folder, "the call");
}

TEST_CASE("K10 XF09 a function that takes its process with it leaves its call unknown",
          "[processes]") {
    for (const char* how : {"abort", "signal", "exit", "longjmp"}) {
        const TempDir folder;
        ok(Desk(folder.path()).runtime->consent().grant_once({"", "end"}));
        ChildProcess child({"end", folder.path().string(), how});
        CHECK(child.read_line().empty());
        child.wait();
        check_unknown(folder, "the call");
    }
}

}  // namespace iam::test
