// What every store must do with consent records: policies, grants, permissions, approvals.
// Tests of runtime/src/store/memory/consent_tables.cpp.
// Tests of runtime/src/store_sqlite/rows/read_consent.cpp.
#include <iam/ledger/store.hpp>
#include <support/conformance.hpp>
#include <support/open_store.hpp>
#include <support/records.hpp>

#include <catch2/catch.hpp>

#include <algorithm>

using namespace iam::test;
using namespace iam::ledger;
using namespace iam::consent;
using iam::Policy;
using iam::Subject;
using iam::ToolId;

TEST_CASE("policies are replaced, removed and listed by tool") {
    const auto store = open_store();
    put(*store, PutPolicy{{"b", "a"}, Policy::deny}, PutPolicy{{"", "z"}, Policy::allow},
        PutPolicy{{"a", "z"}, Policy::confirm}, PutPolicy{{"b", "a"}, Policy::allow});
    using List = std::vector<std::pair<ToolId, Policy>>;
    CHECK((ok(store->policies()) == List{{{"", "z"}, Policy::allow},
                                         {{"a", "z"}, Policy::confirm},
                                         {{"b", "a"}, Policy::allow}}));
    put(*store, PutPolicy{{"a", "z"}, std::nullopt}, PutPolicy{{"no", "such"}, std::nullopt});
    CHECK(ok(store->policies()).size() == 2);
    CHECK_FALSE(ok(store->standing({"a", "z"}, {})).stored_policy.has_value());
}

TEST_CASE("a policy keeps the contract that it is bound to, and a later one replaces both") {
    const auto store = open_store();
    const ToolId tool{"files", "read"};
    put(*store, PutPolicy{tool, Policy::allow, digest_of("contract")});
    CHECK(ok(store->standing(tool, {})).policy_contract == digest_of("contract"));
    put(*store, PutPolicy{tool, Policy::confirm, std::nullopt});
    CHECK_FALSE(ok(store->standing(tool, {})).policy_contract.has_value());
    put(*store, PutPolicy{tool, std::nullopt, digest_of("contract")});
    CHECK_FALSE(ok(store->standing(tool, {})).policy_contract.has_value());
}

TEST_CASE("trust is of one server, is replaced and removed, and stands with each of its tools") {
    const auto store = open_store();
    const auto since =
        std::chrono::sys_time<std::chrono::milliseconds>{std::chrono::milliseconds{1234567}};
    const ServerTrust files{"files", R"({"command":"a"})", "ann", since};
    const ServerTrust web{"web", R"({"url":"b"})", "", {}};
    put(*store, PutTrust{"web", web}, PutTrust{"files", files});
    CHECK(ok(store->trusts()) == std::vector{files, web});
    CHECK(ok(store->standing({"files", "read"}, {})).trust == files);
    CHECK(ok(store->standing({"files", "write"}, Subject{.user = "ann"})).trust == files);
    CHECK_FALSE(ok(store->standing({"file", "read"}, {})).trust);
    CHECK_FALSE(ok(store->standing({"FILES", "read"}, {})).trust);
    CHECK_FALSE(ok(store->standing({"", "files"}, {})).trust);
    const ServerTrust other{"files", R"({"command":"b"})", "ben", since};
    put(*store, PutTrust{"files", other});
    CHECK(ok(store->standing({"files", "read"}, {})).trust == other);
    put(*store, PutTrust{"files", std::nullopt}, PutTrust{"nobody", std::nullopt});
    CHECK(ok(store->trusts()) == std::vector{web});
    CHECK_FALSE(ok(store->standing({"files", "read"}, {})).trust);
}

TEST_CASE("grants stand side by side in the order they were given, until used up or removed") {
    const auto store = open_store();
    Grant twice = grant_of("m");
    twice.uses = 2;
    put(*store, PutGrant{once("z")}, PutGrant{twice}, PutGrant{grant_of("a", {"o", "t"})});
    put(*store, PutGrant{grant_of("k")});
    CHECK(ids_of(ok(store->grants())) == Ids{"z", "m", "a", "k"});
    put(*store, spend(*store, "z"), spend(*store, "m"), spend(*store, "a"));
    CHECK(ids_of(ok(store->grants())) == Ids{"m", "a", "k"});
    CHECK(ok(store->grants()).at(0).uses == 1U);
    CHECK(ok(store->grants()).at(1).uses == std::nullopt);
    put(*store, RemoveGrant{"a"}, RemoveGrant{"nobody's"});
    CHECK(ids_of(ok(store->grants())) == Ids{"m", "k"});
}

TEST_CASE("a permission replaces the one of the same user, workspace, tool and match only") {
    const auto store = open_store();
    Permission permission = permission_of("p1", true);
    put(*store, PutPermission{permission});
    permission.id = "other user";
    permission.user = "u";
    put(*store, PutPermission{permission});
    permission.id = "other workspace";
    permission.workspace = "w";
    put(*store, PutPermission{permission});
    permission = permission_of("exact", false);
    permission.match = {Match::Kind::exact, digest_of("a")};
    put(*store, PutPermission{permission});
    permission.id = "exact, other arguments";
    permission.match.arguments = digest_of("b");
    put(*store, PutPermission{permission},
        PutPermission{permission_of("other tool", true, {"o", "t"})});
    CHECK(ok(store->permissions()).size() == 6);
    permission.id = "keys, of the same digest";
    permission.match.kind = Match::Kind::keys;
    put(*store, PutPermission{permission});
    CHECK(ok(store->permissions()).back().match == permission.match);
    put(*store, RemovePermission{permission.id});
    put(*store, PutPermission{permission_of("p2", false)});
    CHECK(ids_of(ok(store->permissions())) == Ids{"other user", "other workspace", "exact",
                                                  "exact, other arguments", "other tool", "p2"});
    put(*store, RemovePermission{"exact"}, RemovePermission{"nobody's"});
    CHECK(ok(store->permissions()).size() == 5);
}

TEST_CASE("XC04: standing holds what concerns one tool and one subject") {
    const auto store = open_store();
    Grant grant = grant_of("any session");
    grant.user = "u";
    grant.workspace = "w";
    put(*store, PutGrant{grant});
    grant.id = "one session";
    grant.session = "s";
    put(*store, PutGrant{grant});
    grant.id = "one agent";
    grant.session.reset();
    grant.agent = "a";
    put(*store, PutGrant{grant});
    Permission permission = permission_of("p", true);
    permission.user = "u";
    permission.workspace = "w";
    put(*store, PutPermission{permission}, PutPolicy{some_tool(), Policy::confirm});
    const auto grants_for = [&](const Subject& subject) {
        Ids ids = ids_of(ok(store->standing(some_tool(), subject)).grants);
        std::sort(ids.begin(), ids.end());
        return ids;
    };
    CHECK(grants_for({"u", "w", "s", "a"}) == Ids{"any session", "one agent", "one session"});
    CHECK(grants_for({"u", "w", "s", ""}) == Ids{"any session", "one session"});
    CHECK(grants_for({"u", "w", "", "A"}) == Ids{"any session"});
    for (const Subject& stranger : {Subject{"v", "w", "s", "a"}, Subject{"u", "v", "s", "a"},
                                    Subject{"", "", "s", "a"}, Subject{"U", "w", "s", "a"}}) {
        const Standing standing = ok(store->standing(some_tool(), stranger));
        CHECK(standing.grants.empty());
        CHECK(standing.permissions.empty());
        CHECK(standing.stored_policy == Policy::confirm);
    }
    CHECK(ok(store->standing({"", "set_alarm2"}, {"u", "w", "s", "a"})).grants.empty());
    CHECK(ok(store->standing({"x", "set_alarm"}, {"u", "w", "s", "a"})).permissions.empty());
}

TEST_CASE("XC03: parts of a tool or subject never run together, whatever separates them") {
    const auto store = open_store();
    for (const std::string separator : {":", "\n", "/", "%", ",", "|", "-", "\t"}) {
        const std::string joined = "a" + separator + "b";
        put(*store, PutPolicy{{joined, "c"}, Policy::deny});
        CHECK_FALSE(ok(store->standing({"a", "b" + separator + "c"}, {})).stored_policy);
        Grant grant = grant_of("g" + separator);
        grant.user = joined;
        grant.workspace = "c";
        put(*store, PutGrant{grant});
        CHECK(
            ok(store->standing(some_tool(), {"a", "b" + separator + "c", "", ""})).grants.empty());
        CHECK(ok(store->standing(some_tool(), {joined, "c", "", ""})).grants.size() == 1);
    }
}

TEST_CASE("XC05: odd names are plain data") {
    const auto store = open_store();
    const std::vector<std::string> names{"",     "*",     "%",    "..",          "__proto__",
                                         "NULL", "'; --", "a\0b", "caf\xC3\xA9", "\xFF\xFE"};
    std::vector<std::string> all = names;
    all.emplace_back("a\0b", 3);
    for (const std::string& name : all) {
        const ToolId tool{name, name};
        Grant grant = grant_of("grant " + name, tool);
        grant.user = name;
        grant.session = name;
        put(*store, PutPolicy{tool, Policy::deny}, PutGrant{grant});
        const Standing standing = ok(store->standing(tool, {name, "", name, ""}));
        CHECK(standing.stored_policy == Policy::deny);
        REQUIRE(standing.grants.size() == 1);
        CHECK(standing.grants[0].user == name);
        CHECK(standing.grants[0].id == "grant " + name);
    }
}

TEST_CASE("a freeze stands in every standing until it is taken away, and moves the epoch") {
    const auto store = open_store();
    CHECK_FALSE(ok(store->freeze()).has_value());
    const auto before = ok(store->epoch(k_all_scope));
    using Time = std::chrono::sys_time<std::chrono::milliseconds>;
    Freeze freeze{"it\nruns wild",
                  "\xFF"
                  "ann",
                  Time(std::chrono::milliseconds(-7))};
    put(*store, SetFreeze{freeze});
    CHECK((ok(store->freeze()) == freeze));
    CHECK((ok(store->standing(some_tool(), {})).freeze == freeze));
    CHECK((ok(store->standing({"o", "t"}, {"u", "w", "s", "a"})).freeze == freeze));
    const auto frozen = ok(store->epoch(k_all_scope));
    CHECK(frozen != before);
    auto late = store->commit(batch_of(at_epoch(before), entry_of(EntryKind::intent)));
    REQUIRE_FALSE(late.has_value());
    CHECK(late.error().code == iam::Errc::conflict);
    freeze.reason = "still";
    put(*store, SetFreeze{freeze});
    CHECK((ok(store->freeze()) == freeze));
    put(*store, SetFreeze{});
    CHECK_FALSE(ok(store->freeze()).has_value());
    CHECK_FALSE(ok(store->standing(some_tool(), {})).freeze.has_value());
    CHECK(ok(store->epoch(k_all_scope)) > frozen);
}

TEST_CASE("pending and given approvals are listed oldest first, all are found by their exact id") {
    const auto store = open_store();
    for (const char* id : {"b", "a", "c", "d"}) put(*store, PutApproval{approval_of(id)});
    put(*store, PutApproval{approval_of("b", ApprovalState::given)},
        PutApproval{approval_of("c", ApprovalState::refused)});
    CHECK(ids_of(ok(store->approvals())) == Ids{"b", "a", "d"});
    CHECK(ok(store->approval("c"))->state == ApprovalState::refused);
    for (const char* id : {"", "B", "b ", "bb", "*", "%"}) {  // XB17
        INFO(id);
        CHECK_FALSE(ok(store->approval(id)).has_value());
    }
    for (const auto state : {ApprovalState::withdrawn, ApprovalState::expired,
                             ApprovalState::consumed, ApprovalState::pending}) {
        put(*store, PutApproval{approval_of("a", state)});
        CHECK(ok(store->approval("a"))->state == state);
    }
}

TEST_CASE("A5 the pending approvals of one user in one workspace are counted") {
    const auto store = open_store();
    const auto put_for = [&](const char* id, const char* user, const char* workspace,
                             ApprovalState state) {
        Approval approval = approval_of(id, state);
        approval.subject = {user, workspace, std::string("session of ") + id, id};
        put(*store, PutApproval{approval});
    };
    put_for("a", "ann", "w", ApprovalState::pending);
    put_for("b", "ann", "w", ApprovalState::pending);
    put_for("c", "ann", "w", ApprovalState::given);
    put_for("d", "ann", "other", ApprovalState::pending);
    put_for("e", "bob", "w", ApprovalState::pending);
    const auto count = [&](const char* user, const char* workspace) {
        return ok(store->count_pending(iam::Subject{user, workspace, "", ""}));
    };
    CHECK(count("ann", "w") == 2);
    CHECK(count("ann", "other") == 1);
    CHECK(count("bob", "w") == 1);
    CHECK(count("bob", "other") == 0);
    put_for("a", "ann", "w", ApprovalState::expired);
    CHECK(count("ann", "w") == 1);
}

TEST_CASE("an approval keeps arguments and preview for as long as it is open, and no longer") {
    const auto store = open_store();
    const auto with_values = [](const char* id, ApprovalState state) {
        Approval approval = approval_of(id, state);
        approval.arguments = "{\"to\":\"ann\"}";
        approval.preview = "{\"summary\":\"writes to ann\"}";
        return approval;
    };
    for (const auto state :
         {ApprovalState::pending, ApprovalState::given, ApprovalState::refused,
          ApprovalState::withdrawn, ApprovalState::expired, ApprovalState::consumed}) {
        INFO(to_string(state));
        const bool is_open = state == ApprovalState::pending || state == ApprovalState::given;
        put(*store, PutApproval{with_values("a", ApprovalState::pending)});
        put(*store, PutApproval{with_values("a", state)});
        put(*store, PutApproval{with_values("at once", state)});
        for (const char* id : {"a", "at once"}) {
            const Approval kept = ok(store->approval(id)).value();
            CHECK(kept.state == state);
            CHECK(kept.arguments.empty() != is_open);
            CHECK(kept.preview.empty() != is_open);
            CHECK(kept.arguments_digest == digest_of("arguments"));
        }
    }
}

TEST_CASE("every field of a record comes back as it was put") {
    const auto store = open_store();
    const auto time = [](std::int64_t ms) {
        return std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(ms));
    };
    const Deadline deadline{time(1'767'323'045'678), std::chrono::milliseconds(-5), "boot",
                            time(std::numeric_limits<std::int64_t>::max())};
    Grant grant{.id = "g",
                .tool = {"o", "t"},
                .user = "u\n",
                .workspace = "w",
                .session = "s",
                .agent = "",
                .consent_digest = digest_of("c"),
                .match = {Match::Kind::exact, digest_of("a")},
                .uses = 4'294'967'295U,
                .deadline = deadline,
                .risk = Risk::medium,
                .granted_by = "by",
                .prompt_id = "prompt",
                .revision = 1};
    Permission permission{.id = "p",
                          .tool = {"o", "t"},
                          .user = "u",
                          .workspace = "w",
                          .match = {Match::Kind::exact, digest_of("a")},
                          .allow = true,
                          .consent_digest = digest_of("c"),
                          .expires = deadline,
                          .last_used = time(-1),
                          .granted_by = "by",
                          .revision = 1};
    Approval approval = approval_of("a");
    approval.call_id = "call";
    approval.subject = {"u", "w", "s", "\xFF"};
    approval.proposer = {.kind = iam::Proposer::Kind::mcp_client,
                         .model = "m",
                         .provider = "p",
                         .conversation_id = "c",
                         .request_id = "r"};
    approval.shown_digest = digest_of("shown");
    approval.arguments = "{\"text\":\"\u202e\"}";
    approval.has_secrets = true;
    approval.preview = "{}";
    approval.approver = Approver{.uid = "1000",
                                 .login = "ada",
                                 .channel = "terminal",
                                 .locale = "en",
                                 .kind = ApproverKind::client_asserted};
    approval.expires = deadline;
    approval.revision = 1;
    put(*store, PutGrant{grant}, PutPermission{permission}, PutApproval{approval});
    CHECK((ok(store->grants()).at(0) == grant));
    CHECK((ok(store->permissions()).at(0) == permission));
    CHECK((ok(store->approval("a")).value() == approval));
    CHECK((ok(store->approvals()).at(0) == approval));
    const Standing standing = ok(store->standing({"o", "t"}, {"u\n", "w", "s", ""}));
    CHECK((standing.grants.at(0) == grant));
}
