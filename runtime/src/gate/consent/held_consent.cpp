// Says which consent is in the store, which of it counts, and which decision follows. Changes
// nothing.
#include "gate/consent/held_consent.hpp"

#include "gate/engine/engine.hpp"
#include <iam/consent/rules.hpp>
#include <iam/gate/consent.hpp>

#include <utility>

namespace iam::gate {
namespace {

using consent::DeadlineState;
using consent::Decision;
using consent::Grant;
using consent::Permission;

/// A tool with its facts and rules for unknown arguments.
struct Lookout {
    FoundTool tool{};
    consent::Standing standing{};
    consent::ContractChanges changes{};
    consent::ToolRules rules{};
    Moment now{};

    consent::Facts facts(const Subject& subject) const {
        consent::Facts facts{.contract = *tool.contract, .subject = subject, .now = now};
        facts.changes = &changes;
        return facts;
    }
};

Result<Lookout> look_at(Engine& engine, const ToolId& id, const Subject& subject) {
    Lookout all;
    all.tool = find_tool(engine, id);
    if (!all.tool) return unknown_tool(id);
    IAM_TRY(standing, engine.parts.store.standing(id, subject));
    all.standing = std::move(standing);
    all.now = engine.clock.now();
    IAM_TRY(changes, engine.history.changes(engine.parts.store, *all.tool.contract, all.standing));
    all.changes = std::move(changes);
    all.rules = consent::rules_for(rules_now(engine), *all.tool.contract, all.standing.trust);
    return all;
}

Decision decide(const Lookout& all, const consent::Standing& standing, const Subject& subject,
                const Engine& engine) {
    return consent::decide(all.facts(subject), standing, engine.settings.consent, all.rules)
        .decision;
}

Decision decide_if_stored(const Lookout& all, Policy policy, const Subject& subject,
                          const Engine& engine) {
    consent::Standing standing;
    standing.stored_policy = policy;
    standing.policy_contract = all.tool.contract->digests.consent;
    standing.trust = all.standing.trust;
    return decide(all, standing, subject, engine);
}

ConsentState state_of(const std::optional<consent::Deadline>& deadline, const Moment& now) {
    if (!deadline) return ConsentState::holds;
    switch (consent::state_at(*deadline, now)) {
        case DeadlineState::running:
            break;
        case DeadlineState::ended:
            return ConsentState::ended;
        case DeadlineState::suspended:
            return ConsentState::paused;
    }
    return ConsentState::holds;
}

/// Finds a change of the tool that keeps the record from counting.
template <class Record>
Result<void> judge_changes(Engine& engine, HeldConsent<Record>& held) {
    const FoundTool tool = find_tool(engine, held.record.tool);
    // A tool that is not registered here may be in another program.
    if (!tool || tool.contract->digests.consent == held.record.consent_digest) return {};
    IAM_TRY(change,
            engine.history.change(engine.parts.store, *tool.contract, held.record.consent_digest));
    if (change.effect == consent::ChangeEffect::keep) return {};
    held.state = ConsentState::changed;
    held.changes = sentences_of({&change});
    return {};
}

Result<HeldConsent<Grant>> held(Engine& engine, Grant grant, const Moment& now) {
    HeldConsent<Grant> held{std::move(grant)};
    held.state = held.record.uses == 0U ? ConsentState::ended : state_of(held.record.deadline, now);
    if (held.state == ConsentState::holds) IAM_CHECK(judge_changes(engine, held));
    return held;
}

Result<HeldConsent<Permission>> held(Engine& engine, Permission permission, const Moment& now) {
    HeldConsent<Permission> held{std::move(permission)};
    // A denial has no end, and survives changes of the tool.
    if (!held.record.allow) return held;
    const consent::Settings& settings = engine.settings.consent;
    held.lapses_at = consent::lapses_at(held.record, settings);
    held.state = state_of(held.record.expires, now);
    if (held.state == ConsentState::holds && consent::has_lapsed(held.record, now, settings))
        held.state = ConsentState::lapsed;
    if (held.state == ConsentState::holds) IAM_CHECK(judge_changes(engine, held));
    return held;
}

template <class Record>
Result<std::vector<HeldConsent<Record>>> all_held(Engine& engine,
                                                  Result<std::vector<Record>> records) {
    if (!records) return tl::unexpected(std::move(records).error());
    const Moment now = engine.clock.now();
    std::vector<HeldConsent<Record>> all;
    for (Record& record : *records) {
        IAM_TRY(one, held(engine, std::move(record), now));
        all.push_back(std::move(one));
    }
    return all;
}

template <class Record>
Result<std::vector<Record>> usable(Result<std::vector<HeldConsent<Record>>> all) {
    if (!all) return tl::unexpected(std::move(all).error());
    std::vector<Record> usable;
    for (HeldConsent<Record>& one : *all)
        if (one.state == ConsentState::holds) usable.push_back(std::move(one.record));
    return usable;
}

}  // namespace

tl::unexpected<Error> unknown_tool(const ToolId& id) {
    return fail(Errc::not_found, "There is no tool \"" + display_name(id) +
                                     "\" in this program; consent is bound to a tool's contract.");
}

std::string_view to_string(ConsentState state) noexcept {
    switch (state) {
        case ConsentState::holds:
            return "holds";
        case ConsentState::ended:
            return "ended";
        case ConsentState::paused:
            return "paused";
        case ConsentState::lapsed:
            return "lapsed";
        case ConsentState::changed:
            break;
    }
    return "changed";
}

Consent Consent::as(consent::Approver approver) const {
    Consent by(engine_);
    by.approver_ = std::move(approver);
    return by;
}

Result<Decision> Consent::peek(const ToolId& tool, const Subject& subject) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(all, look_at(*engine_, tool, subject));
    return decide(all, all.standing, subject, *engine_);
}

Result<PolicyOutlook> Consent::policy_outlook(const ToolId& tool, const Subject& subject) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(all, look_at(*engine_, tool, subject));
    PolicyOutlook outlook;
    outlook.now = decide(all, all.standing, subject, *engine_);
    outlook.looks_at_calls = !all.rules.is_steady();
    outlook.stored = all.standing.stored_policy;
    for (const Policy policy : {Policy::allow, Policy::confirm, Policy::deny})
        outlook.if_stored.at(static_cast<std::size_t>(policy)) =
            decide_if_stored(all, policy, subject, *engine_);
    outlook.changes = sentences_of(consent::changes_that_matter(all.facts(subject), all.standing));
    return outlook;
}

Result<std::vector<HeldConsent<Grant>>> Consent::held_grants() {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    return all_held(*engine_, engine_->parts.store.grants());
}

Result<std::vector<HeldConsent<Permission>>> Consent::held_permissions() {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    return all_held(*engine_, engine_->parts.store.permissions());
}

Result<std::vector<Grant>> Consent::grants() {
    return usable(held_grants());
}

Result<std::vector<Permission>> Consent::permissions() {
    return usable(held_permissions());
}

}  // namespace iam::gate
