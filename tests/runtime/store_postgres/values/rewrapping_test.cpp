// Tests of runtime/src/store_postgres/values/{rewrapping,value_keys}.cpp: keys of values in files
// of the hosts, and their rotation (P25, P26).
#include "../fixture.hpp"
#include <iam/ledger/verify.hpp>
#include <iam/store/key_file.hpp>
#include <support/conformance.hpp>

#include <store_postgres/values/rewrapping.hpp>
#include <store_postgres/values/value_keys.hpp>

#include <filesystem>

using namespace iam::test;
using namespace iam::ledger;
using iam::Errc;
using iam::store::Mode;
namespace pg = iam::store_postgres;

namespace {

Batch with_value(const std::string& bytes) {
    EntryDraft draft = entry_of(EntryKind::note);
    draft.payloads = {payload_of("message", bytes)};
    return batch_of(draft);
}

std::string value_of(Store& store, const EntryId& id) {
    const auto entry = must(store.entry(id)).value();
    return entry.payloads.empty() ? "" : entry.payloads.front().bytes;
}

}  // namespace

TEST_CASE("after a new key all values are wrapped anew, and the older key can be destroyed (P26)") {
    iam::SystemEntropy source;
    const Ledger ledger;
    const std::string place = ledger.made();
    auto store = open_at(place, Mode::read_write, quiet());
    for (int i = 1; i <= 5; ++i) must(store->commit(with_value("value " + std::to_string(i))));
    EntryDraft erasure = entry_of(EntryKind::erasure);
    erasure.payloads = {payload_of("entries", R"(["1.2"])")};
    must(store->commit(batch_of(ErasePayloads{{1, 2}}, erasure)));
    store.reset();
    const auto backup = must(ledger.connect().ask(pg::Statement(
        "SELECT v.sealed, k.wrapped FROM @entry_values AS v JOIN @value_keys AS k USING (key_id) "
        "WHERE v.seq = 3")));

    CHECK(contains(must(pg::add_value_key(place, source)), "values-2.key; copy it"));
    store = open_at(place, Mode::read_write, quiet());
    must(store->commit(with_value("newer")));
    const std::string told = must(pg::rewrap_values(place));
    CHECK(contains(told, "of 6 entries anew with values-2.key"));
    CHECK(contains(told, "No value needs values-1.key any more"));
    CHECK(contains(must(pg::rewrap_values(place)), "of 0 entries"));

    REQUIRE(std::filesystem::remove(pg::value_key_file(ledger.folder(), 1)));
    store = open_at(place, Mode::read_write, quiet());
    for (const std::uint64_t seq : {1U, 3U, 4U, 5U})
        CHECK(value_of(*store, {1, seq}) == "value " + std::to_string(seq));
    CHECK(value_of(*store, {1, 2}).empty());
    CHECK(must(verify(*store)).ok());
    // A backup of the server from before has the wrapped key of then, and nobody can unwrap it.
    auto connection = ledger.connect();
    const auto facts = must(pg::read_facts(connection)).value();
    const pg::ValueSeal left(
        must(pg::read_value_keys(connection, ledger.folder(), facts.ledger_id)));
    CHECK_FALSE(left.open(backup.view(0, 0), {backup.bytes(0, 1), 1}, {1, 3}).has_value());
}

TEST_CASE("a program goes on with the older key until the newer one is required (P26)") {
    iam::SystemEntropy source;
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto before = open_at(place, Mode::read_write, quiet());
    must(before->commit(with_value("first")));
    must(pg::add_value_key(place, source));
    const auto after = open_at(place, Mode::read_write, quiet());
    must(before->commit(with_value("second")));
    must(after->commit(with_value("third")));
    const auto keks = [&] {
        return must(ledger.connect().ask(pg::Statement(
                        "SELECT string_agg(kek::text, ' ' ORDER BY key_id) FROM @value_keys")))
            .bytes(0, 0);
    };
    CHECK(keks() == "1 1 1");
    must(pg::rewrap_values(place));
    CHECK(keks() == "2 2 2");
    // It has not read the newer key, and would leave values that nobody can read later.
    const iam::Error older = error_of(before->commit(with_value("fourth")));
    CHECK(older.code == Errc::unavailable);
    CHECK(contains(older.message, "start this program again"));
    must(before->commit(a_note()));
    must(after->commit(with_value("fifth")));
    CHECK(keks() == "2 2 2 2");
}

TEST_CASE("keys are wrapped anew page by page, and one that does not open is counted (P26)") {
    iam::SystemEntropy source;
    const Ledger ledger;
    const std::string place = ledger.made();
    auto store = open_at(place, Mode::read_write, quiet());
    for (int i = 0; i < 7; ++i) must(store->commit(with_value("value")));
    ledger.past(
        "UPDATE @value_keys SET wrapped = 'damaged' WHERE key_id = (SELECT key_id FROM "
        "@entry_values WHERE seq = 4)");
    must(pg::add_value_key(place, source));
    auto connection = ledger.connect();
    const auto facts = must(pg::read_facts(connection)).value();
    pg::ValueSeal seal(must(pg::read_value_keys(connection, ledger.folder(), facts.ledger_id)));
    REQUIRE(seal.use_newest());
    CHECK_FALSE(seal.use_newest());
    const pg::Rewrapped done = must(pg::rewrap_values(connection, seal, 3));
    CHECK(done.wrapped == 6);
    CHECK(done.unreadable == 1);
    CHECK(done.unused.empty());
    CHECK(contains(must(pg::rewrap_values(place)), "The keys of 1 entries could not be opened"));
}

TEST_CASE("a host without the required key of values, or with another one, is refused (P25)") {
    iam::SystemEntropy source;
    const Ledger ledger;
    const std::string place = ledger.made();
    const auto file = pg::value_key_file(ledger.folder(), 1);
    const auto away = ledger.folder() / "away";
    const auto refused = [&] { return error_of(pg::open(place, Mode::read_write, source)); };
    std::filesystem::rename(file, away);
    CHECK(refused().code == Errc::unavailable);
    CHECK(contains(refused().message, "values-1.key; copy it"));
    must(iam::store::make_key(file, source));
    CHECK(refused().code == Errc::corrupt);
    CHECK(contains(refused().message, "of another ledger"));
    std::filesystem::rename(away, file);
    CHECK(pg::open(place, Mode::read_write, source).has_value());
}

TEST_CASE("an interrupted start of a key of values is finished by the next one (P25)") {
    iam::SystemEntropy source;
    const Ledger ledger;
    const std::string place = ledger.made();
    // A crash left the file without its row.
    const auto left = must(iam::store::make_key(pg::value_key_file(ledger.folder(), 2), source));
    CHECK(pg::open(place, Mode::read_write, source).has_value());
    must(pg::add_value_key(place, source));
    CHECK(must(iam::store::read_key(pg::value_key_file(ledger.folder(), 2))).bytes()[0] ==
          left.bytes()[0]);
    // A crash left the tables without a key of values.
    ledger.past("DELETE FROM @keks");
    CHECK(contains(error_of(pg::open(place, Mode::read_write, source)).message, "state init"));
    must(pg::init(place, source));
    CHECK(pg::open(place, Mode::read_write, source).has_value());
}

TEST_CASE("an erasure tells which places may hold the value, and until when (P26)") {
    const Ledger ledger;
    const std::string place = ledger.made();
    auto options = quiet();
    const auto store = open_at(place, Mode::read_write, options);
    const auto remains = must(store->forget_erased());
    REQUIRE(remains.size() == 3);
    CHECK_FALSE(remains[2].until.has_value());
    const auto now = options.now();
    options.now = [now] { return now; };
    const auto told = open_at(place + "&backup_days=30", Mode::read_write, options);
    CHECK(contains(must(told->forget_erased())[2].place, "backups"));
    CHECK(must(told->forget_erased())[2].until ==
          std::chrono::floor<std::chrono::milliseconds>(now) + std::chrono::days(30));
}
