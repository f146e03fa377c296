// The shared parts of one Runtime, and its end.
#include "gate/engine/engine.hpp"

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

void Engine::end() {
    entrance.close();
    ending.request_stop();
    stops.request_all();
    prompts.end();
    previewers.shut_down();
    workers.shut_down();
    entrance.wait_until_empty();
    record_repetitions(*this);
    stops.end();
}

void record_repetitions(Engine& engine) noexcept {
    try {
        ledger::Batch batch;
        add_repetitions(engine, engine.refusals.take_all(), batch);
        static_cast<void>(commit_quietly(engine, batch));
    } catch (...) {
        // Without memory the numbers are lost, as in a crash.
    }
}

tl::unexpected<Error> runtime_has_ended() {
    return fail(Errc::unavailable, "The runtime has ended; build a new one.");
}

Result<ledger::Receipt> commit_quietly(Engine& engine, ledger::Batch& batch) {
    if (!engine.settings.audit) batch.entries.clear();
    const bool is_empty =
        batch.expectations.empty() && batch.mutations.empty() && batch.entries.empty();
    if (is_empty) return ledger::Receipt{};
    return engine.parts.store.commit(std::move(batch));
}

Result<ledger::Receipt> commit(Engine& engine, ledger::Batch&& batch) {
    IAM_TRY(receipt, commit_quietly(engine, batch));
    tell(engine, receipt.entries);
    return std::move(receipt);
}

bool keep_contract(Engine& engine, const Contract& contract, ledger::Batch& batch) {
    if (!engine.settings.audit || contract.document.empty()) return false;
    if (engine.contracts.has(contract.digests.consent)) return false;
    batch.change(ledger::PutContract{contract.digests.consent, whole_document(contract)});
    return true;
}

}  // namespace iam::gate
