// Several processes on one state folder.
// Tests of runtime/src/store_sqlite/write/append.cpp.
#include "child_process.hpp"
#include "fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <support/records.hpp>

#include <set>

using namespace iam;
using namespace iam::test;

TEST_CASE("two processes that append at the same time make one chain with ids of their own") {
    constexpr int k_each = 60;
    const TempDir folder;
    const auto store = open_in(folder / "state");
    std::vector<std::unique_ptr<ChildProcess>> children;
    for (int i = 0; i < 2; ++i) {
        children.push_back(std::make_unique<ChildProcess>(std::vector<std::string>{
            "append", (folder / "state").string(), std::to_string(k_each)}));
    }
    for (const auto& child : children) REQUIRE(child->read_line() == "ready");
    for (const auto& child : children) child->go();
    std::set<std::string> acknowledged;
    for (const auto& child : children) {
        for (int i = 0; i < k_each; ++i) CHECK(acknowledged.insert(child->read_line()).second);
        CHECK(child->wait() == 0);
    }
    const ledger::Verification verification = must(ledger::verify(*store));
    CHECK(verification.reason.empty());
    CHECK(verification.entries == 2 * k_each);
    for (const ledger::StoredEntry& entry : all_entries(*store)) {
        CHECK(acknowledged.count(to_string(entry.id)) == 1);
    }
}

TEST_CASE("XB09: of 64 threads in 2 processes that race for a once-grant exactly one spends it") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    must(store->commit(batch_of(ledger::PutGrant{once("g")})));
    ChildProcess first({"race", folder.path().string(), "32"});
    ChildProcess second({"race", folder.path().string(), "32"});
    REQUIRE(first.read_line() == "ready");
    REQUIRE(second.read_line() == "ready");
    first.go();
    second.go();
    const std::string wins = first.read_line() + "+" + second.read_line();
    CHECK((wins == "1+0" || wins == "0+1"));
    CHECK(must(store->grants()).empty());
    CHECK(all_entries(*store).size() == 1);
}

TEST_CASE("an intent whose process is killed stays, without an outcome and with its grant spent") {
    const TempDir folder;
    must(open_in(folder.path())->commit(batch_of(ledger::PutGrant{once("g")})));
    ChildProcess child({"intent", folder.path().string()});
    REQUIRE(child.read_line() == "0.1");
    child.kill();

    const auto store = open_in(folder.path());
    const auto entry = must(store->entry({0, 1}));
    REQUIRE(entry.has_value());
    CHECK(must(ledger::decode(entry->text)).entry.kind == ledger::EntryKind::intent);
    CHECK_FALSE(must(store->outcome_of({0, 1})).has_value());
    CHECK(must(store->entries_of_call("killed")).size() == 1);
    CHECK(must(store->grants()).empty());
    CHECK(must(ledger::verify(*store)).entries == 1);
}

TEST_CASE("K1 no acknowledged commit is lost, whenever the writer is killed") {
    const TempDir folder;
    std::uint64_t acknowledged = 0;
    for (int lines = 1; lines <= 12; ++lines) {
        ChildProcess child({"append", folder.path().string(), "100000"});
        REQUIRE(child.read_line() == "ready");
        child.go();
        std::string last;
        for (int i = 0; i < lines; ++i) last = child.read_line();
        child.kill();
        const ledger::EntryId id = must(ledger::parse_entry_id(last));
        CHECK(id.seq > acknowledged);
        acknowledged = id.seq;
        const auto store = open_in(folder.path());
        const ledger::Verification verification = must(ledger::verify(*store));
        CHECK(verification.reason.empty());
        CHECK(verification.entries >= acknowledged);
        acknowledged = verification.entries;
    }
}
