// A store whose n-th call fails, for "whichever call fails, nothing bad happens".
#pragma once

#include <support/forwarding_store.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace iam::test {

/// Thread-safe. Counts every call that returns a Result; the one with number `fail_at` (from 1)
/// answers unavailable and does not reach the store behind. A test runs for fail_at = 1, 2, … until
/// failed() stays false.
class FailingStore final : public ForwardingStore {
 public:
    enum class What {
        once,         ///< that call only
        from_then_on  ///< that call and all after it
    };

    FailingStore(std::shared_ptr<ledger::Store> inner, std::uint64_t fail_at,
                 What what = What::once)
        : ForwardingStore(std::move(inner)), fail_at_(fail_at), what_(what) {}

    bool failed() const noexcept { return calls_ >= fail_at_ && fail_at_ != 0; }
    std::uint64_t calls() const noexcept { return calls_; }

    Result<ledger::Receipt> commit(ledger::Batch&& batch) override {
        if (fails()) return refusal();
        return ForwardingStore::commit(std::move(batch));
    }
    Result<consent::Standing> standing(const ToolId& tool, const Subject& subject) override {
        if (fails()) return refusal();
        return ForwardingStore::standing(tool, subject);
    }
    Result<std::uint64_t> epoch(std::string_view scope) override {
        if (fails()) return refusal();
        return ForwardingStore::epoch(scope);
    }
    Result<std::vector<std::pair<ToolId, Policy>>> policies() override {
        if (fails()) return refusal();
        return ForwardingStore::policies();
    }
    Result<std::vector<consent::Grant>> grants() override {
        if (fails()) return refusal();
        return ForwardingStore::grants();
    }
    Result<std::vector<consent::Permission>> permissions() override {
        if (fails()) return refusal();
        return ForwardingStore::permissions();
    }
    Result<std::vector<consent::ServerTrust>> trusts() override {
        if (fails()) return refusal();
        return ForwardingStore::trusts();
    }
    Result<std::vector<consent::Approval>> approvals() override {
        if (fails()) return refusal();
        return ForwardingStore::approvals();
    }
    Result<std::size_t> count_pending(const Subject& subject) override {
        if (fails()) return refusal();
        return ForwardingStore::count_pending(subject);
    }
    Result<std::optional<consent::Approval>> approval(const std::string& id) override {
        if (fails()) return refusal();
        return ForwardingStore::approval(id);
    }
    Result<std::vector<ledger::StoredEntry>> entries(const ledger::Query& query) override {
        if (fails()) return refusal();
        return ForwardingStore::entries(query);
    }
    Result<std::optional<ledger::StoredEntry>> entry(const ledger::EntryId& id) override {
        if (fails()) return refusal();
        return ForwardingStore::entry(id);
    }
    Result<ledger::UndoState> undo_state(const ledger::EntryId& id) override {
        if (fails()) return refusal();
        return ForwardingStore::undo_state(id);
    }
    Result<std::vector<std::pair<ledger::EntryId, ledger::UndoState>>> undo_states() override {
        if (fails()) return refusal();
        return ForwardingStore::undo_states();
    }
    Result<std::vector<ledger::StoredEntry>> undos_of(const ledger::EntryId& outcome) override {
        if (fails()) return refusal();
        return ForwardingStore::undos_of(outcome);
    }
    Result<std::optional<ledger::StoredEntry>> outcome_of(const ledger::EntryId& intent) override {
        if (fails()) return refusal();
        return ForwardingStore::outcome_of(intent);
    }
    Result<std::vector<ledger::StoredEntry>> entries_of_call(const std::string& call_id) override {
        if (fails()) return refusal();
        return ForwardingStore::entries_of_call(call_id);
    }
    Result<std::optional<std::string>> contract(const Digest& consent_digest) override {
        if (fails()) return refusal();
        return ForwardingStore::contract(consent_digest);
    }
    Result<std::uint64_t> version() override {
        if (fails()) return refusal();
        return ForwardingStore::version();
    }
    Result<bool> wait_for_change(std::uint64_t seen, std::chrono::milliseconds timeout,
                                 const std::stop_token& stop) override {
        if (fails()) return refusal();
        return ForwardingStore::wait_for_change(seen, timeout, stop);
    }

 private:
    bool fails() noexcept {
        const std::uint64_t call = ++calls_;
        return what_ == What::once ? call == fail_at_ : fail_at_ != 0 && call >= fail_at_;
    }
    static tl::unexpected<Error> refusal() {
        return fail(Errc::unavailable, "the test makes this call of the store fail");
    }

    const std::uint64_t fail_at_;
    const What what_;
    std::atomic<std::uint64_t> calls_{0};
};

}  // namespace iam::test
