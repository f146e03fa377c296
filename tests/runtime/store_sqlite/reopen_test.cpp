// What lasts: everything that was committed, and every number that was used.
// Tests of runtime/src/store_sqlite/rows/rows.cpp.
#include "fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <support/records.hpp>

using namespace iam;
using namespace iam::test;
using namespace iam::consent;

namespace {

Deadline deadline_of(int wall) {
    Deadline deadline;
    deadline.wall =
        std::chrono::sys_time<std::chrono::milliseconds>{std::chrono::milliseconds{wall}};
    deadline.boot = std::chrono::milliseconds{-5};
    deadline.boot_id = "boot";
    deadline.set_at = deadline.wall - std::chrono::milliseconds{7};
    return deadline;
}

const std::string k_odd("a\0b\xFF\"\n\xC3(", 8);

Grant full_grant() {
    Grant grant = once("grant " + k_odd, {k_odd, "tool"});
    grant.user = k_odd;
    grant.workspace = "w";
    grant.session = "";
    grant.agent = k_odd;
    grant.match = {Match::Kind::exact, digest_of("value")};
    grant.deadline = deadline_of(1'000);
    grant.risk = Risk::medium;
    grant.granted_by = k_odd;
    grant.prompt_id = "prompt";
    grant.revision = 1;
    return grant;
}

Permission full_permission() {
    Permission permission = permission_of("permission", false, {"o", k_odd});
    permission.user = "u";
    permission.workspace = k_odd;
    permission.match = {Match::Kind::keys, digest_of("value")};
    permission.expires = deadline_of(-2'000);
    permission.last_used = permission.expires->wall;
    permission.granted_by = "me";
    permission.revision = 1;
    return permission;
}

Approval full_approval() {
    Approval approval = approval_of("approval", ApprovalState::given);
    approval.call_id = k_odd;
    approval.subject = {k_odd, "w", "s", "a"};
    approval.proposer = {.kind = Proposer::Kind::mcp_client,
                         .model = k_odd,
                         .provider = "provider",
                         .conversation_id = "conversation",
                         .request_id = "request"};
    approval.shown_digest = digest_of("shown");
    approval.arguments = "{\"a\":1}";
    approval.has_secrets = true;
    approval.instance = "run";
    approval.is_undo = true;
    approval.always_refused_because = k_odd;
    approval.preview = "{}";
    approval.approver = Approver{.uid = "1000",
                                 .login = k_odd,
                                 .channel = "terminal",
                                 .locale = "de",
                                 .kind = ApproverKind::program};
    approval.expires = deadline_of(3'000);
    approval.revision = 1;
    return approval;
}

Freeze full_freeze() {
    return Freeze{k_odd, k_odd, deadline_of(0).wall};
}

}  // namespace

TEST_CASE("a store that is opened again holds every record as it was put") {
    const TempDir folder;
    ledger::EntryDraft intent = entry_of(ledger::EntryKind::intent, k_odd);
    intent.payloads = {payload_of("arguments", "{\"a\":1}"), payload_of("preview", k_odd, 2)};
    ledger::EntryDraft outcome = entry_of(ledger::EntryKind::outcome, k_odd);
    outcome.entry.of = ledger::EntryId{0, 1};
    {
        const auto store = open_in(folder.path());
        must(store->commit(
            batch_of(ledger::PutPolicy{{k_odd, "t"}, Policy::deny}, ledger::PutGrant{full_grant()},
                     ledger::PutPermission{full_permission()}, ledger::PutApproval{full_approval()},
                     ledger::PutContract{digest_of("c"), k_odd}, ledger::SetFreeze{full_freeze()},
                     intent, outcome)));
        must(store->commit(batch_of(ledger::SetUndoState{{0, 2}, ledger::UndoState::pending})));
    }
    const auto mode = GENERATE(store_sqlite::Mode::read_write, store_sqlite::Mode::read_only);
    const auto store = open_in(folder.path(), mode);
    CHECK((must(store->policies()) ==
           std::vector<std::pair<ToolId, Policy>>{{{k_odd, "t"}, Policy::deny}}));
    CHECK((must(store->grants()) == std::vector{full_grant()}));
    CHECK((must(store->permissions()) == std::vector{full_permission()}));
    CHECK((must(store->approval("approval")) == full_approval()));
    CHECK((must(store->freeze()) == full_freeze()));
    CHECK(must(store->contract(digest_of("c"))) == k_odd);
    CHECK(must(store->undo_state({0, 2})) == ledger::UndoState::pending);
    const auto entries = must(store->entries_of_call(k_odd));
    REQUIRE(entries.size() == 2);
    CHECK((entries[0].payloads == intent.payloads));
    CHECK(must(store->outcome_of({0, 1}))->id == ledger::EntryId{0, 2});
    CHECK(must(ledger::verify(*store)).entries == 2);
}

TEST_CASE("the standing of a subject is found by its exact bytes") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    Grant grant = full_grant();
    must(store->commit(batch_of(ledger::PutGrant{grant})));
    Subject subject{grant.user, grant.workspace, "", k_odd};
    CHECK(must(store->standing(grant.tool, subject)).grants.size() == 1);
    subject.agent = "another";
    CHECK(must(store->standing(grant.tool, subject)).grants.empty());
    subject.agent = k_odd;
    subject.user.resize(2);
    CHECK(must(store->standing(grant.tool, subject)).grants.empty());
}

TEST_CASE("XF16 numbers go on where they were: entries, epoch, version and revisions") {
    const TempDir folder;
    std::uint64_t epoch = 0;
    std::uint64_t version = 0;
    Digest head;
    {
        const auto store = open_in(folder.path());
        must(store->commit(batch_of(ledger::PutGrant{grant_of("g")})));
        head = must(store->commit(batch_of(entry_of(ledger::EntryKind::note)))).head;
        epoch = must(store->epoch(consent::k_all_scope));
        version = must(store->version());
    }
    const auto store = open_in(folder.path());
    CHECK(must(store->epoch(consent::k_all_scope)) == epoch);
    CHECK(must(store->version()) == version);
    const ledger::Receipt receipt = must(store->commit(
        batch_of(entry_of(ledger::EntryKind::note), ledger::PutGrant{grant_of("g")})));
    REQUIRE(receipt.entries.size() == 1);
    CHECK(receipt.entries.front() == ledger::EntryId{0, 2});
    CHECK(must(store->entry({0, 2}))->previous == head);
    CHECK(must(store->version()) > version);
    CHECK(must(store->grants()).at(0).revision == 2);
}

TEST_CASE("commits survive checkpoints, also while another store reads") {
    const TempDir folder;
    store_sqlite::Options options;
    options.checkpoint_pages = 1;
    const auto store = open_in(folder.path(), store_sqlite::Mode::read_write, options);
    const auto reader = open_in(folder.path(), store_sqlite::Mode::read_only);
    for (std::uint64_t i = 1; i <= 40; ++i) {
        must(store->commit(batch_of(entry_of(ledger::EntryKind::note))));
        CHECK(all_entries(*reader).size() == i);
    }
    CHECK(must(ledger::verify(*reader)).entries == 40);
}
