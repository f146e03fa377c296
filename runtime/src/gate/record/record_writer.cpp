// The one place for this module's commits to the store.
#include "gate/record/record_writer.hpp"

#include "gate/consent/contract_changes.hpp"
#include "gate/record/records.hpp"
#include "gate/steps/tell_listeners.hpp"

#include <utility>

namespace iam::gate {

bool KnownContracts::has(const Digest& consent_digest) {
    const std::lock_guard lock(mutex_);
    return digests_.count(consent_digest) != 0;
}

void KnownContracts::add(const Digest& consent_digest) {
    const std::lock_guard lock(mutex_);
    digests_.insert(consent_digest);
}

Result<ledger::Receipt> commit_quietly(const Basis& basis, ledger::Batch& batch) {
    if (!basis.settings.audit) batch.entries.clear();
    const bool is_empty =
        batch.expectations.empty() && batch.mutations.empty() && batch.entries.empty();
    if (is_empty) return ledger::Receipt{};
    return basis.parts.store.commit(std::move(batch));
}

Result<ledger::Receipt> commit(RecordWriter& writer, ledger::Batch&& batch) {
    IAM_TRY(receipt, commit_quietly(writer, batch));
    tell(writer, receipt.entries);
    return std::move(receipt);
}

bool keep_contract(RecordWriter& writer, const Contract& contract, ledger::Batch& batch) {
    if (!writer.settings.audit || contract.document.empty()) return false;
    if (writer.contracts.has(contract.digests.consent)) return false;
    batch.change(ledger::PutContract{contract.digests.consent, whole_document(contract)});
    return true;
}

void record_repetitions(RecordWriter& writer) noexcept {
    try {
        ledger::Batch batch;
        add_repetitions(writer, writer.refusals.take_all(), batch);
        static_cast<void>(commit_quietly(writer, batch));
    } catch (...) {
        // Without memory the numbers are lost, as in a crash.
    }
}

}  // namespace iam::gate
