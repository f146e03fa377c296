// Trust in the servers of tools: given and taken back by a person. Each change is an entry.
#include "gate/consent/server_trust.hpp"

#include "gate/engine/engine.hpp"
#include "gate/record/records.hpp"
#include <iam/core/json.hpp>
#include <iam/gate/consent.hpp>

#include <algorithm>
#include <utility>

namespace iam::gate {
namespace {

ledger::EntryDraft& add_entry_about(Engine& engine, ledger::Batch& batch, ledger::EntryKind kind,
                                    const std::string& server, const Subject& by) {
    ledger::EntryDraft& draft = add_entry(engine, batch, kind, engine.clock.now());
    draft.entry.subject = by;
    draft.entry.tool = ToolId{server, {}};
    return draft;
}

Result<bool> has_trust(ledger::Store& store, const std::string& server) {
    IAM_TRY(trusts, store.trusts());
    for (const consent::ServerTrust& trust : trusts)
        if (trust.server == server) return true;
    IAM_TRY(broken, store.broken());
    return std::any_of(broken.begin(), broken.end(), [&](const consent::BrokenRecord& one) {
        return one.kind == consent::BrokenRecord::Kind::trust && one.tool.origin == server;
    });
}

}  // namespace

std::optional<consent::ServerTrust> trust_in_origin(const Basis& basis, const Contract& contract) {
    if (contract.id.origin.empty()) return std::nullopt;
    const auto standing = basis.parts.store.standing(contract.id, Subject{});
    return standing ? standing->trust : std::nullopt;
}

consent::Risk risk_now(const Basis& basis, const Contract& contract) {
    const auto trust = consent::origin_trust(contract, trust_in_origin(basis, contract));
    return consent::risk_of(contract, consent::is_believed(trust));
}

consent::OriginTrust trust_at(const Basis& basis, const Contract& contract,
                              const consent::Approval& question) {
    auto trust = trust_in_origin(basis, contract);
    if (trust && trust->since > question.expires.set_at) trust.reset();
    return consent::origin_trust(contract, trust);
}

Result<consent::ServerTrust> Consent::trust_server(const std::string& server,
                                                   const std::string& endpoint, const Subject& by) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    if (server.empty() || !parse_json(endpoint, limits_of_own_text(endpoint.size()))) {
        return fail(Errc::invalid_argument,
                    "Trust is in a named server at its endpoint; give both, as the contracts of "
                    "its tools have them.");
    }
    ledger::Batch batch;
    ledger::EntryDraft& draft =
        add_entry_about(*engine_, batch, ledger::EntryKind::trust, server, by);
    draft.entry.approver = approver_;
    consent::ServerTrust trust{server, endpoint, by.user, draft.entry.time};
    draft.payloads.push_back({"endpoint", random_salt(engine_->entropy), endpoint});
    batch.change(ledger::PutTrust{server, trust});
    IAM_CHECK(commit(*engine_, std::move(batch)));
    return trust;
}

Result<void> Consent::distrust_server(const std::string& server, const Subject& by) {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    IAM_TRY(is_there, has_trust(engine_->parts.store, server));
    if (!is_there)
        return fail(Errc::not_found, "The server \"" + server + "\" is not trusted here.");
    ledger::Batch batch;
    add_entry_about(*engine_, batch, ledger::EntryKind::distrust, server, by).entry.approver =
        approver_;
    batch.change(ledger::PutTrust{server, std::nullopt});
    IAM_CHECK(commit(*engine_, std::move(batch)));
    return {};
}

Result<std::vector<consent::ServerTrust>> Consent::trusted_servers() {
    const auto pass = engine_->entrance.enter();
    if (!pass) return runtime_has_ended();
    return engine_->parts.store.trusts();
}

}  // namespace iam::gate
