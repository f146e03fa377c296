// Answers a command line's questions about ledgers on PostgreSQL servers.
#include "store_postgres/address.hpp"
#include "store_postgres/schema/migrations.hpp"
#include "store_postgres/store.hpp"
#include <iam/store/key_file.hpp>
#include <iam/store/private_files.hpp>
#include <iam/store_postgres/postgres_store.hpp>

#include <sys/stat.h>

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
    IAM_TRY(keys, keys_for_init(place, before, entropy));
    LedgerFacts fresh;
    fresh.ledger_id.resize(16);
    entropy.fill({reinterpret_cast<std::uint8_t*>(fresh.ledger_id.data()), fresh.ledger_id.size()});
    fresh.key_check = check_of(keys.first(), fresh.ledger_id);
    IAM_TRY(facts, migrate(connection, fresh));
    if (check_of(keys.first(), facts.ledger_id) != facts.key_check) {
        return fail(Errc::corrupt, "the key " + place.key().string() +
                                       " is of another ledger; move it away, and copy store.key "
                                       "from a host of this one");
    }
    return sentence_about(place, facts);
}

Result<std::string> check(const std::string& text) {
    SystemEntropy entropy;
    IAM_TRY(place, parse_address(text));
    IAM_TRY(opened, open(text, Mode::read_only, entropy));
    IAM_TRY(chains, opened->chains());
    IAM_ASK(connection, Connection::open(target_of(place, false, {})));
    IAM_TRY(facts, read_facts(connection));
    if (!facts) return fail(Errc::corrupt, "the ledger has lost its facts; restore a backup");
    return sentence_about(place, *facts) + " Chains: " + std::to_string(chains.size()) + ".";
}

Result<std::filesystem::path> folder_of(const std::string& text) {
    IAM_TRY(place, parse_address(text));
    return place.folder;
}

store::Backend backend() {
    store::Backend made;
    made.open = [](const std::string& place, Mode mode, Entropy& entropy) {
        return open(place, mode, entropy);
    };
    made.has_state = has_ledger;
    made.make = [](const std::string& place, Entropy& entropy) { return init(place, entropy); };
    made.check = [](const std::string& place) { return check(place); };
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
