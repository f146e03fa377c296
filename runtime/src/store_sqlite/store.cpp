// Implements the store: the reader serves reads, the writer commits.
#include "store_sqlite/store.hpp"

#include "store_sqlite/write/change_watch.hpp"

#include <utility>

namespace iam::store_sqlite {
namespace {

using namespace ledger;

class SqliteStore final : public Store {
 public:
    SqliteStore(StateFolder folder, const store::KeyRing& keys, Connection reading,
                std::unique_ptr<Writer> writer)
        : folder_(std::move(folder)),
          key_(keys.first()),
          reader_(std::move(reading), RecordSeal(keys),
                  LastCommitFile::find(folder_.last_commit())),
          writer_(std::move(writer)) {}

    Result<Receipt> commit(Batch&& batch) override {
        if (writer_) return writer_->commit(batch);
        return fail(Errc::unavailable, "the ledger in " + folder_.path.string() +
                                           " was opened for reading only; open it for writing");
    }

    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) override {
        return reader_.standing(tool, subject);
    }
    Result<std::uint64_t> epoch(std::string_view scope) override { return reader_.epoch(scope); }
    Result<std::vector<std::pair<ToolId, Policy>>> policies() override {
        return reader_.policies();
    }
    Result<std::vector<consent::Grant>> grants() override { return reader_.grants(); }
    Result<std::vector<consent::Permission>> permissions() override {
        return reader_.permissions();
    }
    Result<std::vector<consent::ServerTrust>> trusts() override { return reader_.trusts(); }
    Result<std::vector<consent::Approval>> approvals() override { return reader_.approvals(); }
    Result<std::size_t> count_pending(const Subject& subject) override {
        return reader_.count_pending(subject);
    }
    Result<std::optional<consent::Approval>> approval(const std::string& id) override {
        return reader_.approval(id);
    }
    Result<std::optional<consent::Freeze>> freeze() override { return reader_.freeze(); }

    Result<std::vector<consent::BrokenRecord>> broken() override { return reader_.broken(); }

    /// One process writes at a time, so there is one chain.
    Result<std::vector<std::uint32_t>> chains() override { return std::vector<std::uint32_t>{0}; }
    Result<std::vector<StoredEntry>> entries(const Query& query) override {
        return reader_.entries(query);
    }
    Result<void> visit(const Query& query, const std::function<bool(StoredEntry&)>& see) override {
        return reader_.visit(query, see);
    }
    Result<std::optional<StoredEntry>> entry(const EntryId& id) override {
        return reader_.entry(id);
    }
    Result<UndoState> undo_state(const EntryId& id) override { return reader_.undo_state(id); }
    Result<std::vector<std::pair<EntryId, UndoState>>> undo_states() override {
        return reader_.undo_states();
    }
    Result<std::optional<StoredEntry>> outcome_of(const EntryId& intent) override {
        return reader_.outcome_of(intent);
    }
    Result<std::vector<StoredEntry>> undos_of(const EntryId& outcome) override {
        return reader_.undos_of(outcome);
    }
    Result<std::vector<StoredEntry>> entries_of_call(const std::string& call_id) override {
        return reader_.entries_of_call(call_id);
    }
    Result<std::optional<std::string>> contract(const Digest& consent_digest) override {
        return reader_.contract(consent_digest);
    }

    Result<std::optional<SealedTree>> last_tree() override { return reader_.last_tree(); }
    Result<std::vector<SealedRun>> runs(std::uint64_t first_leaf, std::size_t limit) override {
        return reader_.runs(first_leaf, limit);
    }
    Result<std::optional<SealedRun>> run_before(const EntryId& entry) override {
        return reader_.run_before(entry);
    }
    Result<std::vector<Digest>> tile(const TileId& id) override { return reader_.tile(id); }

    Result<std::vector<Remains>> forget_erased() override {
        if (writer_) {
            IAM_CHECK(writer_->empty_log());
            return std::vector<Remains>{};
        }
        return fail(Errc::unavailable, "the ledger in " + folder_.path.string() +
                                           " was opened for reading only; open it for writing");
    }

    Result<std::uint64_t> version() override { return reader_.version(); }
    Result<bool> wait_for_change(std::uint64_t seen, std::chrono::milliseconds timeout,
                                 const std::stop_token& stop) override {
        const auto changed = [this, seen]() -> Result<bool> {
            IAM_TRY(version, reader_.version());
            return version != seen;
        };
        return wait_until_changed(folder_.last_commit(), changed, timeout, stop);
    }

    const SecretKey& key() const noexcept override { return key_; }

 private:
    StateFolder folder_;
    SecretKey key_;
    Reader reader_;
    std::unique_ptr<Writer> writer_;
};

}  // namespace

std::unique_ptr<Store> make_store(StateFolder folder, const store::KeyRing& keys,
                                  Connection reading, std::unique_ptr<Writer> writer) {
    return std::make_unique<SqliteStore>(std::move(folder), keys, std::move(reading),
                                         std::move(writer));
}

}  // namespace iam::store_sqlite
