// The report over entries that no command line makes at will.
#include <iam/ledger/report.hpp>
#include <iam/store/memory_store.hpp>
#include <support/fake_clock.hpp>
#include <support/fake_entropy.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <utility>

using namespace iam::ledger;
using namespace iam::test;

namespace {

EntryId add_to(Store& store, EntryDraft draft, int minutes) {
    draft.entry.time += std::chrono::minutes(minutes);
    const auto receipt = store.commit(batch_of(std::move(draft)));
    REQUIRE(receipt);
    return receipt->entries.front();
}

}  // namespace

TEST_CASE("a report tells host assertions, time-outs and outcomes that nobody knows") {
    FakeEntropy entropy;
    const auto store = iam::store::make_memory_store(entropy);
    EntryDraft asserted = entry_of(EntryKind::intent);
    asserted.entry.decision = iam::consent::Decision{};
    asserted.entry.decision->source = iam::consent::Source::host_assertion;
    const EntryId settled_later = add_to(*store, asserted, 1);
    const EntryId lost = add_to(*store, entry_of(EntryKind::undo_intent, "call-2"), 2);
    EntryDraft expired = entry_of(EntryKind::approval);
    expired.entry.code = "expired";
    add_to(*store, expired, 3);
    add_to(*store, entry_of(EntryKind::timed_out), 4);
    EntryDraft answered = entry_of(EntryKind::approval);
    answered.entry.answer = "allow_once";
    answered.entry.approver = iam::consent::Approver{};
    answered.entry.approver->kind = iam::consent::ApproverKind::program;
    add_to(*store, answered, 5);
    answered.entry.approver->kind = iam::consent::ApproverKind::client_asserted;
    add_to(*store, answered, 6);
    EntryDraft outcome = entry_of(EntryKind::outcome);
    outcome.entry.of = settled_later;
    outcome.entry.success = true;
    add_to(*store, outcome, 60);

    Period period;
    period.to = std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::minutes(30));
    const auto found = report(*store, period, {});
    REQUIRE(found);
    CHECK(found->entries == 6);
    CHECK(found->host_assertions == 1);
    CHECK(found->prompts_expired == 1);
    CHECK(found->calls_timed_out == 1);
    CHECK(found->answers.at("allow_once") == 2);
    CHECK(found->answers_of_programs == 1);
    CHECK(found->answers_of_clients == 1);
    CHECK(found->prompts == 0);
    CHECK(found->calls_done == 0);
    CHECK(found->unknown == std::vector<EntryId>{lost});
}

TEST_CASE(
    "a question that nobody looked at again is open until its time is over, then unanswered") {
    FakeEntropy entropy;
    FakeClock clock;
    const auto store = iam::store::make_memory_store(entropy);
    for (const auto state :
         {iam::consent::ApprovalState::pending, iam::consent::ApprovalState::consumed}) {
        EntryDraft asked = entry_of(EntryKind::approval);
        asked.entry.approval = state == iam::consent::ApprovalState::pending ? "p" : "c";
        auto approval = approval_of(asked.entry.approval);
        approval.state = state;
        approval.expires = iam::consent::deadline_after(clock.now(), std::chrono::minutes(10));
        REQUIRE(store->commit(batch_of(PutApproval{approval}, std::move(asked))));
    }
    const auto before = report(*store, {}, clock.now());
    REQUIRE(before);
    CHECK(before->prompts == 2);
    CHECK(before->prompts_open == 1);
    CHECK(before->prompts_expired == 0);
    clock.advance(std::chrono::minutes(10));
    const auto after = report(*store, {}, clock.now());
    REQUIRE(after);
    CHECK(after->prompts_open == 0);
    CHECK(after->prompts_expired == 1);
}

TEST_CASE("what a function asks a person for is a question, and what came in its answer") {
    FakeEntropy entropy;
    const auto store = iam::store::make_memory_store(entropy);
    for (const auto kind : {EntryKind::input_request, EntryKind::input}) {
        EntryDraft draft = entry_of(kind);
        draft.entry.approval = "a";
        if (kind == EntryKind::input) draft.entry.answer = "allow_once";
        REQUIRE(store->commit(batch_of(std::move(draft))));
    }
    const auto found = report(*store, {}, {});
    REQUIRE(found);
    CHECK(found->prompts == 1);
    CHECK(found->prompts_open == 0);
    CHECK(found->answers.at("allow_once") == 1);
}
