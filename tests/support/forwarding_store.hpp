// A store that hands every call on: what the other doubles are made from.
#pragma once

#include <iam/ledger/store.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace iam::test {

class ForwardingStore : public ledger::Store {
 public:
    explicit ForwardingStore(std::shared_ptr<ledger::Store> inner) : inner_(std::move(inner)) {}

    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        return inner_->commit(std::move(batch));
    }
    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) override {
        return inner_->standing(tool, subject);
    }
    Result<std::uint64_t> epoch(std::string_view scope) override { return inner_->epoch(scope); }
    Result<std::vector<std::pair<ToolId, Policy>>> policies() override {
        return inner_->policies();
    }
    Result<std::vector<consent::Grant>> grants() override { return inner_->grants(); }
    Result<std::vector<consent::Permission>> permissions() override {
        return inner_->permissions();
    }
    Result<std::vector<consent::ServerTrust>> trusts() override { return inner_->trusts(); }
    Result<std::vector<consent::Approval>> approvals() override { return inner_->approvals(); }
    Result<std::size_t> count_pending(const Subject& subject) override {
        return inner_->count_pending(subject);
    }
    Result<std::optional<consent::Approval>> approval(const std::string& id) override {
        return inner_->approval(id);
    }
    Result<std::optional<consent::Freeze>> freeze() override { return inner_->freeze(); }
    Result<std::vector<consent::BrokenRecord>> broken() override { return inner_->broken(); }
    Result<std::vector<std::uint32_t>> chains() override { return inner_->chains(); }
    Result<std::vector<ledger::Head>> forgotten() override { return inner_->forgotten(); }
    Result<std::vector<ledger::StoredEntry>> entries(const ledger::Query& query) override {
        return inner_->entries(query);
    }
    Result<std::optional<ledger::StoredEntry>> entry(const ledger::EntryId& id) override {
        return inner_->entry(id);
    }
    Result<ledger::UndoState> undo_state(const ledger::EntryId& id) override {
        return inner_->undo_state(id);
    }
    Result<std::vector<std::pair<ledger::EntryId, ledger::UndoState>>> undo_states() override {
        return inner_->undo_states();
    }
    Result<std::vector<ledger::StoredEntry>> undos_of(const ledger::EntryId& outcome) override {
        return inner_->undos_of(outcome);
    }
    Result<std::optional<ledger::StoredEntry>> outcome_of(const ledger::EntryId& intent) override {
        return inner_->outcome_of(intent);
    }
    Result<std::vector<ledger::StoredEntry>> entries_of_call(const std::string& call_id) override {
        return inner_->entries_of_call(call_id);
    }
    Result<std::optional<std::string>> contract(const Digest& consent_digest) override {
        return inner_->contract(consent_digest);
    }
    Result<std::optional<ledger::SealedTree>> last_tree() override { return inner_->last_tree(); }
    Result<std::vector<ledger::SealedRun>> runs(std::uint64_t first_leaf,
                                                std::size_t limit) override {
        return inner_->runs(first_leaf, limit);
    }
    Result<std::optional<ledger::SealedRun>> run_before(const ledger::EntryId& entry) override {
        return inner_->run_before(entry);
    }
    Result<std::vector<Digest>> tile(const ledger::TileId& id) override { return inner_->tile(id); }
    Result<std::vector<ledger::Remains>> forget_erased() override {
        return inner_->forget_erased();
    }
    Result<std::uint64_t> version() override { return inner_->version(); }
    Result<bool> wait_for_change(std::uint64_t seen, std::chrono::milliseconds timeout,
                                 const std::stop_token& stop) override {
        return inner_->wait_for_change(seen, timeout, stop);
    }
    const SecretKey& key() const noexcept override { return inner_->key(); }

 protected:
    ledger::Store& inner() noexcept { return *inner_; }

 private:
    std::shared_ptr<ledger::Store> inner_;
};

}  // namespace iam::test
