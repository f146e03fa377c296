// Tests of runtime/src/store_postgres/schema/{migrations,tables}.cpp.
// Tests of runtime/src/store_postgres/{backend,store}.cpp.
// Making, opening and looking at a ledger, and the rights of its roles.
#include "../fixture.hpp"
#include "../roles.hpp"
#include <iam/ledger/sealing.hpp>
#include <iam/ledger/verify.hpp>
#include <iam/store/key_file.hpp>
#include <support/conformance.hpp>
#include <support/trees/seals.hpp>

#include <unistd.h>

#include <filesystem>

using namespace iam::test;
using iam::Errc;
using iam::store::Mode;
namespace pg = iam::store_postgres;

namespace {

iam::SystemEntropy entropy;

iam::Result<std::unique_ptr<iam::ledger::Store>> try_open(const std::string& place,
                                                          Mode mode = Mode::read_write) {
    return pg::open(place, mode, entropy);
}

}  // namespace

TEST_CASE("a ledger is made once, and making it again changes nothing") {
    const Ledger ledger;
    const iam::Error absent = error_of(try_open(ledger.place()));
    CHECK(absent.code == Errc::unavailable);
    CHECK(contains(absent.message, "state init"));
    const std::string first = must(pg::init(ledger.place(), entropy));
    CHECK(must(pg::init(ledger.place(), entropy)) == first);
    CHECK(contains(must(pg::check_ledger(ledger.place())), first));
    CHECK(std::filesystem::exists(ledger.folder() / "store.key"));
    must(try_open(ledger.place()));
}

TEST_CASE("programs that make a ledger at the same time make one") {
    const Ledger ledger;
    must(iam::store::make_key(ledger.folder() / "store.key", entropy));
    const std::string place = ledger.place();
    CHECK(count_true(4, [&](int) { return pg::init(place, entropy).has_value(); }) == 4);
    auto connection = ledger.connect();
    CHECK(must(connection.ask(pg::Statement("SELECT 1 FROM @store"))).size() == 1);
}

TEST_CASE("a host without the key or with another one is refused (P25)") {
    const Ledger ledger;
    ledger.made();
    const TempDir other;
    const std::string place = ledger.place_of(other.path());
    const iam::Error absent = error_of(try_open(place));
    CHECK(absent.code == Errc::unavailable);
    CHECK(contains(absent.message, "copy store.key"));
    CHECK(error_of(pg::init(place, entropy)).code == Errc::corrupt);
    CHECK_FALSE(std::filesystem::exists(other / "store.key"));
    must(iam::store::make_key(other / "store.key", entropy));
    CHECK(error_of(try_open(place)).code == Errc::corrupt);
    CHECK(error_of(pg::init(place, entropy)).code == Errc::corrupt);
    std::filesystem::remove(other / "store.key");
    for (const char* key : {"store.key", "values-1.key"})
        std::filesystem::copy_file(ledger.folder() / key, other / key);
    must(try_open(place));
}

TEST_CASE("tables of a newer program are refused") {
    const Ledger ledger;
    ledger.made();
    ledger.past("UPDATE @store SET schema_version = 99");
    for (const auto& error :
         {error_of(try_open(ledger.place())), error_of(pg::init(ledger.place(), entropy))}) {
        CHECK(error.code == Errc::corrupt);
        CHECK(contains(error.message, "99"));
    }
    ledger.past("UPDATE @store SET schema_version = 0");
    CHECK(error_of(try_open(ledger.place())).code == Errc::corrupt);
}

TEST_CASE("a store opened for reading reads and commits nothing") {
    const Ledger ledger;
    const auto writer = open_at(ledger.made(), Mode::read_write, quiet());
    must(writer->commit(a_note()));
    const auto reader = open_at(ledger.place(), Mode::read_only, quiet());
    CHECK(all_entries(*reader).size() == 1);
    CHECK(error_of(reader->commit(a_note())).code == Errc::unavailable);
    CHECK(reader->forget_erased().error().code == Errc::unavailable);
}

TEST_CASE("a server that takes no writes is unavailable for them and can be read (25006)") {
    const Ledger ledger;
    const auto writer = open_at(ledger.made(), Mode::read_write, quiet());
    must(writer->commit(a_note()));
    ledger.past("ALTER ROLE iam SET default_transaction_read_only = on");
    const auto refused = try_open(ledger.place());
    const auto reader = try_open(ledger.place(), Mode::read_only);
    auto target = ledger.target();
    target.writable = false;
    auto connection = must(pg::Connection::open(target));
    const std::array reset{pg::Statement("BEGIN READ WRITE"),
                           pg::Statement("ALTER ROLE iam RESET default_transaction_read_only"),
                           pg::Statement("COMMIT")};
    must(connection.run(reset));
    CHECK(error_of(refused).code == Errc::unavailable);
    REQUIRE(reader.has_value());
    CHECK(all_entries(**reader).size() == 1);
}

TEST_CASE("the tables refuse an entry that does not follow its chain or has another hash (XF20)") {
    const Ledger ledger;
    const auto store = open_at(ledger.made(), Mode::read_write, quiet());
    must(store->commit(a_note()));
    auto connection = ledger.connect();
    const auto state_of = [&](const char* sql) {
        const auto answer = connection.ask(pg::Statement(sql));
        return answer ? std::string("taken") : answer.error().state;
    };
    CHECK(
        state_of("INSERT INTO @entries (chain, seq, previous, hash, kind, call_id, time_ms, text) "
                 "SELECT 1, 3, hash, hash, kind, call_id, time_ms, text FROM @entries") == "IA002");
    CHECK(
        state_of("INSERT INTO @entries (chain, seq, previous, hash, kind, call_id, time_ms, text) "
                 "SELECT 1, 2, hash, hash, kind, call_id, time_ms, text FROM @entries") == "23514");
    CHECK(state_of("UPDATE @entries SET text = text || ' '") == "23514");
}

TEST_CASE("the role of a host adds entries and can neither change nor remove one (XF20) (P24)") {
    const Ledger ledger;
    ledger.made();
    // A second run changes nothing.
    REQUIRE(make_roles(ledger.schema()) == 0);
    REQUIRE(make_roles(ledger.schema()) == 0);
    ledger.past("CREATE ROLE desk_" + ledger.schema() + " LOGIN IN ROLE iam_app");
    std::string place = ledger.place();
    place.replace(place.find("iam@"), 4, "desk_" + ledger.schema() + "@");
    const auto store = open_at(place);
    using namespace iam::ledger;
    EntryDraft draft = entry_of(EntryKind::intent);
    draft.payloads = {payload_of("arguments", "{}")};
    must(store->commit(batch_of(PutGrant{once("g")}, PutPermission{permission_of("p", true)},
                                PutApproval{approval_of("a")}, draft)));
    must(store->commit(batch_of(ExpectGrant{"g", 1}, SpendGrant{must(store->grants()).at(0)},
                                RemovePermission{"p"}, SetUndoState{{1, 2}, UndoState::pending},
                                SetFreeze{iam::consent::Freeze{"why", "ann", {}}})));
    CHECK(must(store->broken()).empty());
    CHECK(error_of(store->commit(batch_of(ErasePayloads{{1, 2}}))).code == Errc::unavailable);
    auto target = ledger.target();
    target.address.replace(target.address.find("iam@"), 4, "desk_" + ledger.schema() + "@");
    auto connection = must(pg::Connection::open(target));
    for (const char* sql : {"UPDATE @entries SET text = text", "DELETE FROM @entries",
                            "TRUNCATE @entries", "UPDATE @store SET schema_version = 1",
                            "DELETE FROM @writers", "DELETE FROM @value_keys"}) {
        INFO(sql);
        CHECK(connection.ask(pg::Statement(sql)).error().state == "42501");
    }
    ledger.past("GRANT iam_eraser TO desk_" + ledger.schema());
    must(store->commit(batch_of(ErasePayloads{{1, 2}})));
    CHECK(error_of(seal_once(*store)).code == Errc::unavailable);
    ledger.past("GRANT iam_sealer TO desk_" + ledger.schema());
    must(seal_once(*store));
    must(store->commit(batch_of(PutTreeNote{must(store->last_tree())->size, "cosigned"})));
    must(pg::add_value_key(ledger.place(), entropy));
    must(pg::rewrap_values(place));
}

TEST_CASE("a server without a connection to spare is unavailable and says why") {
    const Ledger ledger;
    ledger.made();
    const std::string role = "limited_" + ledger.schema();
    ledger.past("CREATE ROLE " + role + " LOGIN CONNECTION LIMIT 0");
    std::string place = ledger.place();
    place.replace(place.find("iam@"), 4, role + "@");
    const iam::Error error = error_of(try_open(place));
    CHECK(error.code == Errc::unavailable);
    CHECK(contains(error.message, "too many connections"));
    CHECK(contains(error.message, "raise max_connections"));
}

TEST_CASE("values go to the partition of their month, and odd times to its ends") {
    const Ledger ledger;
    ledger.made();
    auto connection = ledger.connect();
    const auto month = [&](std::int64_t time) {
        return must(connection.ask(pg::Statement("SELECT @value_month($1)::text", time)))
            .bytes(0, 0);
    };
    CHECK(month(1'767'323'045'678) == "2026-01-01");
    CHECK(month(std::numeric_limits<std::int64_t>::min()) == "1970-01-01");
    CHECK(month(std::numeric_limits<std::int64_t>::max()) == "2200-01-01");
    CHECK(must(connection.ask(pg::Statement(
                   "SELECT 1 FROM pg_inherits WHERE inhparent = '@entry_values'::regclass")))
              .size() == 25);
}

TEST_CASE("the back end has all functions that a command line needs") {
    const auto backend = pg::backend();
    CHECK(is_complete(backend));
    const Ledger ledger;
    CHECK_FALSE(backend.has_state(ledger.place()));
    ledger.made();
    CHECK(backend.has_state(ledger.place()));
    CHECK(must(backend.signing_key(ledger.place())) == ledger.folder() / "checkpoint.key");
    CHECK(error_of(backend.back_up(ledger.place(), "/x")).code == Errc::unavailable);
    CHECK(error_of(backend.open("postgresql://h/d", Mode::read_only, entropy)).code ==
          Errc::invalid_argument);
}

TEST_CASE(
    "the owner of the tables upgrades without a right on the database, an auditor verifies (P24)") {
    const Ledger ledger;
    ledger.made();
    REQUIRE(make_roles(ledger.schema()) == 0);
    must(open_at(ledger.place())->commit(a_note()));
    const auto place_as = [&](const std::string& role) {
        ledger.past("CREATE ROLE " + role + "_" + ledger.schema() + " LOGIN IN ROLE iam_" + role);
        std::string place = ledger.place();
        return place.replace(place.find("iam@"), 4, role + "_" + ledger.schema() + "@");
    };
    must(pg::init(place_as("owner"), entropy));
    const auto auditing = open_at(place_as("auditor"), Mode::read_only);
    CHECK(must(iam::ledger::verify(*auditing)).ok());
}
