// Undos on the command line that somebody has to decide about: one that later calls stand on, one
// of which nobody knows what became of it. Tests of runtime/src/host/commands/{undo,reconcile}.cpp.
#include <iam/store_sqlite/sqlite_store.hpp>
#include <iam/tool/context.hpp>
#include <iam/tool/define.hpp>

#include <catch2/catch.hpp>
#include <runtime/host/fixture.hpp>

namespace iam::test {
namespace {

using host::ExitCode;

/// Each call changes the wall.
Result<void> add_paint(Registry& registry) {
    return define("paint")
        .description("Paints the wall.")
        .policy(allow)
        .call([](Context& context) { context.touch("wall"); })
        .undo([] {}, {})
        .add_to(registry);
}

/// As if the program had ended while it took the call of 0.2 back; the entry is 0.3.
void begin_undo(HostFixture& host) {
    auto store = store_sqlite::open(host.state(), store_sqlite::Mode::read_write, host.entropy);
    REQUIRE(store);
    ledger::Batch batch;
    ledger::Entry& entry = batch.entries.emplace_back().entry;
    entry.kind = ledger::EntryKind::undo_intent;
    entry.call_id = "undoing";
    entry.tool = ToolId{"", "paint"};
    entry.of = ledger::EntryId{0, 2};
    batch.mutations.emplace_back(ledger::SetUndoState{{0, 2}, ledger::UndoState::pending});
    REQUIRE((*store)->commit(std::move(batch)).has_value());
}

/// As if the program had ended while it painted once more; the entry is 0.3.
void begin_call(HostFixture& host) {
    auto store = store_sqlite::open(host.state(), store_sqlite::Mode::read_write, host.entropy);
    REQUIRE(store);
    ledger::Batch batch;
    ledger::Entry& entry = batch.entries.emplace_back().entry;
    entry.kind = ledger::EntryKind::intent;
    entry.call_id = "painting";
    entry.tool = ToolId{"", "paint"};
    REQUIRE((*store)->commit(std::move(batch)).has_value());
}

}  // namespace

TEST_CASE("what stands in the way of an undo is given as a list, in its order") {
    HostFixture host;
    host.more_tools = add_paint;
    for (int i = 0; i < 3; ++i) CHECK(host.run({"call", "paint", "{}"}).code == ExitCode::done);
    const Outcome refused = host.run({"undo", "0.2", "--json"});
    CHECK(refused.code == ExitCode::failed);
    const auto json = json_of(refused.out);
    CHECK(json["code"] == "undo_depends");
    CHECK(json["later"] == Json({"0.6", "0.4"}));
    CHECK(json_of(host.run({"undo", "0.6", "--json"}).out).contains("later") == false);
}

TEST_CASE("D1 a look at an undo names the later calls that have no outcome") {
    HostFixture host;
    host.more_tools = add_paint;
    host.run({"call", "paint", "{}"});
    begin_call(host);
    const Outcome looked = host.run({"undo", "0.2", "--dry-run"});
    CHECK(contains(looked.out,
                   "refused for now (undo_depends): these calls began later and have no outcome "
                   "yet: 0.3\nwait for them, or settle them with reconcile\n"));
    CHECK_FALSE(contains(looked.out, "undo with: "));
    CHECK(json_of(host.run({"undo", "0.2", "--dry-run", "--json"}).out)["unsettled"] ==
          Json({"0.3"}));
    CHECK(contains(host.run({"undo", "0.2"}).err, "undo_depends"));
    CHECK(host.run({"undo", "0.2", "--despite-later"}).code == ExitCode::done);
}

TEST_CASE("a person says that an undo happened of which nobody knows") {
    HostFixture host;
    host.more_tools = add_paint;
    host.run({"call", "paint", "{}"});
    begin_undo(host);
    const Outcome unknown = host.run({"undo", "0.2"});
    CHECK(unknown.code == ExitCode::outcome_unknown);
    CHECK(contains(unknown.err, "(entry 0.3)"));
    const Outcome settled =
        host.run({"reconcile", "0.3", "--undone", "--reason", "the wall is white"});
    CHECK(settled.code == ExitCode::done);
    CHECK(settled.out == "0.3: it happened\nentry 0.6\n");
    CHECK(contains(host.run({"audit", "show", "0.5"}).out, "the wall is white"));
    CHECK(contains(host.run({"undo", "0.2"}).err, "already_undone"));
    CHECK(host.run({"audit", "verify"}).code == ExitCode::not_anchored);
}

TEST_CASE("a person says that an undo did not happen, and it is tried again") {
    HostFixture host;
    host.more_tools = add_paint;
    host.run({"call", "paint", "{}"});
    begin_undo(host);
    const Outcome settled =
        host.run({"reconcile", "0.3", "--not-undone", "--reason", "the wall is red", "--json"});
    CHECK(settled.code == ExitCode::done);
    const auto json = json_of(settled.out);
    CHECK(json["happened"] == false);
    CHECK(json["of"] == "0.3");
    CHECK(host.run({"undo", "0.2"}).code == ExitCode::done);
    const Outcome twice = host.run({"reconcile", "0.3", "--undone", "--reason", "again"});
    CHECK(twice.code == ExitCode::failed);
    CHECK(contains(twice.err, "nothing_to_reconcile"));
}

TEST_CASE("what became of an undo is said of one, one way, and with a reason") {
    HostFixture host;
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"reconcile", "0.3", "--undone"},
             {"reconcile", "--undone", "--reason", "r"},
             {"reconcile", "0.3", "--reason", "r"},
             {"reconcile", "--reason", "r"},
             {"reconcile", "--all", "--undone", "--reason", "r"},
             {"reconcile", "0.3", "--undone", "--not-undone", "--reason", "r"}}) {
        CHECK(host.run(words).code == ExitCode::usage);
    }
}

}  // namespace iam::test
