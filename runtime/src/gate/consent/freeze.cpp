// Freezes all calls, and ends the freeze.
#include "gate/engine/engine.hpp"
#include "gate/record/records.hpp"
#include "gate/steps/tell_listeners.hpp"
#include <iam/core/json.hpp>
#include <iam/gate/consent.hpp>

#include <utility>

namespace iam::gate {
namespace {

ledger::Batch batch_about(Engine& engine, ledger::EntryKind kind, const std::string& reason,
                          const Subject& by, const Moment& now) {
    ledger::Batch batch;
    ledger::EntryDraft& draft = add_entry(engine, batch, kind, now);
    draft.entry.subject = by;
    draft.payloads.push_back({"message", random_salt(engine.entropy), reason});
    return batch;
}

}  // namespace

Result<consent::Freeze> Consent::freeze(const std::string& reason, const Subject& by) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_CHECK(check_reason(reason));
    const Moment now = engine_->clock.now();
    consent::Freeze freeze{reason, by.user, now.wall};
    ledger::Batch batch = batch_about(*engine_, ledger::EntryKind::freeze, reason, by, now);
    batch.entries.back().entry.approver = approver_;
    batch.change(ledger::SetFreeze{freeze});
    IAM_TRY(receipt, commit_quietly(*engine_, batch));
    // Before listeners hear of it, since a listener may take long.
    engine_->stops.request_all();
    tell(*engine_, receipt.entries);
    return freeze;
}

Result<void> Consent::thaw(const std::string& reason, const Subject& by,
                           const std::optional<consent::Freeze>& seen) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_CHECK(check_reason(reason));
    IAM_TRY(standing, engine_->parts.store.standing({}, {}));
    const auto& freeze = standing.freeze;
    if (!freeze) return fail(Errc::not_found, "Nothing is frozen.");
    if (seen && *freeze != *seen) {
        return fail(Errc::conflict,
                    "Another freeze was set meanwhile; read its reason before you end it.");
    }
    ledger::Batch batch =
        batch_about(*engine_, ledger::EntryKind::thaw, reason, by, engine_->clock.now());
    batch.entries.back().entry.approver = approver_;
    // If somebody else has frozen again meanwhile, the later freeze stays.
    batch.expect(ledger::ExpectEpoch{std::string(consent::k_common_scope), standing.epoch});
    batch.change(ledger::SetFreeze{});
    IAM_CHECK(commit(*engine_, std::move(batch)));
    return {};
}

Result<std::optional<consent::Freeze>> Consent::frozen() {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    return engine_->parts.store.freeze();
}

}  // namespace iam::gate
