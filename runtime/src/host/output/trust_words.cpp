#include "host/output/trust_words.hpp"

#include "host/output/broken_records.hpp"
#include <iam/mcp/server_endpoint.hpp>

#include <utility>

namespace iam::host {

Result<TrustRecords> TrustRecords::read(const Session& session) {
    TrustRecords records;
    if (!session.has_ledger()) return records;
    IAM_TRY(store, session.open_store(store::Mode::read_only));
    IAM_TRY(trusts, store->trusts());
    IAM_TRY(broken, broken_records(*store, {RecordKind::trust}));
    say_broken(session, broken);
    for (consent::ServerTrust& trust : trusts) {
        const std::string server = trust.server;
        records.by_server_.emplace(server, std::move(trust));
    }
    return records;
}

std::optional<consent::ServerTrust> TrustRecords::find(const std::string& server) const {
    const auto found = by_server_.find(server);
    if (found == by_server_.end()) return std::nullopt;
    return found->second;
}

consent::OriginTrust TrustRecords::of(const Contract& contract) const {
    return consent::origin_trust(contract, find(contract.id.origin));
}

consent::OriginTrust TrustRecords::of(const mcp::ServerConfig& server) const {
    return consent::origin_trust(server.name, mcp::endpoint_text(server), find(server.name));
}

std::string_view trust_words(consent::OriginTrust trust) noexcept {
    switch (trust) {
        case consent::OriginTrust::own:
            return "compiled in";
        case consent::OriginTrust::trusted:
            return "trusted";
        case consent::OriginTrust::outdated:
            return "another one was trusted";
        case consent::OriginTrust::none:
            break;
    }
    return "not trusted";
}

void say_if_outdated(const Session& session, const std::string& server,
                     consent::OriginTrust trust) {
    if (trust != consent::OriginTrust::outdated) return;
    session.say("Server " + server +
                " is another program or address than the trusted one, so the trust does not "
                "count. To trust this one: " +
                session.command("servers trust " + server));
}

}  // namespace iam::host
