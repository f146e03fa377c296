// Reads the ledger of a program. It is opened for reading only, since the program may go on writing
// it.
#include <generator/contract/cli/ledger_file.hpp>
#include <iam/core/entropy.hpp>
#include <iam/store_sqlite/sqlite_store.hpp>

#include <filesystem>

namespace iam::gen::contract {

Result<RecordedUse> read_ledger(const std::string& path, const Moment& now) {
    std::filesystem::path folder(path);
    if (folder.filename() == "ledger.db") folder = folder.parent_path();
    if (folder.empty()) folder = ".";
    SystemEntropy entropy;
    IAM_TRY(store, store_sqlite::open(folder, store_sqlite::Mode::read_only, entropy));
    return read_use(*store, now);
}

}  // namespace iam::gen::contract
