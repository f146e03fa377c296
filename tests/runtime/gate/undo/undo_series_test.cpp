#include "../fixture.hpp"
#include <iam/gate/undo_series.hpp>

namespace iam::test {
namespace {

/// "echo" is undone, but for the call whose argument "m" is 2.
struct Series : Program {
    Series() {
        Functions functions;
        functions.undo = [](std::string_view arguments, std::string_view) {
            if (arguments.find(R"("m":2)") != arguments.npos)
                return Reply::failed("stuck", "The drawer is stuck.");
            return Reply::done();
        };
        add(undoable("echo"), std::move(functions));
    }
    ledger::EntryId done(int number) {
        const ToolResult result =
            runtime().call(call_of("echo", R"({"m":)" + std::to_string(number) + "}"), confirmed());
        REQUIRE(result.success);
        return ok(ledger::parse_entry_id(result.entry));
    }
    static gate::UndoRequest by_person() {
        gate::UndoRequest request;
        request.approver = consent::Approver{};
        request.approver->login = "ann";
        request.approver->channel = "web";
        return request;
    }
};

}  // namespace

TEST_CASE("calls are undone in the given order, and each success is heard", "[undo]") {
    Series program;
    const auto first = program.done(1);
    const auto second = program.done(3);
    std::vector<ledger::EntryId> heard;
    const auto series =
        gate::undo_in_order(program.runtime(), {second, first}, Series::by_person(),
                            [&](const ledger::EntryId& entry, const ToolResult& undone) {
                                CHECK_FALSE(undone.entry.empty());
                                heard.push_back(entry);
                            });
    CHECK(series.undone == std::vector{second, first});
    CHECK(heard == series.undone);
    CHECK(series.left.empty());
    CHECK(series.last.success);
}

TEST_CASE("a series ends at the first undo that fails, and says what is left", "[undo]") {
    Series program;
    const auto first = program.done(1);
    const auto stuck = program.done(2);
    const auto third = program.done(3);
    const auto series =
        gate::undo_in_order(program.runtime(), {third, stuck, first}, Series::by_person());
    CHECK(series.undone == std::vector{third});
    CHECK(series.left == std::vector{stuck, first});
    CHECK(series.last.message == "The drawer is stuck.");
}

TEST_CASE("an approval is used for the first undo of a series alone", "[undo]") {
    Series program;
    gate::UndoRequest request = Series::by_person();
    request.options.approval = "00ff";
    const auto refused = gate::undo_in_order(program.runtime(), {program.done(1)}, request);
    CHECK_FALSE(refused.last.success);
    request.options.approval.clear();
    CHECK(gate::undo_in_order(program.runtime(), {program.done(1)}, request).last.success);
}

TEST_CASE("a series of no calls is done", "[undo]") {
    Series program;
    CHECK(gate::undo_in_order(program.runtime(), {}, Series::by_person()).last.success);
}

TEST_CASE("the record of a person's undo names the person and the place (W36)", "[undo]") {
    Series program;
    gate::UndoRequest request = Series::by_person();
    request.entry = program.done(1);
    request.proposer.kind = Proposer::Kind::person;
    CHECK(program.runtime().undo(request).success);
    const auto intent = program.of_kind(EntryKind::undo_intent).at(0);
    REQUIRE(intent.approver.has_value());
    CHECK(intent.approver->channel == "web");
    CHECK(intent.approver->login == "ann");
}

TEST_CASE("a program that undoes a call is recorded as no person", "[undo]") {
    Series program;
    gate::UndoRequest request = Series::by_person();
    request.entry = program.done(1);
    request.proposer.kind = Proposer::Kind::program;
    request.options.confirmed = true;
    CHECK(program.runtime().undo(request).success);
    const auto intent = program.of_kind(EntryKind::undo_intent).at(0);
    CHECK((!intent.approver || intent.approver->channel.empty()));
}

}  // namespace iam::test
