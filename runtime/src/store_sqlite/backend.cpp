// Answers a command line's questions about state folders.
#include "iam/store_sqlite/backup.hpp"
#include "iam/store_sqlite/reins_chats.hpp"
#include "iam/store_sqlite/sqlite_chats.hpp"
#include "iam/store_sqlite/sqlite_store.hpp"
#include "iam/store_sqlite/sqlite_tasks.hpp"
#include "store_sqlite/files/folder.hpp"
#include "store_sqlite/rows/schema.hpp"
#include <iam/store/key_file.hpp>

#include <string>
#include <system_error>

namespace iam::store_sqlite {
namespace {

bool has_database(const std::string& place) {
    std::error_code problem;
    return std::filesystem::exists(StateFolder{place}.database(), problem) || problem;
}

Result<store::Copied> copy_state(const std::string& place, const std::filesystem::path& target) {
    IAM_TRY(last, back_up(place, target));
    store::Copied copied;
    if (last > 0) copied.last = ledger::EntryId{0, last};
    std::error_code problem;
    const bool has_key = std::filesystem::exists(StateFolder{target}.key(), problem);
    copied.advice = has_key
                        ? "The copy holds the key of the state: keep it as private as the state "
                          "itself."
                        : "Keep the copy as private as the state itself.";
    return copied;
}

}  // namespace

store::Backend backend() {
    store::Backend made;
    made.open = [](const std::string& place, Mode mode, Entropy& entropy) {
        return open(place, mode, entropy);
    };
    made.open_chats = [](const std::string& place, Mode mode) { return open_chats(place, mode); };
    made.import_chats = [](const std::filesystem::path& file, const chat::ImportSink& sink) {
        return read_reins_chats(file, sink);
    };
    made.open_tasks = [](const std::string& place, Mode mode) { return open_tasks(place, mode); };
    made.kind = "SQLite, schema " + std::to_string(k_schema_version);
    made.has_state = has_database;
    made.back_up = copy_state;
    made.add_key = [](const std::string& place, Entropy& entropy) -> Result<std::string> {
        const std::filesystem::path file = StateFolder{place}.key();
        IAM_TRY(keys, store::add_key(file, entropy));
        return file.string() + " has " + std::to_string(keys.newest_id()) +
               " keys now; start the programs that use the state again.";
    };
    made.signing_key = [](const std::string& place) -> Result<std::filesystem::path> {
        return std::filesystem::path(place) / "checkpoint.key";
    };
    return made;
}

}  // namespace iam::store_sqlite
