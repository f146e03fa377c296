// Answers a command line's questions about ledgers on PostgreSQL servers.
#include "store_postgres/address.hpp"
#include "store_postgres/store.hpp"
#include "store_postgres/values/rewrapping.hpp"
#include "store_postgres/wire/transaction.hpp"
#include <iam/store/key_file.hpp>
#include <iam/store/private_files.hpp>
#include <iam/store_postgres/postgres_chats.hpp>
#include <iam/store_postgres/postgres_store.hpp>
#include <iam/store_postgres/postgres_tasks.hpp>

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <filesystem>

namespace iam::store_postgres {
namespace {

/// Makes the folder of this host's key (0700), and its parents.
Result<void> make_folder(const std::filesystem::path& folder) {
    std::error_code problem;
    std::filesystem::create_directories(folder.parent_path(), problem);
    if (::mkdir(folder.c_str(), S_IRWXU) == 0) return store::sync_folder(folder.parent_path());
    if (errno == EEXIST) return {};
    return tl::unexpected(store::system_error("make the folder", folder, errno));
}

/// The keys of the ledger. A host makes one only with the ledger: another would open nothing.
Result<store::KeyRing> keys_for_init(const Address& place, const std::optional<LedgerFacts>& facts,
                                     Entropy& entropy) {
    IAM_CHECK(make_folder(place.folder));
    Result<store::KeyRing> keys = store::read_keys(place.key());
    if (keys || keys.error().code != Errc::not_found) return keys;
    if (!facts) {
        IAM_TRY(made, store::make_key(place.key(), entropy));
        return store::KeyRing(made);
    }
    return fail(Errc::corrupt, "the schema " + place.schema +
                                   " has a ledger, and this host has no key of it; copy store.key "
                                   "from a host that has it to " +
                                   place.key().string() + " (0600)");
}

/// The ledger has one key of values at least. A crash between its tables and the key leaves none.
Result<void> ensure_value_key(Connection& connection, const Address& place,
                              const LedgerFacts& facts, Entropy& entropy) {
    const std::array begin{Statement(k_begin_sql), lock_schema(connection),
                           Statement("SELECT 1 FROM @keks LIMIT 1")};
    IAM_ASK(rows, connection.run(begin));
    if (rows.back().size() == 0)
        IAM_CHECK(add_value_key(connection, place.folder, facts.ledger_id, entropy));
    IAM_ASK(done, connection.ask(Statement("COMMIT")));
    static_cast<void>(done);
    return {};
}

/// A connection to the ledger that is at the place, with its facts.
struct Opened {
    Address place{};
    Connection connection;
    LedgerFacts facts{};
};
Result<Opened> open_ledger(const std::string& text) {
    IAM_TRY(place, parse_address(text));
    IAM_ASK(connection, Connection::open(target_of(place, true, {})));
    IAM_TRY(facts, read_facts(connection));
    if (!facts) return no_ledger(place);
    return Opened{place, std::move(connection), *facts};
}

/// "values-1.key and values-2.key".
std::string files_of(const std::vector<std::int64_t>& keys) {
    std::string names;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i > 0) names += i + 1 == keys.size() ? " and " : ", ";
        names += value_key_file("", keys[i]).string();
    }
    return names;
}

std::string sentence_about(const Address& place, const LedgerFacts& facts) {
    return "The schema " + place.schema + " has the ledger " +
           to_hex({reinterpret_cast<const std::uint8_t*>(facts.ledger_id.data()),
                   facts.ledger_id.size()}) +
           ", version " + std::to_string(facts.schema_version) + " of the tables.";
}

bool has_ledger(const std::string& text) {
    const auto place = parse_address(text);
    if (!place) return true;
    auto connection = Connection::open(target_of(*place, false, {}));
    if (!connection) return true;
    const auto facts = read_facts(*connection);
    return !facts || facts->has_value();
}

}  // namespace

Result<std::unique_ptr<ledger::Store>> open(const std::string& place, Mode mode, Entropy& entropy) {
    return open_with(place, mode, entropy, {});
}

Result<std::string> init(const std::string& text, Entropy& entropy) {
    IAM_TRY(place, parse_address(text));
    IAM_ASK(connection, Connection::open(target_of(place, true, {})));
    IAM_TRY(before, read_facts(connection));
    if (before) IAM_CHECK(check_guard(place, *before));
    IAM_TRY(keys, keys_for_init(place, before, entropy));
    LedgerFacts fresh;
    fresh.ledger_id.resize(16);
    entropy.fill({reinterpret_cast<std::uint8_t*>(fresh.ledger_id.data()), fresh.ledger_id.size()});
    fresh.guard = place.guard.value_or(Guard::table);
    fresh.key_check = check_of(keys.first(), fresh.ledger_id);
    IAM_TRY(facts, migrate(connection, fresh));
    if (check_of(keys.first(), facts.ledger_id) != facts.key_check) {
        return fail(Errc::corrupt, "the key " + place.key().string() +
                                       " is of another ledger; move it away, and copy store.key "
                                       "from a host of this one");
    }
    IAM_CHECK(check_guard(place, facts));
    IAM_CHECK(ensure_value_key(connection, place, facts, entropy));
    return sentence_about(place, facts);
}

Result<std::string> add_key(const std::string& text, Entropy& entropy) {
    IAM_TRY(place, parse_address(text));
    IAM_TRY(keys, store::add_key(place.key(), entropy));
    return place.key().string() + " has " + std::to_string(keys.newest_id()) +
           " keys now; copy it to all hosts (0600), then start their programs again.";
}

Result<std::string> add_value_key(const std::string& text, Entropy& entropy) {
    IAM_TRY(opened, open_ledger(text));
    IAM_TRY(number,
            add_value_key(opened.connection, opened.place.folder, opened.facts.ledger_id, entropy));
    return "Made " + value_key_file(opened.place.folder, number).string() +
           "; copy it to all hosts (0600), start their programs again, then run state "
           "rewrap-values. Until then the older key wraps.";
}

Result<std::string> rewrap_values(const std::string& text) {
    IAM_TRY(opened, open_ledger(text));
    IAM_TRY(keys, read_value_keys(opened.connection, opened.place.folder, opened.facts.ledger_id));
    IAM_CHECK(require_newest(opened.connection, keys, opened.facts.guard));
    ValueSeal seal(keys);
    seal.use_newest();
    IAM_TRY(done, rewrap_values(opened.connection, seal));
    std::string told = "Wrapped the keys of " + std::to_string(done.wrapped) +
                       " entries anew with " + files_of({seal.wrapping_key()}) + ".";
    if (done.unreadable > 0) {
        told += " The keys of " + std::to_string(done.unreadable) +
                " entries could not be opened: this host lacks an older key, or they are damaged.";
    }
    if (done.unused.empty()) return told;
    return told + " No value needs " + files_of(done.unused) +
           " any more: destroy it on all hosts, with every copy. Then nobody can read a value from "
           "a backup that was erased before.";
}

Result<std::string> check_ledger(const std::string& text) {
    SystemEntropy entropy;
    IAM_TRY(place, parse_address(text));
    IAM_TRY(opened, open(text, Mode::read_only, entropy));
    IAM_TRY(chains, opened->chains());
    IAM_ASK(connection, Connection::open(target_of(place, false, {})));
    IAM_TRY(facts, read_facts(connection));
    if (!facts) return fail(Errc::corrupt, "the ledger has lost its facts; restore a backup");
    return sentence_about(place, *facts) + " Chains: " + std::to_string(chains.size()) + ".";
}

store::Backend backend() {
    store::Backend made;
    made.open = [](const std::string& place, Mode mode, Entropy& entropy) {
        return open(place, mode, entropy);
    };
    made.has_state = has_ledger;
    made.open_chats = [](const std::string& place, Mode mode) { return open_chats(place, mode); };
    made.open_tasks = [](const std::string& place, Mode mode) { return open_tasks(place, mode); };
    made.make = [](const std::string& place, Entropy& entropy) { return init(place, entropy); };
    made.check = [](const std::string& place) { return check_ledger(place); };
    made.add_key = [](const std::string& place, Entropy& entropy) {
        return add_key(place, entropy);
    };
    made.add_value_key = [](const std::string& place, Entropy& entropy) {
        return add_value_key(place, entropy);
    };
    made.rewrap_values = [](const std::string& place) { return rewrap_values(place); };
    made.back_up = [](const std::string&, const std::filesystem::path&) -> Result<store::Copied> {
        return fail(Errc::unavailable,
                    "a ledger on a PostgreSQL server is copied by the server's own programs: run "
                    "pg_dump or pg_basebackup, and copy the folder of the keys beside it");
    };
    made.signing_key = [](const std::string& text) -> Result<std::filesystem::path> {
        IAM_TRY(place, parse_address(text));
        return place.signing_key();
    };
    made.kind = "PostgreSQL, schema " + std::to_string(k_schema_version);
    made.place_name = "ADDRESS";
    made.place_help = "The address of a ledger: postgresql://HOST/DATABASE?keys=FOLDER";
    return made;
}

}  // namespace iam::store_postgres
