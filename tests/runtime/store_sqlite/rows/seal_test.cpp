// Somebody writes consent into the database, past the store: nothing of it counts.
#include <iam/consent/rules.hpp>
#include <iam/store/key_file.hpp>
#include <iam/store_sqlite/backup.hpp>
#include <support/fake_clock.hpp>
#include <support/records.hpp>

#include <runtime/store_sqlite/fixture.hpp>
#include <runtime/store_sqlite/raw_database.hpp>
#include <store_sqlite/rows/schema.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace iam;
using namespace iam::test;
using consent::BrokenRecord;

namespace {

using BrokenKind = BrokenRecord::Kind;

consent::ServerTrust trust_of_files() {
    return {"files", R"({"command":"a"})", "ann", FakeClock().now().wall};
}

/// One record of each kind, about one tool and nobody in particular.
std::unique_ptr<ledger::Store> one_of_each(const TempDir& folder) {
    auto store = open_in(folder.path());
    consent::Grant twice = grant_of("g");
    twice.uses = 2;
    must(store->commit(
        batch_of(ledger::PutPolicy{some_tool(), Policy::deny, digest_of("contract")},
                 ledger::PutGrant{twice}, ledger::PutTrust{"files", trust_of_files()},
                 ledger::PutPermission{permission_of("p", false)},
                 ledger::PutApproval{approval_of("a")}, entry_of(ledger::EntryKind::note))));
    return store;
}

consent::Decision decided(ledger::Store& store, const ToolId& tool = some_tool()) {
    Contract contract;
    contract.id = tool;
    contract.policy = Policy::allow;
    contract.digests.consent = digest_of("contract");
    const Subject nobody;
    const Digest arguments = digest_of("arguments");
    const auto standing = must(store.standing(tool, nobody));
    return consent::decide({.contract = contract,
                            .subject = nobody,
                            .arguments_digest = &arguments,
                            .now = FakeClock().now()},
                           standing, {}, {})
        .decision;
}

std::vector<BrokenKind> broken_kinds(ledger::Store& store) {
    std::vector<BrokenKind> kinds;
    for (const BrokenRecord& one : must(store.broken())) kinds.push_back(one.kind);
    return kinds;
}

}  // namespace

TEST_CASE("records that the store wrote bear its seal, also after each use") {
    const TempDir folder;
    const auto store = one_of_each(folder);
    consent::Approval given = approval_of("a", consent::ApprovalState::given);
    must(store->commit(batch_of(spend(*store, "g"), touch(*store, "p", FakeClock().now().wall),
                                ledger::PutApproval{given}, entry_of(ledger::EntryKind::note))));
    CHECK(must(store->broken()).empty());
    CHECK(must(store->grants()).at(0).uses == 1U);
    CHECK(must(store->permissions()).size() == 1);
    CHECK(must(store->policies()).size() == 1);
    CHECK(must(store->approval("a"))->state == consent::ApprovalState::given);
    CHECK(must(open_in(folder.path())->broken()).empty());
}

TEST_CASE("XC16 whichever column of a record is changed in the database, the record is broken") {
    const TempDir folder;
    const auto store = one_of_each(folder);
    const std::string table = GENERATE("policies", "grants", "permissions", "approvals", "trusts");
    RawDatabase raw(folder / "ledger.db");
    const std::string names = raw.read(
        "SELECT name FROM pragma_table_info('" + table + "') WHERE name <> 'position'", ",");
    std::size_t columns = 0;
    for (std::size_t at = 0; at < names.size(); ++columns) {
        const std::size_t end = names.find(',', at);
        const std::string column = names.substr(at, end - at);
        at = end + 1;
        if (column == "state" || column == "effect" || column == "match_kind") continue;
        INFO(table << "." << column);
        raw.run("UPDATE " + table + " SET " + column + " = CASE typeof(" + column +
                ") WHEN 'integer' THEN 1 - min(" + column + ", 1) WHEN 'text' THEN " + column +
                " || 'x' WHEN 'blob' THEN CASE length(" + column +
                ") WHEN 32 THEN randomblob(32) "
                "ELSE x'78' END ELSE (SELECT CASE type WHEN 'BLOB' THEN CAST('x' AS BLOB) "
                "WHEN 'TEXT' THEN 'x' ELSE 1 END FROM pragma_table_info('" +
                table + "') WHERE name = '" + column + "') END");
        CHECK(must(store->broken()).size() == 1);
        // As it was: the store writes it anew.
        raw.run("DELETE FROM " + table);
        must(store->commit(
            batch_of(ledger::PutPolicy{some_tool(), Policy::deny, digest_of("contract")},
                     ledger::PutGrant{grant_of("g")}, ledger::PutTrust{"files", trust_of_files()},
                     ledger::PutPermission{permission_of("p", false)},
                     ledger::PutApproval{approval_of("a")}, entry_of(ledger::EntryKind::note))));
        REQUIRE(must(store->broken()).empty());
    }
    CHECK(columns >= 4);
}

TEST_CASE("a broken record that is removed or replaced ends what everybody knows of consent") {
    const TempDir folder;
    const auto store = one_of_each(folder);
    RawDatabase raw(folder / "ledger.db");
    raw.run("UPDATE grants SET user = CAST('eve' AS BLOB)");
    raw.run("UPDATE permissions SET user = CAST('eve' AS BLOB)");
    const auto common = [&] { return must(store->epoch(consent::k_common_scope)); };
    std::uint64_t before = common();
    const auto moves = [&](ledger::Batch batch) {
        before = common();
        must(store->commit(std::move(batch)));
        return common() > before;
    };
    CHECK(moves(batch_of(ledger::PutGrant{grant_of("g")})));
    CHECK(moves(batch_of(ledger::RemovePermission{"p"})));
    CHECK_FALSE(moves(batch_of(ledger::RemoveGrant{"g"})));
}

TEST_CASE("after a key was added, older seals count and new ones are made with it (P25)") {
    const TempDir folder;
    const SecretKey digests = one_of_each(folder)->key();
    FakeEntropy entropy;
    must(store::add_key(folder / "store.key", entropy));
    RawDatabase raw(folder / "ledger.db");
    const auto key_of = [&](const std::string& table) {
        return raw.read("SELECT key_id FROM " + table);
    };
    {
        const auto store = open_in(folder.path());
        CHECK(must(store->broken()).empty());
        CHECK(std::ranges::equal(store->key().bytes(), digests.bytes()));
        must(store->commit(batch_of(spend(*store, "g"), touch(*store, "p"),
                                    ledger::PutPolicy{some_tool(), Policy::deny},
                                    entry_of(ledger::EntryKind::note))));
        CHECK(must(store->broken()).empty());
    }
    for (const char* table : {"grants", "permissions", "policies"}) CHECK(key_of(table) == "2");
    for (const char* table : {"approvals", "trusts"}) CHECK(key_of(table) == "1");
    CHECK(must(open_in(folder.path(), store_sqlite::Mode::read_only)->broken()).empty());
    const TempDir copy;
    must(store_sqlite::back_up(folder.path(), copy / "state"));
    CHECK(must(open_in(copy / "state")->broken()).empty());
    // With the old file, the seals of the new key prove nothing.
    std::filesystem::resize_file(folder / "store.key", 32);
    CHECK(broken_kinds(*open_in(folder.path())).size() == 3);
}

TEST_CASE("XC16 what is written into the database allows nothing") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    RawDatabase raw(folder / "ledger.db");
    SECTION("a grant") {
        must(store->commit(batch_of(ledger::PutGrant{grant_of("g", {"", "other"})},
                                    entry_of(ledger::EntryKind::note))));
        raw.run("UPDATE grants SET tool = CAST('set_alarm' AS BLOB)");
        CHECK(must(store->standing(some_tool(), {})).grants.empty());
        CHECK(must(store->grants()).empty());
        CHECK(broken_kinds(*store) == std::vector{BrokenKind::grant});
    }
    SECTION("an \"allow always\"") {
        must(store->commit(batch_of(ledger::PutPermission{permission_of("p", true, {"", "other"})},
                                    entry_of(ledger::EntryKind::note))));
        raw.run("UPDATE permissions SET tool = CAST('set_alarm' AS BLOB)");
        CHECK(must(store->standing(some_tool(), {})).permissions.empty());
        CHECK(must(store->permissions()).empty());
        CHECK(decided(*store).effect == Policy::deny);
    }
    SECTION("a policy") {
        raw.run(
            "INSERT INTO policies (origin, tool, effect) VALUES (x'', CAST('set_alarm' AS "
            "BLOB), 'allow')");
        CHECK(must(store->policies()).empty());
        CHECK(decided(*store).effect == Policy::deny);
    }
}

TEST_CASE("XC16 trust that is written or changed in the database is none, and denies nothing") {
    const TempDir folder;
    const auto store = open_in(folder.path());
    RawDatabase raw(folder / "ledger.db");
    const ToolId tool{"files", "read"};
    SECTION("written") {
        raw.run(
            "INSERT INTO trusts (server, endpoint, trusted_by, since_ms) VALUES "
            "(CAST('files' AS BLOB), x'7b7d', x'', 1)");
    }
    SECTION("of another endpoint") {
        must(store->commit(batch_of(ledger::PutTrust{"files", trust_of_files()},
                                    entry_of(ledger::EntryKind::note))));
        CHECK(must(store->standing(tool, {})).trust == trust_of_files());
        raw.run("UPDATE trusts SET endpoint = x'7b7d'");
    }
    SECTION("of another server") {
        must(store->commit(batch_of(ledger::PutTrust{"web", trust_of_files()},
                                    entry_of(ledger::EntryKind::note))));
        raw.run("UPDATE trusts SET server = CAST('files' AS BLOB)");
    }
    const auto standing = must(store->standing(tool, {}));
    CHECK_FALSE(standing.trust.has_value());
    CHECK(must(store->trusts()).empty());
    REQUIRE(broken_kinds(*store) == std::vector{BrokenKind::trust});
    CHECK(sentence_about(must(store->broken())[0]) ==
          "The trust of files was changed past the program or comes from another state");
    CHECK(decided(*store, tool).effect == Policy::allow);
    must(store->commit(
        batch_of(ledger::PutTrust{"files", std::nullopt}, entry_of(ledger::EntryKind::note))));
    CHECK(must(store->broken()).empty());
}

TEST_CASE("XC16 a denial that is changed in the database goes on to deny") {
    const TempDir folder;
    const auto store = one_of_each(folder);
    RawDatabase raw(folder / "ledger.db");
    SECTION("a \"deny always\" that is made an allow") {
        must(store->commit(batch_of(ledger::PutPolicy{some_tool(), std::nullopt},
                                    entry_of(ledger::EntryKind::note))));
        raw.run("UPDATE permissions SET allow = 1");
        const consent::Decision decision = decided(*store);
        CHECK(decision.effect == Policy::deny);
        CHECK(decision.source == consent::Source::permission);
        CHECK(decision.source_id == "p");
        CHECK(contains(decision.reason.english(), "changed past the program"));
        must(store->commit(
            batch_of(ledger::RemovePermission{"p"}, entry_of(ledger::EntryKind::note))));
    }
    SECTION("a policy that is made an allow") {
        must(store->commit(
            batch_of(ledger::RemovePermission{"p"}, entry_of(ledger::EntryKind::note))));
        raw.run("UPDATE policies SET effect = 'allow'");
        const consent::Decision decision = decided(*store);
        CHECK(decision.effect == Policy::deny);
        CHECK(decision.source == consent::Source::stored_policy);
        must(store->commit(batch_of(ledger::PutPolicy{some_tool(), std::nullopt},
                                    entry_of(ledger::EntryKind::note))));
    }
    CHECK(must(store->broken()).empty());
    CHECK(decided(*store).effect == Policy::allow);
}

TEST_CASE("XC16 a denial that is moved to another tool or user has every call asked about") {
    const TempDir folder;
    {
        const auto store = one_of_each(folder);
        must(store->commit(batch_of(ledger::PutPolicy{some_tool(), std::nullopt},
                                    entry_of(ledger::EntryKind::note))));
        CHECK(decided(*store).effect == Policy::deny);
    }
    const std::string change = GENERATE("tool = CAST('other' AS BLOB)", "user = CAST('u' AS BLOB)");
    RawDatabase(folder / "ledger.db").run("UPDATE permissions SET " + change);
    const auto store = open_in(folder.path());
    const consent::Decision decision = decided(*store);
    CHECK(decision.effect == Policy::confirm);
    CHECK(contains(decision.reason.english(), "permission p"));
    CHECK(decided(*store, {"", "third"}).effect == Policy::confirm);
    must(store->commit(batch_of(ledger::RemovePermission{"p"}, entry_of(ledger::EntryKind::note))));
    CHECK(decided(*store).effect == Policy::allow);
}

TEST_CASE("XB06 an approval that is changed or written in the database is no answer") {
    const TempDir folder;
    const auto store = one_of_each(folder);
    RawDatabase raw(folder / "ledger.db");
    raw.run("UPDATE approvals SET state = 'given'");
    const Error read = error_of(store->approval("a"));
    CHECK(read.code == Errc::corrupt);
    CHECK(contains(read.message, "no answer"));
    CHECK(must(store->approvals()).empty());
    ledger::Batch batch = batch_of(entry_of(ledger::EntryKind::intent));
    batch.expectations.emplace_back(ledger::ExpectApproval{
        "a", consent::ApprovalState::given, digest_of("contract"), digest_of("arguments")});
    CHECK(error_of(store->commit(std::move(batch))).code == Errc::corrupt);
}

TEST_CASE("XB08 a use that is written back into the database is not spent") {
    const TempDir folder;
    const auto store = one_of_each(folder);
    const consent::Grant read = must(store->grants()).at(0);
    RawDatabase(folder / "ledger.db").run("UPDATE grants SET uses = 100");
    CHECK(error_of(store->commit(
                       batch_of(ledger::SpendGrant{read}, entry_of(ledger::EntryKind::intent))))
              .code == Errc::conflict);
    ledger::Batch batch = batch_of(entry_of(ledger::EntryKind::intent));
    batch.expectations.emplace_back(ledger::ExpectGrant{"g", read.revision});
    CHECK(error_of(store->commit(std::move(batch))).code == Errc::conflict);
    // Nothing that was refused has given it a seal.
    CHECK(broken_kinds(*store) == std::vector{BrokenKind::grant});
}

TEST_CASE("a permission that is changed in the database gets no seal by being used") {
    const TempDir folder;
    const auto store = one_of_each(folder);
    const auto use = touch(*store, "p", FakeClock().now().wall);
    RawDatabase raw(folder / "ledger.db");
    raw.run("UPDATE permissions SET allow = 1");
    must(store->commit(batch_of(use, entry_of(ledger::EntryKind::intent))));
    CHECK(raw.read("SELECT last_used_ms IS NULL FROM permissions") == "1");
    CHECK(broken_kinds(*store) == std::vector{BrokenKind::permission});
}

TEST_CASE("records of another state are broken here, whatever its key was made from") {
    const TempDir folder;
    const TempDir other;
    SystemEntropy entropy;
    {
        const auto store =
            must(store_sqlite::open(other.path(), store_sqlite::Mode::read_write, entropy));
        must(store->commit(batch_of(ledger::PutPermission{permission_of("p", true)},
                                    entry_of(ledger::EntryKind::note))));
    }
    const auto store =
        must(store_sqlite::open(folder.path(), store_sqlite::Mode::read_write, entropy));
    RawDatabase raw(folder / "ledger.db");
    raw.run("ATTACH '" + (other / "ledger.db").string() + "' AS other");
    raw.run("INSERT INTO permissions SELECT * FROM other.permissions");
    CHECK(must(store->permissions()).empty());
    CHECK(broken_kinds(*store) == std::vector{BrokenKind::permission});
}

TEST_CASE(
    "XC16 a database that says it has no tables gets none, and no seals, over what it holds") {
    const TempDir folder;
    { const auto store = one_of_each(folder); }
    RawDatabase(folder / "ledger.db")
        .run("UPDATE permissions SET allow = 1, seal = NULL; UPDATE meta SET schema_version = 0");
    CHECK(error_of(try_open(folder.path())).code == Errc::corrupt);
    RawDatabase(folder / "ledger.db")
        .run("UPDATE meta SET schema_version = " + std::to_string(store_sqlite::k_schema_version));
    const auto store = open_in(folder.path());
    CHECK(must(store->permissions()).empty());
    CHECK(must(store->broken()).size() == 1);
}
