// Erasing recorded values: the entries stay.
#include "../fixture.hpp"
#include <iam/ledger/verify.hpp>

namespace iam::test {
namespace {

gate::Erasure erasure_of(const std::vector<std::string>& entries) {
    gate::Erasure erasure;
    for (const std::string& entry : entries)
        erasure.entries.push_back(ok(ledger::parse_entry_id(entry)));
    erasure.reason = "asked for by ann";
    erasure.by.user = "bob";
    return erasure;
}

}  // namespace

TEST_CASE("erasing takes the values of the whole call and leaves its entries", "[erase]") {
    Program program;
    program.add(undoable("echo"));
    const ToolResult done = program.runtime().call(call_of("echo", R"({"m":"marker"})"));
    const ToolResult other = program.runtime().call(call_of("echo", R"({"m":"other"})"));
    const std::size_t entries = program.entries().size();
    const gate::Erased erased = ok(program.runtime().records().erase(erasure_of({done.entry})));
    CHECK(erased.entries == 2);
    CHECK(erased.values == 2);
    CHECK_FALSE(program.payload(done.entry, "result"));
    CHECK(program.payload(other.entry, "result"));
    CHECK(program.entries().size() == entries + 1);
    CHECK(ok(ledger::verify(*program.store)).ok());
    const auto entry = program.of_kind(EntryKind::erasure).at(0);
    CHECK(entry.subject.user == "bob");
    const auto stored = program.stored_entries().back();
    CHECK(program.payload(to_string(stored.id), "message") == "asked for by ann");
    CHECK(program.payload(to_string(stored.id), "entries") == R"(["0.1","0.2"])");
    CHECK(program.runtime().undo(undo_of(done)).code == code::undo_incompatible);
}

TEST_CASE("erasing twice erases nothing more and adds no entry", "[erase]") {
    Program program;
    program.add(undoable("echo"));
    const ToolResult done = program.runtime().call(call_of("echo"));
    ok(program.runtime().records().erase(erasure_of({done.entry})));
    const std::size_t entries = program.entries().size();
    CHECK(ok(program.runtime().records().erase(erasure_of({done.entry}))).values == 0);
    CHECK(program.entries().size() == entries);
}

TEST_CASE("what an erasure says of itself cannot be erased", "[erase]") {
    Program program;
    program.add(undoable("echo"));
    const ToolResult done = program.runtime().call(call_of("echo"));
    ok(program.runtime().records().erase(erasure_of({done.entry})));
    const std::string erasure = to_string(program.stored_entries().back().id);
    CHECK(ok(program.runtime().records().erase(erasure_of({erasure}))).values == 0);
    CHECK(program.payload(erasure, "message") == "asked for by ann");
}

TEST_CASE("a call that waits for an answer keeps its values", "[erase]") {
    Program program;
    program.add(contract_of("echo"));
    const ToolResult waiting = program.runtime().call(call_of("echo", R"({"m":"marker"})"));
    CHECK(waiting.code == code::confirmation_required);
    gate::Erasure erasure = erasure_of({"0.1"});
    const auto refused = program.runtime().records().erase(erasure);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == Errc::conflict);
    erasure.leave_open_calls = true;
    const gate::Erased left = ok(program.runtime().records().erase(erasure));
    CHECK(left.left == 1);
    CHECK(left.values == 0);
    CHECK(program.of_kind(EntryKind::erasure).empty());
}

TEST_CASE("an erasure says why, and of which entries", "[erase]") {
    Program program;
    program.add(undoable("echo"));
    const ToolResult done = program.runtime().call(call_of("echo"));
    const auto code_of = [&](const gate::Erasure& erasure) {
        const auto refused = program.runtime().records().erase(erasure);
        REQUIRE_FALSE(refused.has_value());
        return refused.error().code;
    };
    CHECK(code_of(erasure_of({})) == Errc::invalid_argument);
    CHECK(code_of(erasure_of({"0.77"})) == Errc::not_found);
    gate::Erasure silent = erasure_of({done.entry});
    silent.reason.clear();
    CHECK(code_of(silent) == Errc::invalid_argument);
    gate::Erasure many = erasure_of({done.entry});
    many.entries.resize(10'001, many.entries.front());
    CHECK(code_of(many) == Errc::invalid_argument);
    CHECK(program.payload(done.entry, "result"));
}

}  // namespace iam::test
