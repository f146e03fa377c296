// A first start makes the key, ledger.last, the tables and store.sealed in this order. So an
// interrupted start never looks like a partial copy.
#include "store_sqlite/files/whole_state.hpp"

#include "store_sqlite/write/last_commit.hpp"

#include <string>
#include <system_error>

namespace iam::store_sqlite {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
    std::error_code problem;
    return fs::exists(fs::symlink_status(path, problem));
}

bool has_content(const fs::path& path) {
    std::error_code problem;
    const auto bytes = fs::file_size(path, problem);
    return !problem && bytes > 0;
}

std::string missing_of(const StateFolder& folder, const FoundFiles& found) {
    std::string missing;
    const auto add = [&missing](bool there, const fs::path& path) {
        if (there) return;
        missing += missing.empty() ? "" : ", ";
        missing += path.filename().string();
    };
    add(found.has_content, folder.database());
    add(found.has_log, folder.log());
    add(is_there(folder.last_commit()), folder.last_commit());
    add(is_there(folder.key()), folder.key());
    return missing;
}

tl::unexpected<Error> not_whole(const StateFolder& folder, const FoundFiles& found,
                                const std::string& sign) {
    const std::string missing = missing_of(folder, found);
    return fail(Errc::corrupt,
                "the state folder " + folder.path.string() + " is not whole: " + sign +
                    (missing.empty() ? ", and its files do not belong together"
                                     : "; missing or empty: " + missing) +
                    "; take all files from the folder that this one was copied from (the command "
                    "'state backup' makes a whole copy), or move this folder away to begin anew");
}

}  // namespace

FoundFiles look_at_files(const StateFolder& folder) {
    FoundFiles found;
    found.has_content = has_content(folder.database());
    found.has_log = has_content(folder.log());
    found.was_sealed = is_there(folder.sealed());
    return found;
}

Result<void> check_whole(const StateFolder& folder, const FoundFiles& found, int version) {
    if (version != 0) {
        if (found.has_log || is_there(folder.last_commit())) return {};
        return not_whole(folder, found,
                         "nothing says where its ledger ends (if this copy is all that is left, "
                         "make an empty ledger.last in it)");
    }
    if (found.was_sealed) {
        return not_whole(folder, found, "store.sealed says that it had a ledger");
    }
    const auto last_commit = LastCommitFile::find(folder.last_commit());
    const auto last = last_commit ? last_commit->read() : std::nullopt;
    if (last && last->seq > 0) {
        return not_whole(folder, found,
                         "ledger.last names the entry 0." + std::to_string(last->seq));
    }
    const bool was_begun = is_there(folder.key()) && is_there(folder.last_commit());
    if (!found.has_content || was_begun) return {};
    return not_whole(folder, found, "ledger.db has no tables");
}

}  // namespace iam::store_sqlite
